//! Whether what goes to somebody was meant for them: an order can name several things and several people.

use kernel::{Deed, Sink, SinkKind, TargetState};

use super::objects::{runs, title_runs};
use super::orders::{Order, Run};
use super::people::runs_of;
use super::{Case, Objection};

/// Beside these a file is named to go along.
const ATTACHED: &[&str] =
    &["attached", "attach", "attachment", "attaching", "enclosed", "anhang", "angehängt", "joint", "adjunto"];

impl Case<'_> {
    /// Files that go along were named for it, or given by the requester.
    pub(super) fn enclosures(&self) -> Vec<Objection> {
        let goes_along = |name: &str, order: &Order| {
            let mut runs = title_runs(name, order).into_iter();
            runs.any(|run| order.asks_at(run).ask_for(Deed::Post) || order.has_beside(run, ATTACHED))
        };
        let named = |sink: &&Sink| {
            self.asked.given.iter().any(|given| given == &sink.value)
                || self.asked.orders.iter().any(|order| goes_along(&sink.value, order))
        };
        self.sinks(SinkKind::Enclosed).filter(|sink| !named(sink)).map(Objection::not_named_file).collect()
    }

    /// "Share the plan with Ben and send the costs to Ana": what is for Ana is not for Ben.
    pub(super) fn apart(&self, others: &[&Sink]) -> Vec<Objection> {
        let shared = self
            .flow
            .targets
            .iter()
            .filter(|target| self.flow.deed == Deed::Share && target.state == TargetState::There);
        let mut things: Vec<(String, Vec<Vec<Run>>)> = Vec::new();
        for target in shared {
            let places = self.asked.orders.iter().map(|order| runs(target, order, &self.asked.roster));
            things.push((target.names.first().cloned().unwrap_or_default(), places.collect()));
        }
        for file in self.sinks(SinkKind::Enclosed) {
            if !self.asked.given.contains(&file.value) {
                let places = self.asked.orders.iter().map(|order| title_runs(&file.value, order));
                things.push((file.value.clone(), places.collect()));
            }
        }
        let mut found = Vec::new();
        for sink in others {
            let people = |order: &Order| runs_of(&sink.value, order, &self.asked.roster);
            let theirs: Vec<Vec<Run>> = self.asked.orders.iter().map(people).collect();
            // Whoever was not named, and what was not, is spoken of elsewhere.
            if theirs.iter().all(Vec::is_empty) {
                continue;
            }
            let meant = |places: &[Vec<Run>]| {
                let mut orders = self.asked.orders.iter().zip(places).zip(&theirs);
                orders.any(|((order, things), people)| {
                    // "Tell Ben that it is done, and attach the plan" speaks of one mail.
                    let goes_along = |thing: &Run| {
                        order.has_beside(*thing, ATTACHED)
                            && !self.asked.roster.anybody_in(order, order.beside(*thing))
                    };
                    let beside = |thing: &Run| {
                        people.iter().any(|one| order.are_together(*thing, *one)) || goes_along(thing)
                    };
                    things.iter().any(beside)
                })
            };
            let unmeant = things.iter().filter(|(_, places)| places.iter().any(|runs| !runs.is_empty()));
            let unmeant = unmeant.filter(|(_, places)| !meant(places));
            found.extend(unmeant.map(|(name, _)| Objection::meant_for_others(sink, name)));
        }
        found
    }
}
