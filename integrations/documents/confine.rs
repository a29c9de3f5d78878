//! What the child gives up before it reads a byte of the document: memory and time without end, files, the network,
//! other processes. Nothing here can be taken back.

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod files;

use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::limits::Limits;
use crate::protocol::Confined;

pub(crate) fn confine(limits: &Limits) -> io::Result<Confined> {
    limit(Resource::Core, 0)?;
    limit(Resource::As, limits.memory)?;
    // Past the first the child is told why it ends, past the second it just ends.
    let seconds = limits.processor.as_secs().max(1);
    limit_twice(Resource::Cpu, seconds, seconds.saturating_add(1))?;
    limit(Resource::Fsize, 0)?;
    // Root may start processes all the same; then it is the filter on system calls that forbids it.
    limit(Resource::Nproc, 0)?;
    give_up(|| limit(Resource::Nofile, 0))
}

fn limit(resource: Resource, most: u64) -> io::Result<()> {
    limit_twice(resource, most, most)
}

/// Nobody may raise it again. A limit that is lower already stays.
fn limit_twice(resource: Resource, soft: u64, hard: u64) -> io::Result<()> {
    let now = getrlimit(resource).maximum.unwrap_or(u64::MAX);
    Ok(setrlimit(resource, Rlimit { current: Some(soft.min(now)), maximum: Some(hard.min(now)) })?)
}

/// Landlock needs a file descriptor to begin with, so new ones are forbidden between the two.
#[cfg(target_os = "linux")]
fn give_up(then: impl FnOnce() -> io::Result<()>) -> io::Result<Confined> {
    use rustix::process::{DumpableBehavior, set_dumpable_behavior};

    // A core dump that is piped to a program ignores its limit.
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    let files = files::deny();
    then()?;
    Ok(Confined { files, calls: calls::deny() })
}

#[cfg(not(target_os = "linux"))]
fn give_up(then: impl FnOnce() -> io::Result<()>) -> io::Result<Confined> {
    then()?;
    Ok(Confined { files: crate::Strength::None, calls: crate::Strength::None })
}
