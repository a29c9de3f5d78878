//! Reads what somebody wrote into words, clauses and the passages that are to be passed on. Understands none of it.

use super::utterance::bare;

/// One word of somebody's, as it is compared: in small letters, without marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(super) place: Place,
    pub(super) clause: usize,
    /// A capital in the middle of a sentence: a name, and no verb.
    pub(super) titled: bool,
    pub(super) form: Form,
    /// Where it stands in what they wrote.
    pub(super) from: usize,
    pub(super) to: usize,
}

/// How a word is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    /// It begins with a capital, at whatever place.
    pub(super) capital: bool,
    /// "Ana's".
    pub(super) possessive: bool,
    /// It is part of a mail address.
    pub(super) address: bool,
}

/// Where a word stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In what is asked for.
    Utterance,
    /// In quotation marks: a name, or words to be used.
    Quoted,
    /// In words that are to be passed on.
    Passage,
}

/// What stands before a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    Sentence,
    Comma,
    /// "and", "then".
    Joiner,
}

/// Words that somebody is to get as they are: from here to there in what was written, introduced in this clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Passage {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) clause: usize,
}

/// What stands before a colon that introduces a list and not a passage.
pub(super) const INTRODUCE: [&str; 16] = [
    "to",
    "cc",
    "bcc",
    "with",
    "attendees",
    "guests",
    "people",
    "for",
    "an",
    "für",
    "mit",
    "invite",
    "following",
    "these",
    "subject",
    "title",
];
pub(super) const JOINERS: [&str; 9] = ["and", "then", "und", "dann", "et", "puis", "y", "e", "luego"];

/// Whether the next word is the first of its sentence.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Sentence {
    #[default]
    Begins,
    GoesOn,
}

pub(super) struct Reading {
    pub(super) words: Vec<Word>,
    /// What stands before each clause.
    pub(super) joints: Vec<Joint>,
    /// The clauses behind which there is a question mark.
    pub(super) questions: Vec<usize>,
    pub(super) passages: Vec<Passage>,
    word: String,
    begun: usize,
    form: Form,
    clause: usize,
    /// The sign that closes it, and where it was opened.
    quoted: Option<(char, usize)>,
    sentence: Sentence,
    passage: Option<usize>,
    fenced: Option<usize>,
}

impl Reading {
    pub(super) fn new() -> Self {
        Self {
            words: Vec::new(),
            joints: vec![Joint::Sentence],
            questions: Vec::new(),
            passages: Vec::new(),
            word: String::new(),
            begun: 0,
            form: Form::default(),
            clause: 0,
            quoted: None,
            sentence: Sentence::Begins,
            passage: None,
            fenced: None,
        }
    }

    /// One line, which stands there in what they wrote.
    pub(super) fn line(&mut self, line: &str, at: usize) {
        if line.trim_start().starts_with("```") {
            match self.fenced.take() {
                Some(from) => self.passages.push(Passage { from, to: at, clause: self.clause }),
                None => self.fenced = Some(at + line.len() + 1),
            }
            return;
        }
        let mut letters = line.char_indices().peekable();
        while let Some((here, letter)) = letters.next() {
            let next = letters.peek().map(|(_, next)| *next);
            match letter {
                '\'' | '’' if !self.word.is_empty() && next.is_some_and(char::is_alphanumeric) => {
                    self.word.push('\'');
                }
                letter if letter.is_alphanumeric() => {
                    if self.word.is_empty() {
                        self.begun = at + here;
                        self.form.capital = letter.is_uppercase();
                        self.form.address = is_in_an_address(line, here);
                    }
                    self.word.extend(letter.to_lowercase());
                }
                letter => {
                    self.form.possessive = matches!(letter, '\'' | '’') && self.word.ends_with('s');
                    self.end_word(at + here);
                    self.mark((letter, at + here), next);
                }
            }
        }
        self.end_word(at + line.len());
        self.end_clause(Joint::Sentence);
        self.sentence = Sentence::Begins;
    }

    fn mark(&mut self, (letter, at): (char, usize), next: Option<char>) {
        let behind = at + letter.len_utf8();
        let alone = next.is_none_or(char::is_whitespace);
        match (self.quoted, letter) {
            (Some((closes, from)), letter) if letter == closes => {
                self.passages.push(Passage { from, to: at, clause: self.clause });
                self.quoted = None;
            }
            (None, '"') => self.quoted = Some(('"', behind)),
            (None, '“' | '„') => self.quoted = Some((if letter == '„' { '“' } else { '”' }, behind)),
            (None, '«') => self.quoted = Some(('»', behind)),
            (None, ':') if alone => self.begin_passage(behind),
            // An address or a number goes on behind such a sign.
            (None, '.' | '!' | '?') if alone => {
                if letter == '?' && self.passage.is_none() {
                    self.questions.push(self.clause);
                }
                self.end_clause(Joint::Sentence);
                self.sentence = Sentence::Begins;
            }
            (None, ',' | ';' | '-') if alone => self.end_clause(Joint::Comma),
            (None, '(' | ')' | '–' | '—' | '…') => self.end_clause(Joint::Comma),
            (Some(_) | None, _) => {}
        }
    }

    /// "Reply to Ana: …" – what follows is said to Ana, and asks us for nothing.
    fn begin_passage(&mut self, from: usize) {
        let last = self.words.last().map_or("", |word| word.text.as_str());
        if self.passage.is_none() && !INTRODUCE.contains(&last) {
            self.passage = Some(from);
        }
    }

    fn end_word(&mut self, to: usize) {
        if self.word.is_empty() {
            return;
        }
        let written = std::mem::take(&mut self.word);
        let mut form = std::mem::take(&mut self.form);
        form.possessive |= written.ends_with("'s");
        let text = bare(written);
        let place = match (self.passage.is_some() || self.fenced.is_some(), self.quoted) {
            (true, _) => Place::Passage,
            (false, Some(_)) => Place::Quoted,
            (false, None) => Place::Utterance,
        };
        if place == Place::Utterance && JOINERS.contains(&text.as_str()) {
            self.end_clause(Joint::Joiner);
        }
        let titled = form.capital && self.sentence == Sentence::GoesOn;
        self.sentence = Sentence::GoesOn;
        let (clause, from) = (self.clause, self.begun);
        self.words.push(Word { text, place, clause, titled, form, from, to });
    }

    fn end_clause(&mut self, joint: Joint) {
        if self.passage.is_some() {
            return;
        }
        if self.words.last().is_some_and(|word| word.clause == self.clause) {
            self.clause += 1;
            self.joints.push(joint);
        } else if let (Some(last), Joint::Sentence) = (self.joints.last_mut(), joint) {
            *last = joint;
        }
    }

    /// Everything was read; it is so long.
    pub(super) fn finish(&mut self, length: usize) {
        if let Some(from) = self.passage.or(self.fenced) {
            self.passages.push(Passage { from, to: length, clause: self.clause });
        }
    }
}

/// Whether what stands here between blanks is a mail address.
fn is_in_an_address(line: &str, at: usize) -> bool {
    let (before, behind) = line.split_at_checked(at).unwrap_or((line, ""));
    let before = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let behind = behind.split(char::is_whitespace).next().unwrap_or_default();
    before.contains('@') || behind.contains('@')
}
