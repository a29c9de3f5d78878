//! Puts tokens together: `OR` binds its neighbours, braces mean any, brackets group, a minus turns around.

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::Term;
use super::lexer::{Operator, Token};

/// Deeper nesting than any person writes; what is deeper is left out.
const DEEPEST: usize = 50;

/// The meaning of a list of tokens.
pub(super) fn parse(tokens: &[Token]) -> Term {
    let mut parser = Parser { tokens, position: 0 };
    let mut terms = Vec::new();
    while parser.position < tokens.len() {
        terms.extend(parser.sequence(None, 0));
        // A closing sign that nothing opened.
        parser.position += 1;
    }
    Term::All(terms)
}

struct Parser<'a> {
    tokens: &'a [Token],
    position: usize,
}

impl Parser<'_> {
    /// Terms up to the end or to a closing sign, with `OR` already bound.
    fn sequence(&mut self, operator: Option<Operator>, depth: usize) -> Vec<Term> {
        let mut terms: Vec<Term> = Vec::new();
        let mut bind = false;
        while let Some(token) = self.peek() {
            match token {
                Token::Close | Token::CloseBrace => break,
                Token::Or => {
                    self.position += 1;
                    bind = true;
                }
                _ => {
                    let Some(term) = self.term(operator, depth) else { continue };
                    match terms.pop() {
                        Some(Term::Any(mut group)) if bind => {
                            group.push(term);
                            terms.push(Term::Any(group));
                        }
                        Some(last) if bind => terms.push(Term::Any(vec![last, term])),
                        last => terms.extend(last.into_iter().chain([term])),
                    }
                    bind = false;
                }
            }
        }
        terms
    }

    fn term(&mut self, operator: Option<Operator>, depth: usize) -> Option<Term> {
        let token = self.peek()?.clone();
        self.position += 1;
        if depth > DEEPEST {
            return None;
        }
        match token {
            Token::Minus => self.term(operator, depth + 1).map(|term| Term::Not(Box::new(term))),
            Token::Open => Some(Term::All(self.group(operator, depth))),
            Token::OpenBrace => Some(Term::Any(self.group(operator, depth))),
            Token::Operator(inner) => match self.peek() {
                None | Some(Token::Close | Token::CloseBrace | Token::Or | Token::Operator(_)) => None,
                Some(_) => self.term(Some(inner), depth + 1),
            },
            Token::Word(text) | Token::Phrase(text) => {
                let text = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
                (!text.is_empty()).then(|| meaning(operator, text))
            }
            Token::Or | Token::Close | Token::CloseBrace => None,
        }
    }

    fn group(&mut self, operator: Option<Operator>, depth: usize) -> Vec<Term> {
        let terms = self.sequence(operator, depth + 1);
        self.position += 1;
        terms
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.position)
    }
}

fn meaning(operator: Option<Operator>, text: String) -> Term {
    match operator {
        None => Term::Words(text),
        Some(Operator::From) => Term::From(text),
        Some(Operator::To) => Term::To(text),
        Some(Operator::Cc) => Term::Cc(text),
        Some(Operator::Bcc) => Term::Bcc(text),
        Some(Operator::Subject) => Term::Subject(text),
        Some(Operator::Filename) => Term::Filename(text),
        Some(Operator::MessageId) => Term::MessageId(text.trim_matches(['<', '>']).to_owned()),
        Some(Operator::Is) => state(&text),
        Some(Operator::In | Operator::Label) => place(text),
        Some(Operator::Category) => category(&text),
        Some(Operator::Has) if text == "attachment" => Term::HasAttachment,
        Some(Operator::Has) => Term::Nothing,
        Some(Operator::NewerThan) => age(&text).map_or(Term::Nothing, Term::NewerThan),
        Some(Operator::OlderThan) => age(&text).map_or(Term::Nothing, Term::OlderThan),
        Some(Operator::Before) => moment(&text).map_or(Term::Nothing, Term::Before),
        Some(Operator::After) => moment(&text).map_or(Term::Nothing, Term::After),
    }
}

fn state(text: &str) -> Term {
    match text {
        "read" => Term::Read,
        "unread" => Term::Labeled("UNREAD"),
        "starred" => Term::Labeled("STARRED"),
        "important" => Term::Labeled("IMPORTANT"),
        "sent" => Term::Labeled("SENT"),
        "draft" => Term::Labeled("DRAFT"),
        _ => Term::Nothing,
    }
}

