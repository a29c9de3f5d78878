//! The flow rules: whether what a call does follows from the requester's own words. Pure; looks up nothing, and knows no
//! tool. Where it cannot tell, it objects.

mod clauses;
mod lengths;
mod manners;
mod moments;
mod objection;
mod objects;
mod origin;
mod passages;
mod people;
mod reading;
mod reason;
mod requester;
mod rewritten;
mod terms;
mod text;
mod together;
mod utterance;
mod verbs;

use kernel::{
    Alarm, Deed, Flow, Integrity, Label, Sink, SinkKind, Source, Span, Target, TargetState, Term, TermKind,
    TermRole,
};

use objection::Spoken;
pub(crate) use objection::{Objection, Rule};
pub(crate) use origin::{Seen, with_origins};
pub(crate) use people::Roster;
pub(crate) use reason::reason;
pub(crate) use requester::Requester;
pub(crate) use rewritten::Rewritten;
use utterance::WordRange;
pub(crate) use utterance::{Utterance, words_of};

use crate::guard::lookalike::domain_of;
use crate::guard::lookalike::likeness;
use manners::Manners;
use moments::Moments;
use objects::is_named;
use people::{named as person_named, runs_of};
use terms::{repeats, roles};
use text::{is_own, is_own_title, strange_addresses, written, wrote};

/// A call before it runs.
pub(crate) struct Case<'a> {
    pub(crate) flow: &'a Flow,
    /// What the model has read by now.
    pub(crate) context: &'a Label,
    pub(crate) asked: &'a Requester,
    /// How often the same was done in this turn without asking.
    pub(crate) before: usize,
}

/// Everything that speaks against doing it without a question, what matters most first.
pub(crate) fn objections(case: &Case<'_>) -> Vec<Objection> {
    if case.flow.deed == Deed::Unnamed {
        return vec![Objection::unknown()];
    }
    let others = case.others();
    // Colleagues who see it by an organisation-wide default are no destination that must be named. What was read must
    // not get there unseen all the same.
    let readers: Vec<&Sink> = others.iter().copied().chain(case.sinks(SinkKind::Organisation)).collect();
    let strange = case.strange_words();
    let mut found = Vec::new();
    found.extend(case.fetches());
    found.extend(case.told_outside());
    if others.is_empty() && !case.reaches_the_thread() {
        // Where nobody else has spoken, nobody else can want something hidden.
        let tainted = case.context.has_a_strangers_words();
        if case.flow.deed == Deed::Destroy || (case.flow.deed == Deed::Hide && tainted) {
            found.extend(case.unnamed_targets());
        }
        if tainted && !readers.is_empty() {
            found.extend(case.leading_elsewhere());
            found.extend(case.unreadable(&readers, &strange, &[]));
            found.extend(case.a_strangers(&strange));
        }
        return found;
    }
    let endorsement = case.endorsed(&others, &strange);
    found.extend(endorsement.objections);
    found.extend(case.unnamed_targets());
    found.extend(case.broken_terms());
    found.extend(case.leading_elsewhere());
    found.extend(case.enclosures());
    found.extend(case.apart(&others));
    found.extend(case.unreadable(&readers, &strange, &endorsement.directly));
    found.extend(case.a_strangers(&strange));
    if found.is_empty() && case.before >= endorsement.uses {
        found.push(Objection::again());
    }
    found
}

/// What is known about the destinations.
struct Endorsement {
    objections: Vec<Objection>,
    /// Those whom the requester named themselves.
    directly: Vec<String>,
    /// How often it was asked for.
    uses: usize,
}

