//! The product on one core and the sandbox on the others: what a turn costs is then what it costs the product, not what two
//! processes make each other wait for.

use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// While this lives, this process stays away from one core.
pub struct Apart {
    /// Where it was allowed to be.
    all: CpuSet,
    /// How the product is started on its core.
    under: Vec<String>,
}

impl Apart {
    /// Nobody is moved where there is one core.
    pub fn begin() -> Self {
        let all = sched_getaffinity(None).unwrap();
        let mut cores = (0..CpuSet::MAX_CPU).filter(|core| all.is_set(*core));
        let (first, others) = (cores.next().unwrap(), all.count() > 1);
        if !others {
            return Self { all, under: Vec::new() };
        }
        let mut here = all;
        here.unset(first);
        move_to(&here);
        Self { all, under: vec!["taskset".to_owned(), "--cpu-list".to_owned(), first.to_string()] }
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
        move_to(&self.all);
    }
}

/// Every thread there is; those that come are where the one is that made them.
fn move_to(cores: &CpuSet) {
    for thread in std::fs::read_dir("/proc/self/task").unwrap() {
        let number = thread.unwrap().file_name().to_str().unwrap().parse().unwrap();
        // It may have ended meanwhile.
        sched_setaffinity(Pid::from_raw(number), cores).ok();
    }
}
