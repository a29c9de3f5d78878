//! What a reply costs, and about what one took of which its provider had not said so when it broke off.

use kernel::{Message, Request, Usage};

use crate::Prices;

/// Whom we pay, how much, and for what.
#[derive(Clone, Copy)]
pub(crate) struct Cost<'a> {
    pub(crate) model: &'a str,
    pub(crate) prices: &'a Prices,
    pub(crate) request: &'a Request,
}

/// What a picture takes, in letters.
const A_PICTURE: usize = 6_000;

impl Cost<'_> {
    /// Four letters to a token. Most tell what a reply took with its last piece, and who stops before it pays all the same.
    pub(super) fn guess(&self, heard: usize) -> Usage {
        let tokens = |letters: usize| u64::try_from(letters / 4).unwrap_or(u64::MAX);
        Usage { input: tokens(asked(self.request)), output: tokens(heard), ..Usage::default() }
    }
}

fn asked(request: &Request) -> usize {
    let tools = request.tools.iter().map(|tool| tool.description().len() + tool.schema().to_string().len());
    let messages = request.messages.iter().map(|message| match message {
        Message::User(words) => words.len(),
        Message::Pictures(pictures) => pictures.len() * A_PICTURE,
        Message::Assistant { text, calls, .. } => {
            text.len() + calls.iter().map(|call| call.args.to_string().len()).sum::<usize>()
        }
        Message::Results(results) => results.iter().map(|result| result.words.len()).sum(),
    });
    request.system.len() + tools.sum::<usize>() + messages.sum::<usize>()
}
