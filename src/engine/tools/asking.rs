//! `user.ask`: what the model asks a person before it goes on.
//!
//! The worker puts the questions into the thread and waits. Run by itself, where nobody can answer, the tool says so.

use std::collections::BTreeSet;

use kernel::{AnyTool, Call, Code, Done, Failure, Inquiry, Questions, Spec, Takes, Tool, erase};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::tools::reading::result_reader;

/// The name of the tool.
pub(crate) const NAME: &str = "user.ask";

/// What a run hears in which nobody can be asked.
pub(crate) const NOBODY_THERE: &str =
    "Interactive input not available. Go on with what is known, and say what you assumed.";

const MOST_QUESTIONS: usize = 4;
const LONGEST_QUESTION: usize = 1000;
const LONGEST_OPTION: usize = 75;

/// Asks the person who is being served, and waits for their answer. Ask rather than guess a preference or a decision.
///
/// Give `options` whenever the possible answers are finite: they become buttons. Leave them out only for what is truly
/// open; the person then answers in their own words. Several questions that belong together go into `questions`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    /// The question; with `questions`, one line about what they have in common.
    question: String,
    /// Two to five short, distinct answers to choose from.
    #[serde(default)]
    options: Vec<String>,
    /// Whether it is answered with yes or no.
    #[serde(default)]
    confirm: bool,
    /// Up to four questions, shown together in one form.
    #[serde(default)]
    questions: Vec<One>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct One {
    question: String,
    /// Two to five short, distinct answers to choose from.
    #[serde(default)]
    options: Vec<String>,
    /// Whether it is answered with yes or no.
    #[serde(default)]
    confirm: bool,
}

struct Ask;

/// The tools the engine itself offers.
pub fn own_tools() -> Vec<Box<dyn AnyTool>> {
    vec![erase(Ask), result_reader()]
}

/// What somebody would be asked by a call with these arguments.
pub(crate) fn questions(args: &Value) -> Result<Questions, Failure> {
    let args: Args = serde_json::from_value(args.clone())
        .map_err(|error| refuse(format!("Bad arguments for {NAME}: {error}")))?;
    args.asked()
}

impl Args {
    fn asked(self) -> Result<Questions, Failure> {
        let Self { question, options, confirm, questions } = self;
        if questions.is_empty() {
            let only = One { question, options, confirm };
            return Ok(Questions { about: String::new(), asked: vec![only.asked()?] });
        }
        if questions.len() > MOST_QUESTIONS {
            return Err(refuse("Ask at most four questions at once.".to_owned()));
        }
        if confirm || !options.is_empty() {
            let words = "`options` and `confirm` belong to each of `questions`.";
            return Err(refuse(words.to_owned()));
        }
        let asked = questions.into_iter().map(One::asked).collect::<Result<_, _>>()?;
        Ok(Questions { about: question.trim().to_owned(), asked })
    }
}

impl One {
    fn asked(self) -> Result<Inquiry, Failure> {
        let text = self.question.trim().to_owned();
        if text.is_empty() || text.chars().count() > LONGEST_QUESTION {
            return Err(refuse(format!("A question has between 1 and {LONGEST_QUESTION} characters.")));
        }
        let options: Vec<String> = self.options.iter().map(|option| option.trim().to_owned()).collect();
        let takes = match (self.confirm, options.is_empty()) {
            (true, true) => Takes::Confirmation,
            (false, true) => Takes::Words,
            (true, false) => return Err(refuse("Use either `confirm` or `options`.".to_owned())),
            (false, false) => Takes::Option(distinct(options)?),
        };
        Ok(Inquiry { text, takes })
    }
}

fn distinct(options: Vec<String>) -> Result<Vec<String>, Failure> {
    let different: BTreeSet<String> = options.iter().map(|option| option.to_lowercase()).collect();
    let fits = |option: &String| !option.is_empty() && option.chars().count() <= LONGEST_OPTION;
    if !(2..=5).contains(&options.len()) || different.len() < options.len() || !options.iter().all(fits) {
        let words =
            format!("Give two to five different options of at most {LONGEST_OPTION} characters each.");
        return Err(refuse(words));
    }
    Ok(options)
}

fn refuse(words: String) -> Failure {
    Failure::model(Code::InputInvalid, words)
}

impl Tool for Ask {
    type Args = Args;
    type Plan = Questions;

    const SPEC: Spec = Spec::read(NAME).always_shown().aka(&["ask_user"]);

    async fn plan(&self, args: Args, _call: &Call) -> Result<Questions, Failure> {
        args.asked()
    }

    async fn run(&self, _questions: Questions, _call: &Call) -> Result<Done, Failure> {
        Err(Failure::model(Code::NotAvailable, NOBODY_THERE))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_question_takes_options_a_confirmation_or_words() {
        let takes = |args: Value| questions(&args).map(|questions| questions.asked[0].takes.clone());
        let options = json!({ "question": "Which?", "options": ["a", "b"] });
        assert_eq!(takes(options).unwrap(), Takes::Option(vec!["a".to_owned(), "b".to_owned()]));
        let sure = json!({ "question": "Sure?", "confirm": true });
        assert_eq!(takes(sure).unwrap(), Takes::Confirmation);
        assert_eq!(takes(json!({ "question": "Why?" })).unwrap(), Takes::Words);
    }

    #[test]
    fn what_cannot_be_shown_is_refused_before_anybody_is_asked() {
        let many: Vec<Value> = (0..5).map(|_| json!({ "question": "?" })).collect();
        for args in [
            json!({ "question": " " }),
            json!({ "question": "Which?", "options": ["one"] }),
            json!({ "question": "Which?", "options": ["a", "A"] }),
            json!({ "question": "Which?", "options": ["a", "b", "c", "d", "e", "f"] }),
            json!({ "question": "Which?", "options": ["a", "x".repeat(76)] }),
            json!({ "question": "Which?", "options": ["a", "b"], "confirm": true }),
            json!({ "question": "All", "questions": many }),
            json!({ "question": "All", "confirm": true, "questions": [{ "question": "?" }] }),
            json!({ "question": "Which?", "colour": "red" }),
        ] {
            assert!(questions(&args).is_err(), "{args}");
        }
    }
}