fn place(text: String) -> Term {
    match text.as_str() {
        "anywhere" => Term::Anywhere,
        "inbox" => Term::Labeled("INBOX"),
        "sent" => Term::Labeled("SENT"),
        "draft" | "drafts" => Term::Labeled("DRAFT"),
        "trash" | "bin" => Term::Labeled("TRASH"),
        "spam" => Term::Labeled("SPAM"),
        "unread" => Term::Labeled("UNREAD"),
        "starred" => Term::Labeled("STARRED"),
        "important" => Term::Labeled("IMPORTANT"),
        _ => Term::LabelNamed(text),
    }
}

fn category(text: &str) -> Term {
    match text {
        "primary" | "personal" => Term::Labeled("CATEGORY_PERSONAL"),
        "social" => Term::Labeled("CATEGORY_SOCIAL"),
        "promotions" => Term::Labeled("CATEGORY_PROMOTIONS"),
        "updates" => Term::Labeled("CATEGORY_UPDATES"),
        "forums" => Term::Labeled("CATEGORY_FORUMS"),
        _ => Term::Nothing,
    }
}

/// `2d`, `3m`, `1y`, `12h` in seconds.
fn age(text: &str) -> Option<i64> {
    let unit = text.chars().last()?;
    let count: i64 = text.strip_suffix(unit)?.parse::<u32>().ok()?.into();
    let seconds = match unit {
        'h' => 3_600,
        'd' => 86_400,
        'm' => 30 * 86_400,
        'y' => 365 * 86_400,
        _ => return None,
    };
    count.checked_mul(seconds)
}

/// `2026/11/05` or seconds since 1970. Gmail's API takes dates as midnight in California, whoever asks.
fn moment(text: &str) -> Option<i64> {
    if text.len() > 4 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().ok();
    }
    let mut numbers = text.split(['/', '-']).map(|part| part.parse::<i16>().ok());
    let (year, month, day) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
    let zone = TimeZone::get("America/Los_Angeles").ok().filter(|_| numbers.next().is_none())?;
    Some(date.to_zoned(zone).ok()?.timestamp().as_second())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Search, Term};

    fn read(text: &str) -> Vec<Term> {
        match Search::read(text) {
            Search(Term::All(terms)) => terms,
            Search(other) => vec![other],
        }
    }

    fn words(text: &str) -> Term {
        Term::Words(text.to_owned())
    }

    #[test]
    fn or_binds_its_neighbours_only() {
        assert_eq!(
            read("a b OR c OR d e"),
            [words("a"), Term::Any(vec![words("b"), words("c"), words("d")]), words("e")]
        );
    }

    #[test]
    fn an_operator_reaches_into_its_group() {
        assert_eq!(
            read("from:(ana OR ben) subject:{one two}"),
            [
                Term::All(vec![Term::Any(vec![Term::From("ana".to_owned()), Term::From("ben".to_owned())])]),
                Term::Any(vec![Term::Subject("one".to_owned()), Term::Subject("two".to_owned())]),
            ]
        );
    }

    #[test]
    fn a_minus_turns_around_what_follows() {
        assert_eq!(read("-is:unread"), [Term::Not(Box::new(Term::Labeled("UNREAD")))]);
        assert_eq!(read("-(a b)"), [Term::Not(Box::new(Term::All(vec![words("a"), words("b")])))]);
    }

    #[test]
    fn dates_are_midnight_in_california_or_seconds() {
        assert_eq!(read("after:2026/11/05"), [Term::After(1_793_865_600)]);
        assert_eq!(read("before:1793865600"), [Term::Before(1_793_865_600)]);
        assert_eq!(read("after:yesterday"), [Term::Nothing]);
        assert_eq!(read("newer_than:2d"), [Term::NewerThan(172_800)]);
    }

    #[test]
    fn unbalanced_signs_lose_nothing() {
        assert_eq!(read("a ) b"), [words("a"), words("b")]);
        assert_eq!(read("(a"), [Term::All(vec![words("a")])]);
        assert_eq!(read("from:"), []);
    }

    proptest! {
        #[test]
        fn any_text_is_a_query(text in ".{0,120}") {
            let _ = Search::read(&text);
        }

        #[test]
        fn any_heap_of_signs_is_a_query(text in "[-(){}\": aORfrom]{0,400}") {
            let _ = Search::read(&text);
        }
    }

    #[test]
    fn nesting_without_end_is_survived() {
        let _ = Search::read(&"(".repeat(100_000));
        let _ = Search::read(&"-".repeat(100_000));
    }
}
