//! Each provider's models in a loop of tools, against servers that refuse what the real ones refuse: over restarts, over
//! changes of what was said before, and with one model in place of another in the middle of it.

#[path = "dialects/anthropic.rs"]
mod anthropic;
#[path = "dialects/gemini.rs"]
mod gemini;
#[path = "dialects/mock.rs"]
mod mock;
#[path = "dialects/openai.rs"]
mod openai;
#[path = "dialects/providers.rs"]
mod providers;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::harness::{Cast, Plan, Posted, Town, all_text, posted, small_world};
use anthropic::Anthropic;
use gemini::Gemini;
use openai::OpenAi;
use providers::{LAST_WORDS, Provider, SUMMARY};

const KEYS: [(&str, &str); 3] = [
    ("ANTHROPIC_API_KEY", "sk-ant-story"),
    ("OPENAI_API_KEY", "sk-openai-story"),
    ("GEMINI_API_KEY", "gemini-story"),
];

/// One of the three, as the configuration names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Maker {
    Anthropic,
    OpenAi,
    Gemini,
}

const MAKERS: [Maker; 3] = [Maker::Anthropic, Maker::OpenAi, Maker::Gemini];

impl Maker {
    async fn start(self) -> Provider {
        match self {
            Self::Anthropic => Provider::start(Anthropic).await,
            Self::OpenAi => Provider::start(OpenAi).await,
            Self::Gemini => Provider::start(Gemini).await,
        }
    }

    /// The lines of one model, in the table they stand in. Nobody names a model: the defaults have to work.
    fn config(self, provider: &Provider) -> String {
        let base = &provider.base;
        match self {
            Self::Anthropic => format!("provider = \"anthropic\"\nbase_url = \"{base}/\"\n"),
            Self::OpenAi => format!("provider = \"openai\"\nbase_url = \"{base}/v1/\"\n"),
            Self::Gemini => format!("provider = \"gemini\"\nbase_url = \"{base}/v1/\"\n"),
        }
    }

    fn seal(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic-seal-",
            Self::OpenAi => "openai-seal-",
            Self::Gemini => "gemini-seal-",
        }
    }
}

/// As much of a note as is shown before the next words come: the last word may not be whole.
const SEEN: &str = "Now I look";

struct Story {
    town: Town,
    cast: Cast,
}

impl Story {
    async fn begin(config: &str) -> Self {
        let (world, cast) = small_world();
        let mut town = Town::empty(Plan::new(world).config(config)).await;
        town.open_with(&KEYS).await;
        town.grant(&cast.asker, &["gmail.readonly"]).await;
        Self { town, cast }
    }

    async fn ask(&self, words: &str) -> Posted {
        self.town.control.say(&self.cast.asker, "dm", words, None).await
    }

    async fn restart(&mut self) {
        self.town.close().await;
        self.town.open_with(&KEYS).await;
    }

    /// Until so many answers of a thread are its last words.
    async fn answered(&self, asked: &Posted, times: usize) {
        let answered = async || {
            let replies = self.town.control.replies(asked).await;
            let answers = replies.iter().filter(|reply| all_text(reply).contains(LAST_WORDS));
            (answers.count() >= times).then_some(())
        };
        self.town.control.until("the last words", answered).await;
    }
}

