//! Whether what goes to somebody was meant for them: an order can name several things and several people.

use kernel::{Deed, Sink, SinkKind, Target, TargetState};

use super::clauses::Says;
use super::objects::{author_runs, runs, title_runs};
use super::people::runs_of;
use super::utterance::{Utterance, WordRange};
use super::{Case, Objection, Requester};
use crate::guard::lookalike::domain_of;

/// Beside these a file is named to go along.
const ATTACHED: &[&str] =
    &["attached", "attach", "attachment", "attaching", "enclosed", "anhang", "angehängt", "joint", "adjunto"];

impl Case<'_> {
    /// Tells the clauses in which something is asked for with everybody whom this reaches: words of another one are for
    /// somebody else.
    pub(super) fn meant(&self) -> impl Fn(&Utterance, usize) -> bool {
        let others = self.others();
        let Requester { roster, rewritten, .. } = self.asked;
        let deed = self.flow.deed;
        let heads = move |order: &Utterance, sink: &Sink| -> Vec<usize> {
            let people =
                runs_of(&sink.value, order, roster).into_iter().filter(|run| order.is_for(*run, deed));
            let has_part = |target: &&Target| {
                target.state == TargetState::There
                    && target.people.iter().any(|one| one.eq_ignore_ascii_case(&sink.value))
            };
            let targets = self.flow.targets.iter().filter(has_part);
            let targets = targets.flat_map(|target| runs(target, order, roster));
            let targets = targets.filter(|run| order.asks_at(*run).ask_for(deed));
            people.chain(targets).map(|run| order.head(run)).collect()
        };
        move |order: &Utterance, clause: usize| {
            let Some(head) = order.clauses.get(clause).map(|clause| clause.head) else { return false };
            let is_one = |head: usize| {
                let mut others = others.iter().filter(|sink| !rewritten.typed(&sink.value));
                others.all(|sink| heads(order, sink).contains(&head))
            };
            // "Write to Ana and say that …"
            let before =
                || order.order_before(head).filter(|_| !roster.anybody_in(order, order.within(head)));
            order.clauses.get(clause).is_some_and(|clause| clause.says != Says::Forbidden)
                && (is_one(head) || before().is_some_and(is_one))
        }
    }

    /// Whether a thing is named where this is asked for, so that those who have a part in it are meant. Nobody else is named
    /// there, and whoever writes from outside is: what their mail is called they choose themselves.
    pub(super) fn is_meant_with_its_people(&self, target: &Target, people: &[&Sink]) -> bool {
        let Requester { utterances, roster, homes, .. } = self.asked;
        let is_told = matches!(self.flow.deed, Deed::Send | Deed::Draft);
        let outside = is_told && people.iter().any(|sink| !homes.contains(&domain_of(&sink.value)));
        utterances.iter().any(|order| {
            let mut places = runs(target, order, roster).into_iter();
            places.any(|run| {
                let head = order.head(run);
                let authors = author_runs(target, order, roster);
                order.asks_at(run).ask_for(self.flow.deed)
                    && !(is_told && roster.anybody_but(order, head, &target.people))
                    && (!outside || authors.into_iter().any(|author| order.head(author) == head))
            })
        })
    }

    /// Files that go along were named for it, or given by the requester.
    pub(super) fn enclosures(&self) -> Vec<Objection> {
        let goes_along = |name: &str, order: &Utterance| {
            let mut runs = title_runs(name, order).into_iter();
            runs.any(|run| order.asks_at(run).ask_for(Deed::Post) || order.has_beside(run, ATTACHED))
        };
        let named = |sink: &&Sink| {
            self.asked.given.iter().any(|given| given == &sink.value)
                || self.asked.utterances.iter().any(|order| goes_along(&sink.value, order))
        };
        let spoken = |sink: &Sink| {
            self.spoken(&|utterances| {
                utterances.iter().any(|order| !title_runs(&sink.value, order).is_empty())
            })
        };
        self.sinks(SinkKind::Enclosed)
            .filter(|sink| !named(sink))
            .map(|sink| Objection::not_named_file(sink, spoken(sink)))
            .collect()
    }

    /// "Share the plan with Ben and send the costs to Ana": what is for Ana is not for Ben.
    pub(super) fn apart(&self, others: &[&Sink]) -> Vec<Objection> {
        let shared = self
            .flow
            .targets
            .iter()
            .filter(|target| self.flow.deed == Deed::Share && target.state == TargetState::There);
        let mut things: Vec<(String, Vec<Vec<WordRange>>)> = Vec::new();
        for target in shared {
            let places = self.asked.utterances.iter().map(|order| runs(target, order, &self.asked.roster));
            things.push((target.names.first().cloned().unwrap_or_default(), places.collect()));
        }
        for file in self.sinks(SinkKind::Enclosed) {
            if !self.asked.given.contains(&file.value) {
                let places = self.asked.utterances.iter().map(|order| title_runs(&file.value, order));
                things.push((file.value.clone(), places.collect()));
            }
        }
        let mut found = Vec::new();
        for sink in others {
            let people = |order: &Utterance| runs_of(&sink.value, order, &self.asked.roster);
            let theirs: Vec<Vec<WordRange>> = self.asked.utterances.iter().map(people).collect();
            // Whoever was not named, and what was not, is spoken of elsewhere.
            if theirs.iter().all(Vec::is_empty) {
                continue;
            }
            let meant = |places: &[Vec<WordRange>]| {
                let mut utterances = self.asked.utterances.iter().zip(places).zip(&theirs);
                utterances.any(|((order, things), people)| {
                    // "Tell Ben that it is done, and attach the plan" speaks of one mail.
                    let goes_along = |thing: &WordRange| {
                        order.has_beside(*thing, ATTACHED)
                            && !self.asked.roster.anybody_in(order, order.beside(*thing))
                    };
                    let beside = |thing: &WordRange| {
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
