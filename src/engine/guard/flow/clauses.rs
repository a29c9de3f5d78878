//! What each clause of somebody's words asks for, and how far that reaches. What is not plainly an order is none: a
//! question, a condition, a statement, and everything behind "instead of", "whether" or "that".

use kernel::Deed;

use super::reading::{JOINERS, Joint, Place, Reading, Word};
use super::verbs::{self, Spoken, Verbs, is_verb};

#[derive(Clone, Debug)]
pub(super) struct Clause {
    pub(super) verbs: Verbs,
    /// The clause that says so: what has no verb of its own belongs to the one before.
    pub(super) head: usize,
    /// The word behind which whoever is meant may stand at once: "tell Ana".
    pub(super) verb: Option<usize>,
    /// The word from which on it asks for nothing any more.
    pub(super) until: usize,
    pub(super) says: Says,
    /// What stands before it.
    pub(super) joint: Joint,
}

/// What kind of clause it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// It has the verb of an order.
    Utterance,
    /// It says what is not to be done.
    Forbidden,
    /// It belongs to the one before: "send it to Ana, *Ben* and *Cara*".
    GoesOn,
    /// It says in what, and belongs to the one behind it: "*In Team plan*, replace …".
    Where,
    /// A greeting, a question, a statement.
    Else,
}

/// Behind these nothing is asked for: somebody else is spoken of, or another matter.
const LIMITS: &str = "instead rather except excepting excluding but besides beside without before after unless until till \
    because since while whereas as than although though apart minus versus not \
    statt anstatt anstelle außer ohne bevor ehe vor nach nachdem bis weil damit während sondern aber nicht \
    sauf excepté hormis sans avant après lieu plutôt parce mais pas salvo excepto sin antes después vez lugar porque menos \
    pero";
/// Behind these stands what somebody is to be told.
const THAT: &str = "that saying dass daß que";
/// Behind these stands what somebody wants to know.
const WHETHER: &str = "whether who whom whose what which where why how ob wer was wen wem wessen welche welcher welches wo \
    warum wie qui quoi quel quelle où pourquoi quien quién quienes qué cuál dónde cómo";
/// With these nothing in the sentence is asked for yet.
const CONDITIONS: &str =
    "if when whenever unless provided supposing falls wenn sofern sobald si quand cuando";
const NEGATIONS: &str = "dont not never without nobody no none nothing neither nor nicht nie niemals kein keine keinen keinem \
    niemand ohne pas jamais ne ni aucun aucune sin nunca nadie ningún ninguna jamás stop avoid cannot forget";
/// With these a clause says something by itself.
const FINITE: &str = "is are was were be been has have had will would can could may might must should shall do does did \
    gets get got goes went comes came wants want needs need says said thinks knows knew asks asked wrote sent keeps keep \
    stays i he she they we it you there \
    ist sind war waren hat haben wird werden kann können darf soll muss will ich er sie es wir ihr \
    est sont était ont peut doit je il elle nous ils es son era ha han puede debe yo él ella";
/// Words that carry nothing by themselves, beside which a name may stand.
const FUNCTION: &str = "the a an my our your his her their this these those to with for of in on at into from about and or also \
    too please today tomorrow now by both all cc bcc via as \
    der die das den dem des ein eine einen mein meine unser unsere an mit für von zu zum zur in im am auf und oder auch bitte \
    heute morgen le la les un une mon ma mes notre à au aux avec pour de du des dans sur et ou aussi el los las una mi \
    nuestro a al con para del en y o también hoy mañana one two three four five six seven eight nine ten eleven twelve";

/// With these a sentence may begin that says in what something is to be written.
const INSIDE: &str = "in within inside im dans en";
/// What may stand before the name of it.
const KINDS: &str = "the my our document doc file sheet spreadsheet der die das dem meinem meiner unserem unserer dokument \
    datei tabelle le la mon ma notre fichier el mi nuestro documento archivo";
/// A name may go on in small letters for so many words.
const SMALL_LETTERS: usize = 2;

pub(super) fn is_among(words: &str, word: &str) -> bool {
    words.split_ascii_whitespace().any(|one| one == word)
}

fn is_negation(word: &str) -> bool {
    is_among(NEGATIONS, word) || word.ends_with("n't")
}

/// Whether a word makes a statement of those around it, or the opposite of one.
pub(super) fn says_something(word: &str) -> bool {
    is_negation(word) || is_among(FINITE, word)
}

/// How a clause ends early.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limit {
    None,
    Aside,
    /// "that …", "to write …": what comes next may belong to it.
    Content,
    /// "whether …": all that comes may belong to it.
    Question,
}

