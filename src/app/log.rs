//! The log: to standard error, quiet by default.

use tracing_subscriber::EnvFilter;

/// What is said without being asked. `RUST_LOG` asks for more.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Loudness {
    /// Warnings and errors: somebody is looking at a page, not at the log.
    Quiet,
    /// What happens, for a service manager.
    Normal,
}

pub(crate) fn start(loudness: Loudness) {
    let default = match loudness {
        Loudness::Quiet => "warn",
        Loudness::Normal => "info",
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(default));
    let log =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false);
    // Fails only when a log has been started already, e.g. by a test.
    drop(log.try_init());
}
