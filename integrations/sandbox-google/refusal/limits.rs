//! The refusals of somebody who asks too much.

use serde_json::json;

use super::{Refusal, error_info};

impl Refusal {
    /// 429: the person's minute is used up.
    pub(crate) fn over_quota(service: &str, limited: &str) -> Self {
        let mut refusal = Self::new(
            429,
            "RESOURCE_EXHAUSTED",
            "rateLimitExceeded",
            format!(
                "Quota exceeded for quota metric '{limited}' and limit '{limited} per minute per user' of service \
                 '{service}' for consumer 'project_number:402817395164'."
            ),
        );
        refusal.0.domain = "usageLimits";
        let metadata = json!({
            "service": service, "consumer": "projects/402817395164",
            "quota_metric": format!("{service}/{limited}"), "quota_unit": "1/min/{project}/{user}",
        });
        refusal.0.details = vec![error_info("RATE_LIMIT_EXCEEDED", &metadata)];
        refusal
    }

    /// 403 for the same, as the older front ends say it.
    pub(crate) fn user_rate() -> Self {
        let mut refusal =
            Self::new(403, "PERMISSION_DENIED", "userRateLimitExceeded", "User Rate Limit Exceeded");
        refusal.0.domain = "usageLimits";
        refusal
    }

    /// 429: more of one person's requests at a time than Gmail answers.
    pub(crate) fn too_many_at_once() -> Self {
        let words = "Too many concurrent requests for user";
        let mut refusal = Self::new(429, "RESOURCE_EXHAUSTED", "rateLimitExceeded", words);
        refusal.0.domain = "usageLimits";
        refusal
    }

    /// The same, with the seconds after which it would be answered.
    pub(crate) fn retry_after(mut self, seconds: u64) -> Self {
        self.0.retry_after = Some(seconds);
        self
    }
}
