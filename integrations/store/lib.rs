//! The embedded database: journal, lanes, inbox, approvals and the audit chain.
//!
//! Knows SQL and the order of things. Doesn't know what an entry means beyond what it changes in a table.

mod approvals;
mod audit;
mod audit_head;
mod batch;
mod binding;
mod embeddings;
mod entries;
mod inbox;
mod journal;
mod lanes;
mod ledger;
mod person_index;
mod pins;
mod preferences;
mod recent_records;
mod rules;
mod settle_inbound;
mod settling;
mod sign_ins;
mod spending;
mod statement;
mod store;
mod timers;
mod transaction;
mod wake;
mod writer;

pub use audit::{Flaw, Link, Verified};
pub use ledger::{Holds, Ledger, Line, Parked, Reading, parked};
pub use pins::PinBook;
pub use store::{OpenError, Store, StorePaths};
