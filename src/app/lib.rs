//! The composition root: config → adapters → engine → serve. Knows everyone; nobody knows it.

mod audit;
mod auth;
mod cli;
mod clock;
mod config;
mod doctor;
mod environment;
mod exit;
mod google_settings;
mod house;
mod log;
mod manifest;
mod mcp_command;
mod mcp_settings;
mod model_choice;
mod place;
mod product;
mod rehearse;
mod run;
mod sandboxed;
mod serve;
mod slack_settings;
mod toolbox;

pub use cli::Arguments;
pub use clock::SystemClock;
pub use config::{Config, ConfigError, SlackConfig};
pub use environment::{Environment, EnvironmentError};
pub use exit::{Exit, Trouble};
pub use manifest::manifests;
pub use place::{Place, PlaceError};
pub use product::{Blueprint, Product, Standing};
pub use rehearse::{Report, Suite, SuiteError, TaskOutcome, TrialOutcome, run as rehearse};
pub use run::run;
pub use toolbox::definitions;
pub use wire::install_crypto;
