//! No system calls but those a parser needs, by seccomp: memory, standard input and output, the end.
//!
//! What is not listed does not exist: no file, socket, process or thread can be opened or started. Descriptors somebody
//! left open when the child was started are of no use either, as reading and writing are bound to the three pipes.

use std::collections::BTreeMap;

use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter_all_threads,
};

use crate::protocol::Strength;

#[expect(clippy::print_stderr, reason = "the parent keeps what a child complains about")]
pub(super) fn deny() -> Strength {
    let applied =
        program().map_err(seccompiler::Error::from).and_then(|program| apply_filter_all_threads(&program));
    match applied {
        Ok(()) => Strength::Full,
        Err(error) => {
            eprintln!("seccomp: {error}");
            Strength::None
        }
    }
}

fn program() -> Result<BpfProgram, BackendError> {
    let refused = SeccompAction::Errno(libc::EPERM.cast_unsigned());
    let architecture = TargetArch::try_from(std::env::consts::ARCH)?;
    SeccompFilter::new(allowed()?, refused, SeccompAction::Allow, architecture)?.try_into()
}

/// Calls with the rules under which they are allowed; without rules always.
fn allowed() -> Result<BTreeMap<i64, Vec<SeccompRule>>, BackendError> {
    let itself = u64::from(std::process::id());
    let not_executable = (2, SeccompCmpOp::MaskedEq(libc::PROT_EXEC.cast_unsigned().into()), 0);
    let of_no_file = (4, SeccompCmpOp::Eq, u64::from(u32::MAX));
    let mut calls: BTreeMap<i64, Vec<SeccompRule>> = ALWAYS.iter().map(|call| (*call, Vec::new())).collect();
    calls.insert(libc::SYS_read, vec![rule([is(0)])?]);
    calls.insert(libc::SYS_write, vec![rule([is(1)])?, rule([is(2)])?]);
    calls.insert(libc::SYS_writev, vec![rule([is(1)])?, rule([is(2)])?]);
    calls.insert(libc::SYS_mmap, vec![rule([not_executable.clone(), of_no_file])?]);
    calls.insert(libc::SYS_mprotect, vec![rule([not_executable])?]);
    // How a process aborts.
    calls.insert(libc::SYS_tgkill, vec![rule([is(itself)])?]);
    Ok(calls)
}

const ALWAYS: [i64; 18] = [
    libc::SYS_brk,
    libc::SYS_clock_gettime,
    libc::SYS_close,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_futex,
    libc::SYS_getpid,
    libc::SYS_getrandom,
    libc::SYS_gettid,
    libc::SYS_madvise,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_restart_syscall,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sched_yield,
    libc::SYS_sigaltstack,
];

type Condition = (u8, SeccompCmpOp, u64);

/// The first argument has this value.
fn is(value: u64) -> Condition {
    (0, SeccompCmpOp::Eq, value)
}

fn rule<const N: usize>(conditions: [Condition; N]) -> Result<SeccompRule, BackendError> {
    let conditions = conditions
        .into_iter()
        .map(|(argument, comparison, value)| {
            SeccompCondition::new(argument, SeccompCmpArgLen::Dword, comparison, value)
        })
        .collect::<Result<Vec<_>, _>>()?;
    SeccompRule::new(conditions)
}
