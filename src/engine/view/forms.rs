//! The forms that cards open.

use kernel::{
    Answers, ApprovalId, FilledIn, Form, Inquiry, Line, LineTakes, Purpose, Questions, RuleScope, RuleTerms,
    Sending, Takes, Width,
};

use crate::guard::rules::times;

/// What the line goes by in which somebody says why they deny.
pub(crate) const REASON: &str = "reason";

/// One question, or several of which this one is seen now, with what was answered so far.
pub(crate) fn answer(approval: &ApprovalId, questions: &Questions, at: usize, filled: &FilledIn) -> Form {
    let answered = |place: usize| filled.get(&name(place)).cloned().unwrap_or_default();
    let asked = questions.asked.iter().enumerate();
    let lines = asked.map(|(place, asked)| Line { filled: answered(place), ..line(place, asked) });
    let purpose = Purpose::Answers(approval.clone());
    let sending = match questions.asked.len() {
        0 | 1 => button("Send", purpose),
        all => Sending::Steps { label: "Send".to_owned(), purpose, at: at.min(all - 1) },
    };
    Form { title: "Your answer".to_owned(), words: questions.about.clone(), lines: lines.collect(), sending }
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

/// What is left out of it is named, so that nobody looks for it.
pub(crate) fn edit(approval: &ApprovalId, lines: Vec<Line>, left_out: &[String]) -> Form {
    let promise = "Nothing is done yet: a new card shows what it has become.";
    let words = if left_out.is_empty() {
        promise.to_owned()
    } else {
        format!("{promise}\nNot here: {}. Say it in the thread.", left_out.join(", "))
    };
    Form {
        title: "Change it".to_owned(),
        words,
        lines,
        sending: button("Change", Purpose::Edits(approval.clone())),
    }
}

/// What the lines of a standing rule go by.
const WHOM: &str = "whom";
const OFTEN: &str = "often";
const PER_DAY: [u32; 4] = [1, 3, 10, 30];
const USUALLY: u32 = 10;

pub(crate) fn always(approval: &ApprovalId, tool: &str, scope: &RuleScope) -> Form {
    let people = scope.people.iter().cloned().collect::<Vec<_>>().join(", ");
    let words = format!(
        "This is approved, and for 30 days the like of it ({tool}) is done without asking you, in words that I may write: in this account, for this kind of thing, for \
         {people} or whoever you choose here. You are asked all the same about anybody outside {}, about groups, about \
         more than five people, about deleting, and about whatever may come from a stranger's words. “/countersign rules” lists your rules \
         and ends them, and so does Home.",
        scope.domain
    );
    let whom = vec![EXACTLY.to_owned(), anybody(scope)];
    let choices = PER_DAY.iter().map(|number| often(*number)).collect();
    Form {
        title: "Always".to_owned(),
        words,
        lines: vec![
            Line { filled: EXACTLY.to_owned(), ..Line::required(WHOM, "For whom", LineTakes::Choice(whom)) },
            Line {
                filled: often(USUALLY),
                ..Line::required(OFTEN, "In 24 hours", LineTakes::Choice(choices))
            },
        ],
        sending: button("Approve always", Purpose::Always(approval.clone())),
    }
}

const EXACTLY: &str = "Only the people on this card";

fn anybody(scope: &RuleScope) -> String {
    format!("Anybody at {}", scope.domain)
}

fn often(number: u32) -> String {
    format!("At most {}", times(number))
}

/// Reads the terms of a rule; there are none if something was sent that this card did not offer.
pub(crate) fn rule_terms(filled: &FilledIn, scope: &RuleScope) -> Option<RuleTerms> {
    let whom = filled.get(WHOM)?;
    let width = if whom == EXACTLY {
        Width::Exactly
    } else if *whom == anybody(scope) {
        Width::Domain
    } else {
        return None;
    };
    let per_day = PER_DAY.into_iter().find(|number| filled.get(OFTEN) == Some(&often(*number)))?;
    Some(RuleTerms { width, per_day })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_as_wide_as_the_choice_that_stood_on_its_card() {
        let scope = RuleScope {
            class: String::new(),
            people: ["ben@firm.example".to_owned()].into(),
            domain: "firm.example".to_owned(),
        };
        let width = |whom: &str| {
            let filled = [(WHOM, whom), (OFTEN, "At most once")]
                .map(|(name, words)| (name.to_owned(), words.to_owned()));
            rule_terms(&filled.into_iter().collect(), &scope).map(|terms| terms.width)
        };
        assert_eq!(width(EXACTLY), Some(Width::Exactly));
        assert_eq!(width("Anybody at firm.example"), Some(Width::Domain));
        assert_eq!(width("Anybody at evil.example"), None);
    }
}
