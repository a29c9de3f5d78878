//! The structure of a formula.

use super::lexer::{Token, Word, words};
use super::reference::Reference;

/// Deeper than anybody writes by hand: only an attack nests further.
const DEEPEST: usize = 64;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expression {
    Number(f64),
    Text(String),
    Bool(bool),
    /// An error written out, e.g. `#REF!`.
    Error(String),
    /// An argument that was left out.
    Missing,
    Reference(Reference),
    /// A named range.
    Named(String),
    /// A function, in capitals.
    Call(String, Vec<Expression>),
    /// `{1,2;3,4}`, row by row.
    Array(Vec<Vec<Expression>>),
    Signed(Sign, Box<Expression>),
    Percent(Box<Expression>),
    Pair(Operator, Box<Expression>, Box<Expression>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Plus,
    Minus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Join,
    Equal,
    Unequal,
    Less,
    Greater,
    AtMost,
    AtLeast,
}

/// Reads a formula, with its `=`; nothing for one that cannot be understood.
pub(crate) fn parse(formula: &str) -> Option<Expression> {
    let words = words(formula.strip_prefix('=')?)?;
    let mut parser = Parser { words: &words, depth: 0 };
    let expression = parser.expression(0)?;
    parser.words.is_empty().then_some(expression)
}

impl Expression {
    /// Every reference and named range in it.
    pub(crate) fn visit(&self, work: &mut impl FnMut(&Expression)) {
        match self {
            Self::Reference(_) | Self::Named(_) => work(self),
            Self::Call(_, arguments) => arguments.iter().for_each(|argument| argument.visit(work)),
            Self::Array(rows) => rows.iter().flatten().for_each(|element| element.visit(work)),
            Self::Signed(_, inner) | Self::Percent(inner) => inner.visit(work),
            Self::Pair(_, left, right) => {
                left.visit(work);
                right.visit(work);
            }
            Self::Number(_) | Self::Text(_) | Self::Bool(_) | Self::Error(_) | Self::Missing => {}
        }
    }
}

struct Parser<'a> {
    words: &'a [Word],
    depth: usize,
}

impl Parser<'_> {
    /// An expression whose operators all bind at least as tightly as `floor`.
    fn expression(&mut self, floor: u8) -> Option<Expression> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let mut left = self.prefixed()?;
        while let Some((operator, strength)) = self.operator().filter(|(_, strength)| *strength >= floor) {
            self.next();
            let right = self.expression(strength + 1)?;
            left = Expression::Pair(operator, Box::new(left), Box::new(right));
        }
        self.depth -= 1;
        Some(left)
    }

    /// A sign binds more tightly than any operator, as in `=-2^2`, which is 4.
    fn prefixed(&mut self) -> Option<Expression> {
        let mut signs = Vec::new();
        while let Some(Token::Sign(sign @ ("+" | "-"))) = self.peek() {
            signs.push(if *sign == "-" { Sign::Minus } else { Sign::Plus });
            self.next();
        }
        if signs.len() > DEEPEST {
            return None;
        }
        let mut inner = self.primary()?;
        while self.eat(&Token::Sign("%")) {
            inner = Expression::Percent(Box::new(inner));
        }
        Some(signs.into_iter().rev().fold(inner, |inner, sign| Expression::Signed(sign, Box::new(inner))))
    }

    fn primary(&mut self) -> Option<Expression> {
        match self.next()? {
            Token::Number(number) => Some(Expression::Number(number)),
            Token::Text(text) => Some(Expression::Text(text)),
            Token::Error(error) => Some(Expression::Error(error)),
            Token::Reference(reference) => Some(Expression::Reference(reference)),
            Token::Open => {
                let inner = self.expression(0)?;
                self.eat(&Token::Close).then_some(inner)
            }
            Token::OpenBrace => self.array(),
            Token::Name(name) => self.named(&name),
            Token::Sign(_) | Token::Close | Token::CloseBrace | Token::Comma | Token::Semicolon => None,
        }
    }

    fn array(&mut self) -> Option<Expression> {
        let (mut rows, mut row) = (Vec::new(), Vec::new());
        loop {
            row.push(self.expression(0)?);
            match self.next()? {
                Token::Comma => {}
                Token::Semicolon => rows.push(std::mem::take(&mut row)),
                Token::CloseBrace => break,
                _ => return None,
            }
        }
        rows.push(row);
        Some(Expression::Array(rows))
    }

    fn named(&mut self, name: &str) -> Option<Expression> {
        if self.eat(&Token::Open) {
            return Some(Expression::Call(name.to_ascii_uppercase(), self.arguments()?));
        }
        match name.to_ascii_uppercase().as_str() {
            "TRUE" => Some(Expression::Bool(true)),
            "FALSE" => Some(Expression::Bool(false)),
            _ => Some(Expression::Named(name.to_owned())),
        }
    }

    fn arguments(&mut self) -> Option<Vec<Expression>> {
        let mut arguments = Vec::new();
        if self.eat(&Token::Close) {
            return Some(arguments);
        }
        loop {
            arguments.push(match self.peek() {
                Some(Token::Comma | Token::Semicolon | Token::Close) => Expression::Missing,
                _ => self.expression(0)?,
            });
            if self.eat(&Token::Close) {
                return Some(arguments);
            }
            if !self.eat(&Token::Comma) && !self.eat(&Token::Semicolon) {
                return None;
            }
        }
    }

    fn operator(&self) -> Option<(Operator, u8)> {
        let Token::Sign(sign) = self.peek()? else { return None };
        Some(match *sign {
            "=" => (Operator::Equal, 1),
            "<>" => (Operator::Unequal, 1),
            "<" => (Operator::Less, 1),
            ">" => (Operator::Greater, 1),
            "<=" => (Operator::AtMost, 1),
            ">=" => (Operator::AtLeast, 1),
            "&" => (Operator::Join, 2),
            "+" => (Operator::Add, 3),
            "-" => (Operator::Subtract, 3),
            "*" => (Operator::Multiply, 4),
            "/" => (Operator::Divide, 4),
            "^" => (Operator::Power, 5),
            _ => return None,
        })
    }

    fn peek(&self) -> Option<&Token> {
        self.words.first().map(|word| &word.token)
    }

    fn next(&mut self) -> Option<Token> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first.token.clone())
    }

    fn eat(&mut self, token: &Token) -> bool {
        let found = self.peek() == Some(token);
        if found {
            self.next();
        }
        found
    }
}
