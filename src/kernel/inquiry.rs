//! Questions we put to a person, and their answers.

use serde::{Deserialize, Serialize};

use crate::{Effect, Plan};

/// One question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inquiry {
    pub text: String,
    pub takes: Takes,
}

/// All that somebody is asked at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Questions {
    /// What they have in common; empty where there is only one.
    pub about: String,
    pub asked: Vec<Inquiry>,
}

/// What answers a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Takes {
    /// One of these.
    Option(Vec<String>),
    /// Yes or no.
    Confirmation,
    /// The person's own words.
    Words,
}

/// What somebody answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answers {
    /// One for each question, in their order.
    Each(Vec<String>),
    /// One reply to whatever was asked.
    OwnWords(String),
}

impl Plan for Questions {
    fn effect(&self) -> Effect {
        let effect = Effect::new("Ask you something");
        self.asked.iter().fold(effect, |effect, asked| effect.field("Question", &asked.text))
    }
}

impl Inquiry {
    /// The answers it can be given by a button; none where it takes words.
    pub fn choices(&self) -> Vec<String> {
        match &self.takes {
            Takes::Option(options) => options.clone(),
            Takes::Confirmation => vec!["Yes".to_owned(), "No".to_owned()],
            Takes::Words => Vec::new(),
        }
    }

    /// The choice somebody means who writes this.
    pub fn choice(&self, words: &str) -> Option<String> {
        let plain = |text: &str| text.trim().trim_end_matches(['.', '!']).to_lowercase();
        self.choices().into_iter().find(|choice| plain(choice) == plain(words))
    }
}

impl Answers {
    /// What a reply in the thread answers: a choice where it names one, else whatever it says.
    pub fn from_reply(questions: &[Inquiry], words: &str) -> Self {
        match questions {
            [only] => Self::Each(vec![only.choice(words).unwrap_or_else(|| words.trim().to_owned())]),
            _ => Self::OwnWords(words.trim().to_owned()),
        }
    }

    /// In one text that says what was answered to which question.
    pub fn told(&self, questions: &[Inquiry]) -> String {
        match (self, questions) {
            (Self::OwnWords(words), _) => words.clone(),
            (Self::Each(answers), [_]) => answers.join("\n"),
            (Self::Each(answers), questions) => {
                let pairs = questions.iter().zip(answers);
                pairs
                    .map(|(question, answer)| format!("{} – {answer}", question.text))
                    .collect::<Vec<_>>()
                    .join("\n")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days() -> Inquiry {
        let takes = Takes::Option(vec!["Thursday".to_owned(), "Friday".to_owned()]);
        Inquiry { text: "Which day?".to_owned(), takes }
    }

    #[test]
    fn a_reply_that_names_a_choice_is_that_choice_and_any_other_stands_for_itself() {
        let answered = |words: &str| Answers::from_reply(&[days()], words);
        assert_eq!(answered(" friday. "), Answers::Each(vec!["Friday".to_owned()]));
        assert_eq!(answered("rather on Monday"), Answers::Each(vec!["rather on Monday".to_owned()]));
        let sure = Inquiry { text: "Sure?".to_owned(), takes: Takes::Confirmation };
        assert_eq!(Answers::from_reply(&[sure], "yes!"), Answers::Each(vec!["Yes".to_owned()]));
    }

    #[test]
    fn one_reply_to_several_questions_is_taken_as_it_is() {
        let several = [days(), Inquiry { text: "Where?".to_owned(), takes: Takes::Words }];
        let answered = Answers::from_reply(&several, "Friday, at the harbour");
        assert_eq!(answered, Answers::OwnWords("Friday, at the harbour".to_owned()));
        let each = Answers::Each(vec!["Friday".to_owned(), "harbour".to_owned()]);
        assert_eq!(each.told(&several), "Which day? – Friday\nWhere? – harbour");
    }
}
