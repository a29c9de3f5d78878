//! Which of a server's tools are offered: those that somebody agreed to, as they were agreed to.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::ports::{Offered, PinStanding, Pinned, Pins, StoreError, Toolshed};
use kernel::{AnyTool, Digest, Origin};
use tracing::{info, warn};

use crate::disabled::{Disabled, Why};
use crate::line::Line;
use crate::listing::{Heard, Listing};
use crate::schema::Schema;
use crate::settings::ServerSettings;
use crate::tool::ServerTool;

/// Of what is wrong with a list.
const MOST_SAID: usize = 20;

/// What a server offers, and what was made of it last.
pub(crate) struct Offering {
    settings: Arc<ServerSettings>,
    line: Arc<Line>,
    pins: Arc<dyn Pins>,
    shed: Arc<dyn Toolshed>,
    heard: Vec<Heard>,
    /// What was offered last, so that nobody's list changes for nothing.
    last: Option<Digest>,
    /// Whether something waits for somebody to agree.
    pub(crate) waiting: bool,
}

impl Offering {
    pub(crate) fn new(
        settings: Arc<ServerSettings>,
        line: Arc<Line>,
        pins: Arc<dyn Pins>,
        shed: Arc<dyn Toolshed>,
    ) -> Self {
        Self { settings, line, pins, shed, heard: Vec::new(), last: None, waiting: false }
    }

    /// Takes a new list. If it cannot be looked up what was agreed to, nothing is offered.
    pub(crate) async fn take(&mut self, listing: Listing) -> Result<(), StoreError> {
        for (tool, why) in listing.refused.iter().take(MOST_SAID) {
            warn!(server = self.settings.name, tool, why, "a tool of a server is not taken");
        }
        if let Some(more) = listing.refused.len().checked_sub(MOST_SAID).filter(|more| *more > 0) {
            warn!(server = self.settings.name, more, "nor are others");
        }
        self.heard = listing.tools;
        let said = |heard: &Heard| Offered { tool: heard.tool.clone(), definition: heard.said.clone() };
        let offered: Vec<Offered> = self.heard.iter().map(said).collect();
        let pins = self.pins.note(&self.settings.name, &offered).await;
        self.offer(&pins?);
        Ok(())
    }

    /// Whether anything was ever made of a list, be it an empty one.
    pub(crate) fn has_offered(&self) -> bool {
        self.last.is_some()
    }

    /// Looks whether somebody has agreed meanwhile.
    pub(crate) async fn look_again(&mut self) {
        match self.pins.of(&self.settings.name).await {
            Ok(pins) => self.offer(&pins),
            Err(error) => {
                warn!(server = self.settings.name, %error, "it cannot be looked up what was agreed to");
            }
        }
    }

    fn offer(&mut self, pins: &[Pinned]) {
        let standings: BTreeMap<&str, PinStanding> =
            pins.iter().map(|pin| (pin.tool.as_str(), standing(pin, &self.heard))).collect();
        let of = |heard: &Heard| standings.get(heard.tool.as_str()).copied().unwrap_or(PinStanding::New);
        let taken = || self.heard.iter().filter(|heard| self.settings.takes(&heard.tool));
        let state: Vec<String> = taken().map(|heard| format!("{} {:?}", heard.said, of(heard))).collect();
        let state = Digest::of_words(&state.join("\n"));
        if self.last.as_ref() == Some(&state) {
            return;
        }
        let tools: Vec<Box<dyn AnyTool>> = taken().filter_map(|heard| self.made(heard, of(heard))).collect();
        let (all, off) = (tools.len(), tools.iter().filter(|tool| !tool.available()).count());
        let waiting = taken().filter(|heard| !heard.background && of(heard) != PinStanding::Agreed).count();
        let server = &self.settings.name;
        for refused in self.shed.offer(&Origin::Server(server.clone()), tools) {
            warn!(server, tool = refused.tool, why = refused.why, "a tool of a server is not taken");
        }
        info!(server, tools = all - off, switched_off = off, "a server offers tools");
        if waiting > 0 {
            warn!(
                server,
                switched_off = waiting,
                "tools are other than they were; look with: countersign mcp diff {server}"
            );
        }
        (self.last, self.waiting) = (Some(state), waiting > 0);
    }

    fn made(&self, heard: &Heard, standing: PinStanding) -> Option<Box<dyn AnyTool>> {
        let server = &self.settings.name;
        let why = match standing {
            _ if heard.background => Why::Background,
            PinStanding::Agreed => {
                return match Schema::read(&heard.schema) {
                    Ok(schema) => {
                        let line = Arc::clone(&self.line);
                        Some(Box::new(ServerTool::new(line, &self.settings, heard, schema)))
                    }
                    Err(why) => {
                        warn!(server, tool = heard.name, %why, "a tool of a server is not taken");
                        None
                    }
                };
            }
            PinStanding::Changed | PinStanding::Gone => Why::Changed,
            PinStanding::New => Why::New,
        };
        Some(Box::new(Disabled::new(&self.settings, heard, why)))
    }
}

/// By what we ourselves heard: somebody else may have noted something meanwhile.
pub(crate) fn standing(pin: &Pinned, heard: &[Heard]) -> PinStanding {
    let said = heard.iter().find(|heard| heard.tool == pin.tool).map(|heard| heard.said.clone());
    Pinned { offered: said, ..pin.clone() }.standing()
}
