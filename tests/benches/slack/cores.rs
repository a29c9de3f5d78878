//! The product on one core and the sandbox on the others: what a turn costs is then what it costs the product, not what two
//! processes make each other wait for. Needs `taskset`, which every Linux has.

use std::process::Command;

/// While this lives, this process stays away from one core.
pub struct Apart {
    /// Where it was allowed to be, as the kernel says it.
    all: String,
    /// How the product is started on its core; nothing where there is only one.
    under: Vec<String>,
}

impl Apart {
    pub fn begin() -> Self {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let all = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap().trim();
        let cores: Vec<String> = all.split(',').flat_map(each).collect();
        let (first, others) = cores.split_first().unwrap();
        if others.is_empty() {
            return Self { all: all.to_owned(), under: Vec::new() };
        }
        stay_on(&others.join(","));
        let under = ["taskset", "--cpu-list", first].map(str::to_owned).to_vec();
        Self { all: all.to_owned(), under }
    }

    pub fn under(&self) -> Vec<&str> {
        self.under.iter().map(String::as_str).collect()
    }

    pub fn told(&self) -> &'static str {
        if self.under.is_empty() {
            "the sandbox on the same core"
        } else {
            "on one core, the sandbox beside it"
        }
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        if !self.under.is_empty() {
            stay_on(&self.all);
        }
    }
}

/// The cores of `4` or `0-3`.
fn each(range: &str) -> Vec<String> {
    let (from, to) = range.split_once('-').unwrap_or((range, range));
    let (from, to): (usize, usize) = (from.parse().unwrap(), to.parse().unwrap());
    (from..=to).map(|core| core.to_string()).collect()
}

/// Every thread of this process; those that come are where the one is that made them.
fn stay_on(cores: &str) {
    let this = std::process::id().to_string();
    let moved = Command::new("taskset").args(["--all-tasks", "--cpu-list", "--pid", cores, &this]).output();
    let moved = moved.unwrap();
    assert!(moved.status.success(), "{}", String::from_utf8_lossy(&moved.stderr));
}
