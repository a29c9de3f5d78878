//! One test binary: the house rules, and stories told through the front door (Slack in, Slack and Google out).

mod architecture;
mod burst;
mod cards;
mod crash;
mod deliveries;
mod harness;
mod hostile;
mod manifests;
mod serving;
mod signing_in;
mod story;
