//! What was heard and spent over all tries at one reply.

use kernel::Usage;
use kernel::ports::Listener;

use super::Cost;

/// How many of each, as far as a provider says so.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tokens {
    pub(crate) input: Option<u64>,
    pub(crate) output: Option<u64>,
    pub(crate) cache_read: Option<u64>,
    pub(crate) cache_write: Option<u64>,
    /// How often it searched by itself.
    pub(crate) searches: Option<u64>,
}

/// What one search costs, in millionths of a US dollar.
const A_SEARCH: u64 = 10_000;

pub(crate) struct Collector<'a> {
    listener: &'a mut dyn Listener,
    heard: bool,
    before: Usage,
    now: Usage,
    searches: (u64, u64),
    bill: Option<Cost<'a>>,
    /// How many letters this try has said so far; nothing if none is under way.
    saying: Option<usize>,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(listener: &'a mut dyn Listener) -> Self {
        Self {
            listener,
            heard: false,
            before: Usage::default(),
            now: Usage::default(),
            searches: (0, 0),
            bill: None,
            saying: None,
        }
    }

    pub(super) fn billed(mut self, bill: Cost<'a>) -> Self {
        self.bill = Some(bill);
        self
    }

    pub(crate) fn text(&mut self, piece: &str) {
        if !piece.is_empty() {
            self.saying = self.saying.map(|said| said + piece.len());
            self.heard |= self.listener.is_seen();
            self.listener.text(piece);
        }
    }

    pub(crate) fn has_heard(&self) -> bool {
        self.heard
    }

    /// A try begins: what the one before it took stays counted.
    pub(crate) fn begin(&mut self) {
        self.before = self.spent();
        self.now = Usage::default();
        self.searches = (self.searches.0.saturating_add(self.searches.1), 0);
        self.saying = Some(0);
    }

    /// The reply is there; what all tries took.
    pub(super) fn finish(mut self) -> Usage {
        self.saying = None;
        self.taken()
    }

    /// The counts of this try so far; they are totals, and later ones replace earlier ones.
    pub(crate) fn count(&mut self, tokens: &Tokens) {
        let update = |count: &mut u64, told: Option<u64>| *count = told.unwrap_or(*count);
        update(&mut self.now.input, tokens.input);
        update(&mut self.now.output, tokens.output);
        update(&mut self.now.cache_read, tokens.cache_read);
        update(&mut self.now.cache_write, tokens.cache_write);
        update(&mut self.searches.1, tokens.searches);
    }

    /// What the searches of all tries cost.
    fn searched(&self) -> u64 {
        self.searches.0.saturating_add(self.searches.1).saturating_mul(A_SEARCH)
    }

    /// Tokens of all tries and what they cost. Each try is priced by itself, because a long request costs more per token.
    fn spent(&self) -> Usage {
        let cost = self.bill.map_or(0, |bill| bill.prices.cost(&self.now));
        self.before.plus(Usage { cost, ..self.now })
    }

    fn taken(&self) -> Usage {
        let usage = self.spent();
        Usage { cost: usage.cost.saturating_add(self.searched()), ..usage }
    }
}

/// However it ended, whoever listened is told what it took: a reply that is let go of ends here too.
impl Drop for Collector<'_> {
    fn drop(&mut self) {
        let Some(bill) = self.bill else { return };
        if let Some(said) = self.saying.filter(|_| self.now == Usage::default()) {
            self.now = bill.guess(said);
        }
        let taken = self.taken();
        if taken != Usage::default() {
            self.listener.took(bill.model, taken);
        }
    }
}
