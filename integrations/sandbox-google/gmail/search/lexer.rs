//! Cuts a query into words, phrases, operators and signs.

/// A piece of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Phrase(String),
    Operator(Operator),
    Minus,
    Or,
    Open,
    Close,
    OpenBrace,
    CloseBrace,
}

/// The operators that are known; any other `word:` is just text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    From,
    To,
    Cc,
    Bcc,
    Subject,
    Is,
    In,
    Label,
    Category,
    Has,
    Filename,
    NewerThan,
    OlderThan,
    Before,
    After,
    MessageId,
}

/// The tokens of a query.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(letter) = rest.chars().next() {
        let after = rest.get(letter.len_utf8()..).unwrap_or_default();
        let sign = match letter {
            '(' => Some(Token::Open),
            ')' => Some(Token::Close),
            '{' => Some(Token::OpenBrace),
            '}' => Some(Token::CloseBrace),
            '-' if after.chars().next().is_some_and(|next| !next.is_whitespace()) => Some(Token::Minus),
            _ => None,
        };
        rest = if let Some(sign) = sign {
            tokens.push(sign);
            after
        } else if letter == '"' {
            let (phrase, after) = after.split_once('"').unwrap_or((after, ""));
            tokens.push(Token::Phrase(phrase.to_owned()));
            after
        } else {
            let (token, after) = word(rest);
            tokens.push(token);
            after
        };
        rest = rest.trim_start();
    }
    tokens
}

fn word(text: &str) -> (Token, &str) {
    let ends = |letter: char| letter.is_whitespace() || matches!(letter, '(' | ')' | '{' | '}' | '"');
    let end = text.find(ends).unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    if let Some((name, _)) = word.split_once(':')
        && let Some(operator) = operator(name)
    {
        return (Token::Operator(operator), text.get(name.len() + 1..).unwrap_or_default());
    }
    match word {
        "OR" | "|" => (Token::Or, rest),
        // Conditions side by side are joined by AND anyway; as an empty word it asks for nothing.
        "AND" => (Token::Word(String::new()), rest),
        _ => (Token::Word(word.to_owned()), rest),
    }
}

fn operator(name: &str) -> Option<Operator> {
    Some(match name.to_ascii_lowercase().as_str() {
        "from" => Operator::From,
        "to" => Operator::To,
        "cc" => Operator::Cc,
        "bcc" => Operator::Bcc,
        "subject" => Operator::Subject,
        "is" => Operator::Is,
        "in" => Operator::In,
        "label" => Operator::Label,
        "category" => Operator::Category,
        "has" => Operator::Has,
        "filename" => Operator::Filename,
        "newer_than" | "newer" => Operator::NewerThan,
        "older_than" | "older" => Operator::OlderThan,
        "before" => Operator::Before,
        "after" => Operator::After,
        "rfc822msgid" => Operator::MessageId,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_cut_at_signs_and_spaces() {
        assert_eq!(
            tokens("from:ana -\"out of office\" {a b} http://x"),
            [
                Token::Operator(Operator::From),
                Token::Word("ana".to_owned()),
                Token::Minus,
                Token::Phrase("out of office".to_owned()),
                Token::OpenBrace,
                Token::Word("a".to_owned()),
                Token::Word("b".to_owned()),
                Token::CloseBrace,
                Token::Word("http://x".to_owned()),
            ]
        );
    }

    #[test]
    fn a_hyphen_inside_a_word_is_no_negation() {
        assert_eq!(tokens("well-known"), [Token::Word("well-known".to_owned())]);
    }
}
