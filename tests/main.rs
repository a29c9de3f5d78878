//! One test binary: the house rules, and stories told through the front door (Slack in, Slack and Google out).
#![expect(
    clippy::print_stdout,
    reason = "the crash loop prints how many points it tried, the schedules print their seed"
)]
#![expect(unreachable_pub, reason = "nothing in a test binary can be reached from outside")]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fall over"
)]

mod accounts;
mod actions;
mod architecture;
mod attachments;
mod attacks;
mod audiences;
mod audit;
mod autonomous;
mod browser;
mod calling;
mod cards;
mod cards_complete;
mod commands;
mod compacting;
mod contacts;
mod crash;
mod crowds;
mod deliveries;
mod devices;
mod dialects;
mod disclosing;
mod doctor;
mod edges;
mod executing;
mod extraction;
mod harness;
mod home;
mod hostile;
mod in_words;
mod installing;
mod lanes;
mod listening;
mod loopback;
mod manifests;
mod mcp;
mod pacing;
mod parked;
mod plugging_in;
mod questions;
mod refreshing;
mod revisions;
mod roles;
mod rows;
mod saying;
mod schedules;
mod sdks;
mod search;
mod secrets;
mod senders;
mod serving;
mod signing_in;
mod steps;
mod story;
mod strangers;
mod taking_back;
mod terminal;
mod trying;
mod turns;
mod ways_in;
mod web_search;
mod workspace_mcp;
