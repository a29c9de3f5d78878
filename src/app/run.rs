//! From the command line to a command.

use std::process::ExitCode;

use crate::cli::{Arguments, Command, ManifestCommand, PolicyCommand, RehearseCommand};
use crate::doctor::Telling;
use crate::manifest::Printed;
use crate::sandboxed::{Alone, Keeping, Output, say};
use crate::{
    Exit, Trouble, attack_suite, audit, auth, doctor, log, manifest, mcp_command, models_table, policy,
    sandboxed, serve, skills, toolbox,
};

/// Runs a command to its end. Words go to standard error, the code to whoever started us.
pub fn run(arguments: Arguments) -> ExitCode {
    if let Some(Command::ExtractText) = arguments.command {
        // Before the runtime: whoever confines itself must not have threads yet.
        return documents::child_main();
    }
    std::panic::set_hook(Box::new(|panic| complain_in_words(&format!("a bug: {panic}"))));
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    if let Some(Command::Serve) = arguments.command
        && std::env::var_os(WORKERS).is_none()
        && let Ok(cores) = std::thread::available_parallelism()
    {
        runtime.worker_threads(workers(cores.get()));
    }
    let runtime = match runtime.enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return complain(&Trouble::new(Exit::Failed, error)),
    };
    match runtime.block_on(command(arguments)) {
        Ok(()) => Exit::Fine.into(),
        Err(trouble) => complain(&trouble),
    }
}

/// How the runtime itself is told another number.
const WORKERS: &str = "TOKIO_WORKER_THREADS";

/// One core is left to the threads beside the workers, which are never idle for long when there is much to do: the database's,
/// the doorstep's, and the audit head's. A worker more would mostly take turns with them, and a turn's memory go from one
/// core to the other: on two cores that made a turn a tenth dearer.
fn workers(cores: usize) -> usize {
    cores.saturating_sub(1).max(1)
}

async fn command(arguments: Arguments) -> Result<(), Trouble> {
    let Arguments { command, common, world } = arguments;
    match command {
        None => sandboxed::try_out(&common, &world).await,
        Some(Command::Try(world)) => sandboxed::try_out(&common, &world).await,
        Some(Command::Serve) => serve::serve(&common).await,
        Some(Command::Tools { cost: true, .. }) => toolbox::cost(&common).await,
        Some(Command::Tools { what, cost: false }) => toolbox::tools(&common, what).await,
        Some(Command::Skills) => skills::list(&common).await,
        Some(Command::Policy { what: PolicyCommand::Explain(question) }) => {
            policy::explain(&common, &question).await
        }
        Some(Command::Models { json }) => {
            models_table::models(&common, if json { Telling::Json } else { Telling::Words }).await
        }
        Some(Command::Auth { what }) => auth::auth(&common, what).await,
        Some(Command::Mcp { what }) => mcp_command::mcp(&common, what).await,
        Some(Command::Rehearse { what: RehearseCommand::Attacks { suite } }) => {
            attack_suite::attacks(&common, suite.as_deref()).await
        }
        Some(Command::Audit { what }) => audit::audit(&common, what).await,
        Some(Command::Sandbox { world_schema: true, .. }) => {
            say(&format!("{:#}", sandbox::World::schema().to_value()));
            Ok(())
        }
        Some(Command::Sandbox { world, json, in_memory, redirect_uri, world_schema: false }) => {
            let alone = Alone {
                world: &world,
                output: if json { Output::Json } else { Output::Words },
                keeping: if in_memory { Keeping::Nothing } else { Keeping::OnDisk },
                redirect_uris: redirect_uri,
            };
            sandboxed::alone(&common, alone).await
        }
        Some(Command::Doctor { member, json }) => {
            let telling = if json { Telling::Json } else { Telling::Words };
            Box::pin(doctor::doctor(&common, member.as_deref(), telling)).await
        }
        Some(Command::Manifest { what: Some(ManifestCommand::Slack { json }), .. }) => {
            manifest::slack(&common, if json { Printed::Manifest } else { Printed::WithLink })
        }
        Some(Command::Manifest { what: None, into }) => manifest::write(&into),
        Some(Command::ExtractText) => {
            Err(Trouble::new(Exit::Failed, "text is extracted before the runtime starts"))
        }
    }
}

fn complain(trouble: &Trouble) -> ExitCode {
    complain_in_words(&trouble.to_string());
    trouble.exit.into()
}

/// What is said at the end of a command, or of a part of it, is as free of secrets as the log.
#[expect(clippy::print_stderr, reason = "a command that ends early says why, whatever the log shows")]
fn complain_in_words(words: &str) {
    eprintln!("countersign: {}", log::struck(words));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_is_left_to_the_other_threads_where_there_is_one() {
        assert_eq!([1, 2, 8].map(workers), [1, 1, 7]);
    }
}