fn count(provider: &Provider, number: usize, what: &str) -> usize {
    provider.asked()[number].to_string().matches(what).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_makers_models_use_tools_twice_with_a_restart_in_between() {
    for maker in MAKERS {
        let provider = maker.start().await.silent_after(1);
        let mut story = Story::begin(&format!("[model]\n{}", maker.config(&provider))).await;
        let asked = story.ask("look").await;
        provider.asked_times(2).await;
        story.restart().await;
        story.answered(&asked, 1).await;
        assert_eq!(provider.refusals(), [""; 0], "{maker:?}");
        // Thinking of before the restart goes back after it, and so does thinking of after it.
        assert_eq!(count(&provider, 1, maker.seal()), count(&provider, 2, maker.seal()), "{maker:?}");
        assert!(count(&provider, 2, maker.seal()) > 0, "{maker:?}");
        assert!(count(&provider, 3, maker.seal()) > count(&provider, 2, maker.seal()), "{maker:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_model_says_between_its_calls_is_seen() {
    let provider = Maker::Anthropic.start().await.silent_after(1);
    let story = Story::begin(&format!("[model]\n{}", Maker::Anthropic.config(&provider))).await;
    story.ask("look").await;
    provider.asked_times(2).await;
    let seen = async || {
        let streams = story.town.control.get("/slack/streams").await;
        streams["streams"].as_array()?.iter().find(|stream| {
            stream["state"] == "in_progress"
                && stream["markdown"].as_str().is_some_and(|said| said.contains(SEEN))
        })?;
        Some(())
    };
    story.town.control.until("the note between two calls", seen).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_model_stands_in_for_another_in_the_middle_and_gives_way_to_it_again() {
    for first in MAKERS {
        for second in MAKERS.into_iter().filter(|second| *second != first) {
            let (one, other) =
                (first.start().await.overloaded_after(1), second.start().await.silent_after(1));
            let config =
                format!("[model]\n{}[model.fallback]\n{}", first.config(&one), second.config(&other));
            let mut story = Story::begin(&config).await;
            let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0";
            let files = json!([
                { "name": "square.png", "kind": "image/png", "base64": STANDARD.encode(picture) },
                { "name": "notes.txt", "text": "The ferry leaves at nine." },
            ]);
            let body = json!({ "person": story.cast.asker, "channel": "dm", "text": "look", "files": files });
            let asked = posted(&story.town.control.post("/slack/post", body).await);
            // The first gives one call, the second another, and the first has the last words.
            other.asked_times(2).await;
            one.is_well_again();
            story.restart().await;
            story.answered(&asked, 1).await;
            story.town.control.say(&story.cast.asker, "dm", "look again", Some(&asked.ts)).await;
            story.answered(&asked, 2).await;
            for (maker, provider, others) in [(first, &one, second), (second, &other, first)] {
                assert_eq!(provider.refusals(), [""; 0], "{first:?} {second:?}");
                let all: String = provider.asked().iter().map(ToString::to_string).collect();
                assert!(!all.contains(others.seal()), "{maker:?} got the reasoning of {others:?}");
                assert!(all.contains("The ferry leaves at nine."), "{maker:?} got the file");
                assert!(all.contains("iVBORw0KGgo"), "{maker:?} got the picture");
            }
        }
    }
}

/// The request that hangs is let go of with the restart; so the change comes between the first call and the second.
async fn changed(story: &mut Story, provider: &Provider, change: impl AsyncFnOnce(&Story)) {
    let hanging = provider.asked().len();
    change(story).await;
    story.restart().await;
    provider.asked_times(hanging + 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_is_edited_between_two_calls_leaves_the_thinking_behind() {
    let provider = Maker::Anthropic.start().await.silent_after(1);
    let mut story = Story::begin(&format!("[model]\n{}", Maker::Anthropic.config(&provider))).await;
    let asked = story.ask("look for apples").await;
    provider.asked_times(2).await;
    changed(&mut story, &provider, async |story| {
        story.town.control.edit(&story.cast.asker, &asked, "look for pears").await;
    })
    .await;
    story.answered(&asked, 1).await;
    assert_eq!(provider.refusals(), [""; 0]);
    assert!(provider.asked().last().unwrap().to_string().contains("look for pears"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_is_deleted_between_two_calls_of_the_next_takes_the_thinking_about_it_along() {
    let provider = Maker::Anthropic.start().await.silent_after(7);
    let mut story = Story::begin(&format!("[model]\n{}", Maker::Anthropic.config(&provider))).await;
    let asked = story.ask("look").await;
    story.answered(&asked, 1).await;
    let follow_up =
        async |words: &str| story.town.control.say(&story.cast.asker, "dm", words, Some(&asked.ts)).await;
    let first = follow_up("look at the first thing").await;
    story.answered(&asked, 2).await;
    follow_up("look at the second thing").await;
    provider.asked_times(8).await;
    assert!(count(&provider, 7, Maker::Anthropic.seal()) > 5, "what was thought of both is there");
    changed(&mut story, &provider, async |story| {
        story.town.control.withdraw(&story.cast.asker, &first).await;
    })
    .await;
    // The answer to the deleted question goes; so two are left only once the last question is answered.
    let forgotten = async || {
        let last = provider.asked().last()?.to_string();
        (!last.contains("the first thing") && last.contains("the second thing")).then_some(())
    };
    story.town.control.until("a request without the deleted question", forgotten).await;
    story.answered(&asked, 2).await;
    assert_eq!(provider.refusals(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn tools_that_change_between_two_calls_leave_the_thinking_behind() {
    let provider = Maker::Anthropic.start().await.silent_after(1);
    let model = Maker::Anthropic.config(&provider);
    let mut story = Story::begin(&format!("[model]\n{model}")).await;
    let asked = story.ask("look").await;
    provider.asked_times(2).await;
    story.town.close().await;
    story.town.configure(&format!("[tools]\ndeny = [\"drive.share\"]\n[model]\n{model}"));
    story.town.open_with(&KEYS).await;
    story.answered(&asked, 1).await;
    assert_eq!(provider.refusals(), [""; 0]);
    let seals = |number| count(&provider, number, Maker::Anthropic.seal());
    assert!(seals(1) > 0 && seals(2) == 0 && seals(3) > 0, "{:?}", [seals(1), seals(2), seals(3)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_is_told_in_fewer_words_goes_on_in_the_middle_of_its_calls() {
    let provider = Maker::Anthropic.start().await;
    let config = format!("[model]\ncontext_window = 16000\n{}", Maker::Anthropic.config(&provider));
    let story = Story::begin(&config).await;
    let asked = story.ask("look").await;
    story.answered(&asked, 1).await;
    let long = "and then it went on ".repeat(200);
    for number in 1..12 {
        let words = format!("look at story {number}: {long}");
        story.town.control.say(&story.cast.asker, "dm", &words, Some(&asked.ts)).await;
        story.answered(&asked, number + 1).await;
    }
    assert_eq!(provider.refusals(), [""; 0]);
    let all: String = provider.asked().iter().map(ToString::to_string).collect();
    assert!(all.contains(SUMMARY), "it was summarised");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_was_switched_off_is_one_sentence_for_each() {
    let provider = Maker::Anthropic.start().await;
    let config = format!("[model]\nname = \"claude-sonnet-4-5\"\n{}", Maker::Anthropic.config(&provider));
    let story = Story::begin(&config).await;
    let asked = story.ask("look").await;
    let words = story.town.control.reply(&asked, 0).await;
    assert!(words.contains("is not available any more") && !words.contains("claude"), "{words}");

    let standing_in = Maker::OpenAi.start().await;
    let config = format!("{config}[model.fallback]\n{}", Maker::OpenAi.config(&standing_in));
    let story = Story::begin(&config).await;
    let asked = story.ask("look").await;
    story.answered(&asked, 1).await;
}
