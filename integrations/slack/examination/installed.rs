//! Whether the token of each installation works. Nothing is renewed here: that is for whoever uses it.

use kernel::ports::Vault;
use kernel::{Finding, Time};
use serde_json::json;

use super::{Examined, scopes};
use crate::installation::Installation;
use crate::json::text;

impl Examined<'_> {
    pub(super) async fn installations(&self, vault: &dyn Vault) -> Vec<Finding> {
        const ABOUT: &str = "installations";
        let all = match Installation::all(vault).await {
            Ok(all) => all,
            Err(error) => {
                let remedy = "See what is said about the vault.";
                return vec![Finding::broken(ABOUT, error.to_string(), remedy)];
            }
        };
        if all.is_empty() {
            let remedy = format!("Start Countersign and open {} in a browser.", self.install());
            let words = "Nobody has installed the app in a workspace.";
            return vec![Finding::doubtful(ABOUT, words, remedy)];
        }
        let mut findings = Vec::new();
        for installation in &all {
            findings.extend(self.installation(installation).await);
        }
        findings
    }

    fn install(&self) -> String {
        format!("{}{}", self.public_url.url().as_str().trim_end_matches('/'), crate::INSTALL)
    }

    async fn installation(&self, installation: &Installation) -> Vec<Finding> {
        let name = &installation.identity.team_name;
        let about = format!("the installation in {name}");
        let again = format!("Open {} in a browser and install the app again.", self.install());
        if let Some(code) = &installation.over {
            return vec![Finding::broken(&about, format!("Slack renews its token no more ({code})."), again)];
        }
        if installation.has_ended(Time(jiff::Timestamp::now().as_millisecond())) {
            return vec![Finding::sound(&about, "Its token has run out, and is renewed when it is needed.")];
        }
        match self.call("auth.test", installation.token(), &json!({})).await {
            Err(error) => vec![Finding::broken(&about, error.to_string(), "Check the network.")],
            Ok((headers, answer)) => match text(&answer, "/error") {
                Some(code) => {
                    vec![Finding::broken(&about, format!("Slack refuses its token ({code})."), again)]
                }
                None => vec![Finding::sound(&about, "Its token works."), scopes(&headers)],
            },
        }
    }
}
