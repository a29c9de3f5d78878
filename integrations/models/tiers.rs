//! Several models for one: which answers depends on how much a request is worth.

use std::sync::Arc;

use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Reply, Request, Tier};

/// Who answers for which tier. The balanced one is always there, and answers for those that are not.
#[derive(Clone)]
pub struct Tiers {
    pub fast: Option<Arc<dyn Model>>,
    pub balanced: Arc<dyn Model>,
    pub deep: Option<Arc<dyn Model>>,
}

pub struct Tiered {
    tiers: Tiers,
}

impl Tiered {
    pub fn new(tiers: Tiers) -> Self {
        Self { tiers }
    }

    fn model(&self, tier: Tier) -> &dyn Model {
        let Tiers { fast, balanced, deep } = &self.tiers;
        let chosen = match tier {
            Tier::Fast => fast.as_ref(),
            Tier::Balanced => None,
            Tier::Deep => deep.as_ref(),
        };
        chosen.unwrap_or(balanced).as_ref()
    }
}

impl Model for Tiered {
    fn name(&self) -> &str {
        self.tiers.balanced.name()
    }

    /// One conversation may be put to any of them.
    fn window(&self) -> usize {
        let all = [Tier::Fast, Tier::Balanced, Tier::Deep].map(|tier| self.model(tier).window());
        all.into_iter().min().unwrap_or_default()
    }

    fn reply<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        self.model(request.tier).reply(request, listener)
    }
}

#[cfg(test)]
mod tests {
    use kernel::ports::Quiet;

    use super::*;
    use crate::anthropic::question;

    struct Named(&'static str, usize);

    impl Model for Named {
        fn name(&self) -> &'static str {
            self.0
        }

        fn window(&self) -> usize {
            self.1
        }

        fn reply<'a>(
            &'a self,
            _: &'a Request,
            _: &'a mut dyn Listener,
        ) -> Soon<'a, Result<Reply, ModelError>> {
            Box::pin(async move { Ok(Reply { model: self.0.to_owned(), ..Reply::of("", Vec::new()) }) })
        }
    }

    async fn answers(tiered: &Tiered, tier: Tier) -> String {
        tiered.reply(&Request { tier, ..question() }, &mut Quiet).await.unwrap().model
    }

    #[tokio::test]
    async fn each_tier_has_its_model_and_one_that_is_not_there_is_answered_by_the_balanced_one() {
        let (small, usual): (Arc<dyn Model>, Arc<dyn Model>) =
            (Arc::new(Named("small", 32_000)), Arc::new(Named("usual", 200_000)));
        let tiered =
            Tiered::new(Tiers { fast: Some(Arc::clone(&small)), balanced: Arc::clone(&usual), deep: None });
        assert_eq!(answers(&tiered, Tier::Fast).await, "small");
        assert_eq!(answers(&tiered, Tier::Balanced).await, "usual");
        assert_eq!(answers(&tiered, Tier::Deep).await, "usual");
        assert_eq!(tiered.name(), "usual");
        assert_eq!(tiered.window(), 32_000, "whoever answers must be able to take it in");
        let alone = Tiered::new(Tiers { fast: None, balanced: usual, deep: None });
        assert_eq!((answers(&alone, Tier::Fast).await.as_str(), alone.window()), ("usual", 200_000));
    }
}
