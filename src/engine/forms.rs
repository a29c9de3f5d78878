//! The forms that cards open.

use kernel::{
    Answers, ApprovalId, FilledIn, Form, Inquiry, Line, LineTakes, Purpose, Questions, Sending, Takes,
};

/// What the line goes by in which somebody says why they deny.
pub(crate) const REASON: &str = "reason";

pub(crate) fn answer(approval: &ApprovalId, questions: &Questions) -> Form {
    let lines = questions.asked.iter().enumerate().map(|(place, asked)| line(place, asked));
    Form {
        title: "Your answer".to_owned(),
        words: questions.about.clone(),
        lines: lines.collect(),
        sending: button("Send", Purpose::Answers(approval.clone())),
    }
}

/// The answers in the order of the questions.
pub(crate) fn answers(questions: &Questions, filled: &FilledIn) -> Answers {
    let answer = |place: usize| filled.get(&name(place)).cloned().unwrap_or_default();
    Answers::Each((0..questions.asked.len()).map(answer).collect())
}

pub(crate) fn deny(approval: &ApprovalId) -> Form {
    Form {
        title: "Deny".to_owned(),
        words: "Nothing will be done. Say what should be different, and I will take it from there."
            .to_owned(),
        lines: vec![Line::required(REASON, "Why not", LineTakes::Text)],
        sending: button("Deny", Purpose::Reason(approval.clone())),
    }
}

pub(crate) fn edit(approval: &ApprovalId, lines: Vec<Line>) -> Form {
    Form {
        title: "Change it".to_owned(),
        words: "Nothing is done yet: a new card shows what it has become.".to_owned(),
        lines,
        sending: button("Change", Purpose::Edits(approval.clone())),
    }
}

pub(crate) fn read(words: String) -> Form {
    Form { title: "All of it".to_owned(), words, lines: Vec::new(), sending: Sending::None }
}

fn line(place: usize, asked: &Inquiry) -> Line {
    let takes = match asked.takes {
        Takes::Option(_) | Takes::Confirmation => LineTakes::Choice(asked.choices()),
        Takes::Words => LineTakes::Text,
    };
    Line::required(&name(place), &asked.text, takes)
}

fn name(place: usize) -> String {
    format!("answer_{place}")
}

fn button(label: &str, purpose: Purpose) -> Sending {
    Sending::Button { label: label.to_owned(), purpose }
}
