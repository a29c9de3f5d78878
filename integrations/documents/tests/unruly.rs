//! The child as it is, or around a reader that does whatever the document says: for the tests alone.

use std::io::{self, Write as _};
use std::net::{TcpStream, UdpSocket};
use std::os::unix::net::UnixStream;
use std::process::{Command, ExitCode, abort, exit};
use std::{env, fs, hint, thread};

fn main() -> ExitCode {
    match env::args().nth(1).as_deref() {
        Some("honest") => documents::child_main(),
        #[cfg(target_os = "linux")]
        Some("bare") if pretend_to_be_old().is_ok() => documents::child_main(),
        _ => documents::child_reading(obey),
    }
}

/// As on a kernel without Landlock and seccomp.
#[cfg(target_os = "linux")]
fn pretend_to_be_old() -> Result<(), seccompiler::Error> {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch, apply_filter};

    let unknown = SeccompAction::Errno(libc::ENOSYS.cast_unsigned());
    let calls = [libc::SYS_seccomp, libc::SYS_landlock_create_ruleset].map(|call| (call, Vec::new()));
    let architecture = TargetArch::try_from(env::consts::ARCH)?;
    let filter = SeccompFilter::new(calls.into(), SeccompAction::Allow, unknown, architecture)?;
    apply_filter(&BpfProgram::try_from(filter)?)
}

#[expect(clippy::panic, reason = "a reader that panics is what this is for")]
fn obey(document: &[u8]) -> String {
    match document {
        b"abort" => abort(),
        b"panic" => panic!("as the document says"),
        b"loop" => loop {
            hint::spin_loop();
        },
        b"wait" => loop {
            thread::park();
        },
        b"hog" => vec!["much"; 1 << 30].concat(),
        b"overflow" => deeper(0).to_string(),
        b"flood" => loop {
            say(&[b'x'; 4096]);
        },
        b"garbage" => {
            say(b"this is no reply");
            exit(0)
        }
        b"silence" => exit(0),
        b"two replies" => {
            say(b"\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\0{}");
            "the second".to_owned()
        }
        b"complain" => {
            complain(&"how hard this is ".repeat(100_000));
            "done".to_owned()
        }
        b"long" => "long ".repeat(1_000_000),
        b"read a file" => outcome(&fs::read("/etc/passwd")),
        b"write a file" => outcome(&fs::write("/tmp/countersign-unruly", "x")),
        b"list files" => outcome(&fs::read_dir("/")),
        b"connect" => outcome(&TcpStream::connect("127.0.0.1:9")),
        b"listen" => outcome(&UdpSocket::bind("127.0.0.1:0")),
        b"pair" => outcome(&UnixStream::pair()),
        b"run" => outcome(&Command::new("/bin/true").status()),
        b"thread" => outcome(&thread::Builder::new().spawn(|| ())),
        b"environment" => format!("{:?}", env::vars().collect::<Vec<_>>()),
        other => String::from_utf8_lossy(other).into_owned(),
    }
}

fn outcome<T>(result: &io::Result<T>) -> String {
    match result {
        Ok(_) => "allowed".to_owned(),
        Err(error) => error.kind().to_string(),
    }
}

fn say(bytes: &[u8]) {
    let mut stdout = io::stdout().lock();
    if stdout.write_all(bytes).and_then(|()| stdout.flush()).is_err() {
        exit(1);
    }
}

#[expect(clippy::print_stderr, reason = "complaining is what this is for")]
fn complain(words: &str) {
    eprintln!("{words}");
}

#[expect(unconditional_recursion, reason = "a reader that overflows its stack is what this is for")]
fn deeper(depth: u64) -> u64 {
    hint::black_box(depth) + deeper(hint::black_box(depth + 1))
}
