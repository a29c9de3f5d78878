//! What other people publish, installed from their registries for the stories that try it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where packages were installed: those of Node in `node_modules`, those of Python in `python`.
#[derive(Clone)]
pub struct Published(PathBuf);

impl Published {
    /// Below a folder of this name, which stays for the next run.
    pub fn install(name: &str, node: &[&str], python: &[&str]) -> Self {
        let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&place).unwrap();
        if !node.is_empty() {
            let npm = ["install", "--no-audit", "--no-fund", "--prefix", place.to_str().unwrap()];
            run("npm", npm.iter().chain(node).copied());
        }
        let installed = Self(place);
        if python.is_empty() {
            return installed;
        }
        run("python3", ["-m", "venv", installed.0.join("python").to_str().unwrap()]);
        let pip = installed.python("pip");
        run(pip.to_str().unwrap(), ["install", "-q"].iter().chain(python).copied());
        installed
    }

    pub fn place(&self) -> &Path {
        &self.0
    }

    /// A program of a Node package.
    pub fn node(&self, program: &str) -> PathBuf {
        self.0.join("node_modules/.bin").join(program)
    }

    /// A program of a Python package, or `python` itself.
    pub fn python(&self, program: &str) -> PathBuf {
        self.0.join("python/bin").join(program)
    }
}

pub fn run<'a>(program: &str, arguments: impl IntoIterator<Item = &'a str>) {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{program} is needed on the PATH: {error}"));
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
}