/// All clauses, in their order.
pub(super) fn clauses(reading: &Reading) -> Vec<Clause> {
    let mut found: Vec<Clause> = Vec::new();
    let mut sentence = Mood::default();
    for (clause, joint) in reading.joints.iter().enumerate() {
        if *joint == Joint::Sentence {
            sentence = Mood::of(reading, clause);
        }
        let here = Here::of(reading, clause);
        let place = found.last_mut().filter(|before| before.says == Says::Where && *joint != Joint::Sentence);
        sentence.closed |= place.is_some() && *joint != Joint::Comma;
        let Some(place) = place else {
            let says_where = *joint == Joint::Sentence && !sentence.closed && says_where(reading, clause);
            let next = if says_where { here.place() } else { sentence.judge(&here, *joint, found.last()) };
            found.push(next);
            continue;
        };
        let mut next = sentence.judge(&here, *joint, Some(&*place));
        next.verbs = next.verbs.inside();
        if next.says == Says::Utterance {
            (place.head, place.verbs) = (clause, next.verbs.clone());
        }
        // What more the sentence asks for may be meant for then, or for there, and not for what it names.
        sentence.closed = true;
        found.push(next);
    }
    found
}

/// Whether a clause says nothing but in what: "In the document Team plan". Neither "in case of fire" nor "in March".
fn says_where(reading: &Reading, clause: usize) -> bool {
    let mut words = reading.words.iter().filter(|word| word.clause == clause);
    let begins =
        words.next().is_some_and(|word| word.place == Place::Utterance && is_among(INSIDE, &word.text));
    let (mut named, mut small) = (false, 0);
    for word in words {
        let text = word.text.as_str();
        let is_name = word.place == Place::Quoted || (word.titled && !verbs::is_day(text));
        let goes_on = named && !word.titled && !is_aside(text);
        if word.place == Place::Passage || word.form.possessive || word.form.address {
            return false;
        } else if is_name {
            named = true;
        } else if goes_on && small < SMALL_LETTERS {
            small += 1;
        } else if named || !is_among(KINDS, text) {
            return false;
        }
    }
    begins && named
}

/// Whether something else is spoken of from this word on.
fn is_aside(word: &str) -> bool {
    says_something(word) || [LIMITS, THAT, WHETHER, CONDITIONS].iter().any(|words| is_among(words, word))
}

/// The words of one clause that may ask for something.
struct Here<'a> {
    clause: usize,
    /// With their places; a name is empty, because it is no verb.
    words: Vec<(usize, &'a str)>,
    /// Where the clause ends.
    end: usize,
}

impl<'a> Here<'a> {
    fn of(reading: &'a Reading, clause: usize) -> Self {
        let of_clause = reading.words.iter().enumerate().filter(|(_, word)| word.clause == clause);
        let end = of_clause.clone().next_back().map_or(0, |(at, _)| at + 1);
        let words = of_clause.filter(|(_, word)| word.place == Place::Utterance);
        let words = words.map(|(at, word)| (at, if word.titled { "" } else { word.text.as_str() }));
        Self { clause, words: words.collect(), end }
    }

    /// As a clause that says in what; what is asked for is said behind it.
    fn place(&self) -> Clause {
        Clause {
            verbs: Verbs::default(),
            head: self.clause,
            verb: None,
            until: self.end,
            says: Says::Where,
            joint: Joint::Sentence,
        }
    }

    /// Where it asks for nothing any more, when its verb is the word so far from its beginning.
    fn limit(&self, verb: usize) -> (usize, Limit) {
        let rest = self.words.iter().enumerate().skip(verb);
        for (place, (at, word)) in rest {
            let next = self.words.get(place + 1).map_or("", |(_, next)| *next);
            let kind = match *word {
                word if is_among(THAT, word) => Limit::Content,
                "to" | "zu" | "de" | "à" if is_verb(next) => Limit::Content,
                word if is_among(WHETHER, word) => Limit::Question,
                word if is_among(LIMITS, word) || is_negation(word) => Limit::Aside,
                _ => continue,
            };
            return (*at, kind);
        }
        (self.end, Limit::None)
    }

    fn before(&self, until: usize) -> impl Iterator<Item = &'a str> {
        self.words.iter().filter(move |(at, _)| *at < until).map(|(_, word)| *word)
    }
}

/// Whether a sentence still asks for things.
#[derive(Default)]
struct Mood {
    /// A question, a statement or a condition stands before.
    closed: bool,
    /// Somebody is to be told something, and what follows "and" may belong to that.
    telling: bool,
}

impl Mood {
    fn of(reading: &Reading, first: usize) -> Self {
        let last = reading.joints.iter().skip(first + 1).position(|joint| *joint == Joint::Sentence);
        let last = last.map_or(reading.joints.len(), |more| first + 1 + more);
        let clauses = || (first..last).map(|clause| Here::of(reading, clause));
        let conditional = clauses().any(|here| {
            let (until, limit) = here.limit(0);
            let end = if limit == Limit::Content { until } else { here.end };
            here.before(end).any(|word| is_among(CONDITIONS, word))
        });
        let asks = reading.questions.iter().any(|clause| (first..last).contains(clause));
        let mut says = clauses().filter(|here| here.clause != first || !says_where(reading, first));
        let requests = says.next().is_some_and(|here| verbs::is_request(&texts(&here)));
        Self { closed: conditional || (asks && !requests), telling: false }
    }