impl Case<'_> {
    fn sinks(&self, kind: SinkKind) -> impl Iterator<Item = &Sink> {
        self.flow.sinks.iter().filter(move |sink| sink.kind == kind)
    }

    fn words(&self) -> impl Iterator<Item = &Sink> {
        self.flow.sinks.iter().filter(|sink| sink.is_words())
    }

    /// Everybody else it reaches.
    fn others(&self) -> Vec<&Sink> {
        let is_own = |sink: &&Sink| self.asked.own.iter().any(|own| own.eq_ignore_ascii_case(&sink.value));
        self.sinks(SinkKind::Recipient).filter(|sink| !is_own(sink)).collect()
    }

    fn reaches_the_thread(&self) -> bool {
        self.sinks(SinkKind::Thread).next().is_some()
    }

    /// Texts for others that the requester did not write.
    fn strange_words(&self) -> Vec<&Sink> {
        // Where nothing was read, whatever the model says is made of the requester's words.
        if !self.context.has_a_strangers_words() {
            return Vec::new();
        }
        self.words().filter(|sink| !self.is_own(sink)).collect()
    }

    fn is_own(&self, sink: &Sink) -> bool {
        let utterances = &self.asked.utterances;
        let addressees = self.sinks(SinkKind::Recipient).map(|sink| sink.value.as_str());
        let manners = Manners::between(&self.asked.name, addressees, &self.asked.roster);
        if self.flow.deed == Deed::Look {
            return wrote(&sink.value, utterances, &manners);
        }
        let is_meant = self.meant();
        if is_own(&sink.value, utterances, &manners, &is_meant) {
            return true;
        }
        let is_title = sink.kind == SinkKind::Title;
        // What somebody is told is told as a whole; what is written down may be a word.
        let is_told = matches!(self.flow.deed, Deed::Send | Deed::Draft | Deed::Comment | Deed::Post);
        let there = self.flow.targets.iter().filter(|target| is_title && target.state == TargetState::There);
        let known: Vec<String> = there.flat_map(|target| target.names.clone()).collect();
        (is_title || !is_told) && is_own_title(&sink.value, utterances, &known, &is_meant)
    }

    /// Rule 1: every destination was named, or all of them are those who have a part in what was named, and the words
    /// are the requester's own.
    fn endorsed(&self, others: &[&Sink], strange: &[&Sink]) -> Endorsement {
        let (mut directly, mut rest, mut uses) = (Vec::new(), Vec::new(), usize::MAX);
        let mut found = Vec::new();
        for sink in others {
            if let Some(words) = likeness(&sink.value, self.asked) {
                found.push(Objection::looks_alike(sink, words));
            }
            let named = person_named(
                &sink.value,
                self.flow.deed,
                (&self.asked.utterances, &self.asked.own),
                &self.asked.roster,
            );
            match named.filter(|_| sink.value != Sink::ANYONE) {
                Some((_, times)) => {
                    uses = uses.min(times);
                    directly.push(sink.value.to_lowercase());
                }
                None if self.asked.rewritten.typed(&sink.value) => {
                    uses = uses.min(1);
                    directly.push(sink.value.to_lowercase());
                }
                None => rest.push(*sink),
            }
        }
        if rest.is_empty() {
            return Endorsement { objections: found, directly, uses };
        }
        let takes_part = |target: &Target, sink: &Sink| {
            target.people.iter().any(|one| one.eq_ignore_ascii_case(&sink.value))
                && self.may_take_part(&sink.value)
        };
        let among = self.flow.targets.iter().any(|target| {
            target.state == TargetState::There
                && rest.iter().all(|sink| takes_part(target, sink))
                && self.is_meant_with_its_people(target, &rest)
        });
        found.extend(match (among, strange.first()) {
            (true, None) => Vec::new(),
            (true, Some(words)) => vec![Objection::not_own_words(words, self.written_before(words))],
            (false, _) => {
                rest.iter().map(|sink| Objection::nobody_named(sink, self.person_before(sink))).collect()
            }
        });
        Endorsement { objections: found, directly, uses: uses.min(1) }
    }

    /// A file has the name that its owner gave it: whoever can open it from outside is not meant by that name. With a
    /// mail or an event, it is those who have it that one answers.
    fn may_take_part(&self, address: &str) -> bool {
        match self.flow.deed {
            Deed::Send | Deed::Draft | Deed::Schedule | Deed::Respond | Deed::Destroy => true,
            _ => self.asked.homes.contains(&domain_of(address)),
        }
    }

    /// Rules 2 and 3: what is changed for others, or goes away, was named where it was asked for.
    fn unnamed_targets(&self) -> Vec<Objection> {
        let there = self.flow.targets.iter().filter(|target| target.state == TargetState::There);
        let unnamed = there.filter(|target| {
            !is_named(target, Some(self.flow.deed), &self.asked.utterances, &self.asked.roster)
        });
        let mut found: Vec<Objection> = unnamed
            .map(|target| {
                let spoken =
                    self.spoken(&|utterances| is_named(target, None, utterances, &self.asked.roster));
                Objection::not_named(target, self.flow.deed, spoken)
            })
            .collect();
        if self.flow.targets.is_empty() && self.flow.deed.is_destructive() {
            found.push(Objection::unknown());
        }
        found
    }

    /// Where the requester spoke of something, as this tells for some of their messages.
    fn spoken(&self, of_it: &dyn Fn(&[Utterance]) -> bool) -> Spoken {
        match (of_it(&self.asked.utterances), of_it(&self.asked.earlier)) {
            (true, _) => Spoken::Here,
            (false, true) => Spoken::Earlier,
            (false, false) => Spoken::Nowhere,
        }
    }

    fn person_before(&self, sink: &Sink) -> Spoken {
        let names = |order: &Utterance| !runs_of(&sink.value, order, &self.asked.roster).is_empty();
        self.spoken(&|utterances| utterances.iter().any(names))
    }

    fn written_before(&self, sink: &Sink) -> Spoken {
        self.spoken(&|utterances| written(&sink.value, utterances, &Manners::default()).is_some())
    }

    /// Rule 4.
    fn broken_terms(&self) -> Vec<Objection> {
        let broken = self.unwritten_terms();
        if broken.is_empty() {
            return Vec::new();
        }
        // The same with everything they wrote tells what they wrote before.
        let utterances = self.asked.earlier.iter().chain(&self.asked.utterances).cloned().collect();
        let all = Requester { utterances, ..self.asked.clone() };
        let with_all = Case { asked: &all, ..*self };
        let never = with_all.unwritten_terms();
        let spoken = |term: &Term| if never.contains(&term) { Spoken::Nowhere } else { Spoken::Earlier };
        broken.into_iter().map(|term| Objection::not_the_terms(term, spoken(term))).collect()
    }

    fn unwritten_terms(&self) -> Vec<&Term> {
        if self.flow.terms.is_empty() {
            return Vec::new();
        }
        let read = |order: &Utterance| Moments::read(&order.raw, self.asked.today);
        let moments = self.asked.utterances.iter().map(read).fold(Moments::default(), Moments::and);
        let holds = |term: &&Term| match &term.what {
            TermKind::Span(span) => self.agree(&moments, span),
            TermKind::Repeats(rule) => self.mentions(repeats(rule)),
            TermKind::Role(role) => *role == TermRole::Reader || self.mentions(roles(role)),
            TermKind::Loses(what) => self.gives_up(what),
        };
        self.flow.terms.iter().filter(|term| !holds(term)).collect()
    }

    /// Somebody is taken out by name; words are changed or taken out by a verb that says so.
    fn gives_up(&self, what: &str) -> bool {
        let Requester { utterances, own, roster, .. } = self.asked;
        if what.contains('@') {
            return person_named(what, Deed::Destroy, (utterances, own), roster).is_some();
        }
        let asks = |order: &Utterance| order.asks_for(Deed::Destroy) || order.asks_for(Deed::Revise);
        utterances.iter().any(asks)
    }

    fn agree(&self, moments: &Moments, span: &Span) -> bool {
        moments.agree(span, self.asked.today)
    }

    /// Whether one of these stands where this is asked for, beside what it is asked for.
    fn mentions(&self, words: &[&str]) -> bool {
        let there = || self.flow.targets.iter().filter(|target| target.state == TargetState::There);
        self.asked.utterances.iter().any(|order| {
            let things: Vec<WordRange> =
                there().flat_map(|target| objects::runs(target, order, &self.asked.roster)).collect();
            let beside = |run: &WordRange| {
                things.is_empty() || things.iter().any(|one| order.are_together(*one, *run))
            };
            let said = words.iter().flat_map(|word| order.runs(&words_of(word)));
            said.filter(beside).any(|run| order.asks_at(run).ask_for(self.flow.deed))
        })
    }

    /// Rule 5: nothing in a text for others leads where the requester did not point.
    fn leading_elsewhere(&self) -> Vec<Objection> {
        let texts = self.words().flat_map(|sink| {
            let strange = strange_addresses(&sink.value, &self.asked.utterances);
            let strange = strange.into_iter().filter(|address| !self.asked.rewritten.typed(address));
            strange.map(|address| {
                let spoken = self.spoken(&|utterances| strange_addresses(&address, utterances).is_empty());
                Objection::strange_address(sink, &address, spoken)
            })
        });
        texts.collect()
    }

    fn fetches(&self) -> Vec<Objection> {
        let wrote = |value: &str| self.asked.utterances.iter().any(|order| order.raw.contains(value));
        self.sinks(SinkKind::Fetch).filter(|sink| !wrote(&sink.value)).map(Objection::fetches).collect()
    }

    /// Rule 6 for a service outside: it is asked with the requester's own words, or with words of what it could read
    /// anyway. What it said itself it may be asked about.
    fn told_outside(&self) -> Vec<Objection> {
        let new_to_it = self
            .sinks(SinkKind::Outside)
            .filter(|sink| self.context.alarm == Alarm::Loud || !self.context.readers.include(&sink.value));
        let new_to_it: Vec<&Sink> = new_to_it.collect();
        if new_to_it.is_empty() {
            return Vec::new();
        }
        let Some(strange) = self.strange_words().into_iter().next() else { return Vec::new() };
        let spoken = self.written_before(strange);
        new_to_it
            .into_iter()
            .map(|sink| Objection::told_outside(sink, strange, self.context, spoken))
            .collect()
    }

    /// Rule 6: whoever gets words that were made of something could read that already, or the requester named both.
    fn unreadable(&self, others: &[&Sink], strange: &[&Sink], directly: &[String]) -> Vec<Objection> {
        if strange.is_empty() {
            return Vec::new();
        }
        let named = |source: &Source| {
            let target = Target::named("", source.names.iter().cloned()).by(source.authors.iter().cloned());
            is_named(&target, None, &self.asked.utterances, &self.asked.roster)
        };
        // The same for everybody it reaches, and not cheap to find out.
        let sources: Vec<(&Source, bool)> =
            self.context.sources.iter().map(|source| (source, named(source))).collect();
        let mut found = Vec::new();
        for sink in others {
            let new_to_them = sources.iter().filter(|(source, _)| !source.readers.include(&sink.value));
            let by_name = directly.contains(&sink.value.to_lowercase());
            let secret = new_to_them.filter(|(_, named)| !(by_name && *named)).map(|(source, _)| *source);
            let secret: Vec<&Source> = secret.collect();
            if let Some(source) = secret.first() {
                found.push(Objection::cannot_read(sink, source, secret.len()));
            } else if self.context.sources.is_empty() && !self.context.readers.include(&sink.value) {
                found.push(Objection::cannot_read_something(sink));
            }
        }
        found
    }

    /// Words in the requester's name that may be a stranger's are looked at before they go.
    fn a_strangers(&self, strange: &[&Sink]) -> Vec<Objection> {
        let mut found = Vec::new();
        if let Some(sink) = strange.first().filter(|_| self.context.integrity < Integrity::Org) {
            found.push(Objection::may_be_a_strangers(sink, self.context));
        }
        if self.context.alarm == Alarm::Loud {
            found.push(Objection::alarmed(self.context));
        }
        found
    }
}

#[cfg(test)]
pub(crate) mod tests;