    fn judge(&mut self, here: &Here<'_>, joint: Joint, before: Option<&Clause>) -> Clause {
        let spoken = verbs::spoken(&texts(here));
        let place = if let Spoken::Utterance { at, .. } = &spoken { *at + 1 } else { 0 };
        let (until, limit) = here.limit(place);
        let clause = |says: Says, verbs: Verbs, verb: Option<usize>| Clause {
            verbs,
            head: here.clause,
            verb,
            until,
            says,
            joint,
        };
        let stated = match spoken {
            Spoken::Utterance { verbs, behind, .. } => {
                let governed = self.closed || (self.telling && joint == Joint::Joiner);
                self.telling = limit == Limit::Content || (self.telling && governed);
                self.closed |= limit == Limit::Question;
                if governed {
                    return clause(Says::Else, Verbs::default(), None);
                }
                let verb = here.words.get(behind).map(|(at, _)| *at);
                return clause(Says::Utterance, verbs, verb);
            }
            Spoken::Forbidden => return clause(Says::Forbidden, Verbs::default(), None),
            Spoken::Nothing => {
                let finite = here.before(until).any(|word| is_among(FINITE, word));
                finite || here.before(here.end).any(is_negation) || limit == Limit::Question
            }
            Spoken::Question => true,
        };
        if let Some(before) = before.filter(|_| joint != Joint::Sentence && !stated) {
            let goes_on = matches!(before.says, Says::Utterance | Says::GoesOn);
            let verbs = if goes_on { before.verbs.clone() } else { Verbs::default() };
            return Clause { head: before.head, ..clause(Says::GoesOn, verbs, None) };
        }
        // "Tell Ana that it is late, the room is 4": the words told go on, and another request may follow.
        let told = self.telling && joint == Joint::Comma;
        let greets = joint == Joint::Sentence && verbs::greets(&texts(here));
        self.closed |= !told && !greets;
        clause(Says::Else, Verbs::default(), None)
    }
}

fn texts<'a>(here: &Here<'a>) -> Vec<&'a str> {
    here.words.iter().map(|(_, word)| *word).collect()
}

/// Whether a name that stands in a clause without a verb of its own goes on with what was asked for before: nothing but
/// small words stand beside it.
pub(super) fn goes_on(words: &[Word], (from, to): (usize, usize), until: usize) -> bool {
    let Some(clause) = words.get(from).map(|word| word.clause) else { return false };
    let is_small = |word: &Word| {
        word.titled
            || word.place != Place::Utterance
            || word.form.address
            || is_among(FUNCTION, &word.text)
            || word.text.chars().all(|letter| letter.is_ascii_digit())
    };
    let first = words.iter().position(|word| word.clause == clause).unwrap_or(from);
    let opens = (first..from)
        .find(|at| words.get(*at).is_some_and(|word| !JOINERS.contains(&word.text.as_str())))
        .and_then(|at| words.get(at));
    let before = words.get(from.wrapping_sub(1)).filter(|word| word.clause == clause);
    let behind = words.get(to).filter(|word| word.clause == clause && to < until);
    let is_beside =
        |word: Option<&Word>| word.is_none_or(|word| is_small(word) || JOINERS.contains(&word.text.as_str()));
    opens.is_none_or(is_small) && is_beside(before) && is_beside(behind)
}

/// Behind these stands whoever gets it.
const TO: &str = "to an à a cc bcc invite attendees guests people following these both also";
/// The same, where something is done together.
const WITH: &str = "with mit avec con between";

/// Whether somebody who is named here is named as the one it is for: right behind the verb, or behind "to", or in a list
/// that begins there. "Send Ana the mail of Ben and Cara" is for Ana.
pub(super) fn is_for(words: &[Word], clauses: &[Clause], from: usize, deed: Deed) -> bool {
    let small = !words.iter().any(|word| word.titled);
    let with = matches!(deed, Deed::Share | Deed::Schedule | Deed::Make | Deed::Arrange);
    let mut at = from;
    while let Some(word) = at.checked_sub(1).and_then(|before| words.get(before).map(|word| (before, word))) {
        let (place, word) = word;
        let clause = clauses.get(word.clause);
        if clause.is_some_and(|clause| clause.verb == Some(place)) {
            return true;
        }
        let text = word.text.as_str();
        if word.place == Place::Utterance && !word.titled {
            if is_among(TO, text) || (with && is_among(WITH, text)) {
                return true;
            }
            let is_name = word.form.address || (small && !verbs::is_common(text));
            if !is_name && !JOINERS.contains(&text) && text != "or" {
                return false;
            }
        }
        at = place;
    }
    false
}
