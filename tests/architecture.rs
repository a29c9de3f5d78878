//! The structure of the workspace, checked.

mod circles;

use std::{collections::BTreeMap, fs, path::Path, process::Command};

use circles::circles;
use serde_json::Value;

/// On which of each other the crates of the sandbox may depend.
const SANDBOX: [(&str, &[&str]); 5] = [
    ("sandbox-world", &[]),
    ("sandbox-google", &["sandbox-world"]),
    ("sandbox-slack", &["sandbox-world"]),
    ("sandbox-page", &["sandbox-google", "sandbox-slack", "sandbox-world"]),
    ("sandbox", &["sandbox-google", "sandbox-page", "sandbox-slack", "sandbox-world"]),
];

/// Dependencies point to lower layers only, never to the same layer. The sandbox stands apart: its crates depend on none
/// of the product's, and only the top layer may start it.
#[test]
fn crates_depend_on_lower_layers_only() {
    let packages = packages();
    let layers: BTreeMap<String, Value> = packages
        .iter()
        .map(|package| (package["name"].as_str().unwrap().to_owned(), package["metadata"]["layer"].clone()))
        .collect();
    let mut arrows = 0;
    for package in &packages {
        let name = package["name"].as_str().unwrap();
        assert!(!layers[name].is_null(), "{name} does not state its layer");
        for dependency in package["dependencies"].as_array().unwrap() {
            let on = dependency["name"].as_str().unwrap();
            // What only tests use may come from anywhere but from outside the product.
            let Some(below) = layers.get(on).filter(|_| dependency["kind"] != "dev") else { continue };
            arrows += 1;
            match (&layers[name], below) {
                (above, _) if above == "apart" => {
                    let allowed =
                        SANDBOX.iter().find(|(apart, _)| *apart == name).map_or(&[][..], |known| known.1);
                    assert!(allowed.contains(&on), "{name} stands apart and depends on {on}");
                }
                (above, below) if below == "apart" => {
                    assert!(above == 3 && on == "sandbox", "{name} depends on {on}");
                }
                (above, below) => assert!(below.as_u64() < above.as_u64(), "{name} must not depend on {on}"),
            }
        }
    }
    assert!(layers.len() >= 14 && arrows >= 28, "the test no longer sees the workspace");
}

#[test]
fn kernel_needs_no_runtime_and_no_network() {
    for forbidden in ["tokio", "reqwest", "sqlx", "axum", "slack-morphism"] {
        assert!(!depends_on("kernel", forbidden), "kernel depends on {forbidden}");
    }
    for forbidden in ["reqwest", "sqlx", "axum", "slack-morphism", "wire"] {
        assert!(!depends_on("engine", forbidden), "engine depends on {forbidden}");
    }
}

/// No service, no model provider and no database, in code and in strings.
#[test]
fn kernel_and_engine_name_no_vendor() {
    const VENDORS: [&str; 11] = [
        "slack",
        "google",
        "gmail",
        "anthropic",
        "claude",
        "openai",
        "gemini",
        "ollama",
        "mistral",
        "sqlite",
        "postgres",
    ];
    for (path, text) in sources(&["src/kernel", "src/engine"]) {
        let code = product_code(&path, &text).to_lowercase();
        let named = VENDORS.iter().find(|vendor| code.contains(**vendor));
        assert_eq!(named, None, "{path} names a vendor");
    }
}

/// Modules of the engine by level. A module uses modules of lower levels only.
const ENGINE: [&[&str]; 9] = [
    &["base"],
    &["guard", "thread"],
    &["view", "tools"],
    &["call"],
    &["prompt", "runtime"],
    &["home"],
    &["worker"],
    &["inbound"],
    &["lib", "timing"],
];

#[test]
fn engine_modules_use_lower_levels_only() {
    let level = |module: &str| ENGINE.iter().position(|modules| modules.contains(&module));
    let path_in_crate = regex::Regex::new(r"\bcrate::(\w+)").unwrap();
    let mut arrows = 0;
    for (path, text) in sources(&["src/engine"]) {
        let module = path.trim_start_matches("src/engine/").split(['/', '.']).next().unwrap();
        let own = level(module).unwrap_or_else(|| panic!("{path} is in a module without a level"));
        for used in path_in_crate.captures_iter(&product_code(&path, &text)) {
            let Some(below) = level(&used[1]).filter(|_| used[1] != *module) else { continue };
            arrows += 1;
            assert!(below < own, "{path} uses {}, which is not below {module}", &used[1]);
        }
    }
    assert!(arrows > 200, "the test no longer sees the modules");
}

/// How many files of a crate are in circles. Crates that are not listed have none.
const IN_CIRCLES: [(&str, usize); 4] = [("countersign", 33), ("engine", 67), ("kernel", 23), ("store", 12)];

/// A reader can begin with a file that imports none of the others, and goes on from there.
#[test]
fn files_do_not_import_each_other_in_circles() {
    let mut left: BTreeMap<String, usize> = BTreeMap::new();
    let mut told = String::new();
    for package in packages() {
        let found = circles(&files_of(&package));
        let name = package["name"].as_str().unwrap();
        if !found.is_empty() {
            left.insert(name.to_owned(), found.iter().map(Vec::len).sum());
        }
        told.extend(found.iter().map(|circle| format!("\n{name}: {}", circle.join(" "))));
    }
    let known = IN_CIRCLES.map(|(name, files)| (name.to_owned(), files));
    assert_eq!(left, BTreeMap::from(known), "these files import each other:{told}");
}

#[test]
fn a_circle_of_imports_is_found_and_its_files_are_named() {
    let with = |low: &str| {
        let files = [
            ("lib.rs", "mod high;\nmod low;\npub use low::Low;\n#[cfg(test)]\nmod tests;"),
            ("high.rs", "pub mod parts;\nuse crate::Low;\nfn high(_: Low) { parts::part() }"),
            ("high/parts.rs", "// use super::high;\npub fn part() {}"),
            ("low.rs", low),
            ("tests.rs", "use crate::high::high;"),
        ];
        circles(&files.map(|(path, text)| (path.to_owned(), text.to_owned())))
    };
    let none: [Vec<String>; 0] = [];
    assert_eq!(with("pub struct Low;"), none);
    assert_eq!(with("pub use crate::high::high;\npub struct Low;"), none, "a re-export is no import");
    assert_eq!(with("use crate::high;\npub struct Low;\nfn low() { high::high(Low) }"), [["high", "low"]]);
    let through_both =
        with("use crate::high::parts::{part as helps};\npub struct Low;\nfn low() { helps() }");
    assert_eq!(through_both, none);
}

#[test]
fn only_wire_builds_an_http_client() {
    for name in ["slack", "google", "models", "store", "vault", "engine", "kernel"] {
        assert!(!depends_on(name, "reqwest"), "{name} depends on reqwest");
    }
}

#[test]
fn only_slack_knows_block_kit() {
    for (path, text) in sources(&["src", "integrations"]) {
        let apart = path.starts_with("integrations/slack") || path.starts_with("integrations/sandbox");
        assert!(apart || !text.contains("SlackBlock"), "{path} knows Block Kit");
    }
}

#[test]
fn permits_are_minted_in_one_place() {
    let minting: Vec<String> = sources(&["src", "integrations"])
        .into_iter()
        .filter(|(path, text)| !path.ends_with("tests.rs") && text.contains("Permit::mint("))
        .map(|(path, _)| path)
        .collect();
    assert_eq!(minting, ["src/engine/call/countersign.rs"]);
}

#[test]
fn scope_strings_stand_in_one_file() {
    let naming: Vec<String> = sources(&["src", "integrations"])
        .into_iter()
        .filter(|(path, _)| !path.starts_with("integrations/sandbox") && !path.contains("test"))
        .filter(|(_, text)| text.contains("googleapis.com/auth/"))
        .map(|(path, _)| path)
        .collect();
    assert_eq!(naming, ["integrations/google/scopes.rs"]);
}

/// A file in `tools/` that no `mod` names would be a tool nobody has.
#[test]
fn every_tool_file_is_listed() {
    let list = fs::read_to_string("integrations/google/tools.rs").unwrap();
    for entry in fs::read_dir("integrations/google/tools").unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(list.contains(&format!("mod {name};")), "{name} is not named in tools.rs");
    }
}

/// Maximum 500 lines of a file, and nine of ten files of the product have at most 260, because a reader holds one idea at a time.
#[test]
fn files_stay_short() {
    let mut lengths: Vec<usize> = Vec::new();
    for (path, text) in sources(&["src", "integrations"]) {
        if path.contains("/tests/") || path.contains("/stories/") || path.ends_with("tests.rs") {
            continue;
        }
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let lines = code.lines().count();
        assert!(lines <= 500, "{path} has {lines} lines; split it");
        if !path.starts_with("integrations/sandbox") {
            lengths.push(lines);
        }
    }
    lengths.sort_unstable();
    let most = lengths[lengths.len() * 9 / 10];
    assert!(most <= 260, "one file of ten has more than {most} lines");
}

#[test]
fn nothing_brings_a_second_tls_stack_or_unsorted_json() {
    let lock = fs::read_to_string("Cargo.lock").unwrap();
    for forbidden in ["ring", "openssl", "native-tls"] {
        assert!(
            !lock.contains(&format!("name = \"{forbidden}\"\n")) || !in_tree(forbidden),
            "{forbidden} is in the tree"
        );
    }
    assert!(!features_of("serde_json").contains("preserve_order"), "prompt caching needs sorted keys");
}

/// A file without comments and without its tests.
fn product_code(path: &str, text: &str) -> String {
    let is_test = path.contains("/tests/") || path.ends_with("/tests.rs");
    let code = text.split("#[cfg(test)]\nmod tests").next().filter(|_| !is_test).unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn depends_on(package: &str, dependency: &str) -> bool {
    let packages = packages();
    let package = packages.iter().find(|found| found["name"] == package).unwrap();
    package["dependencies"]
        .as_array()
        .unwrap()
        .iter()
        .any(|found| found["name"] == dependency && found["kind"] != "dev")
}

fn packages() -> Vec<Value> {
    let output = cargo(&["metadata", "--no-deps", "--offline", "--format-version=1"]);
    let metadata: Value = serde_json::from_str(&output).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// A lock file also lists what other platforms and unused features would bring.
fn in_tree(package: &str) -> bool {
    !cargo(&["tree", "--offline", "--workspace", "--edges", "normal,build", "--invert", package])
        .trim()
        .is_empty()
}

fn features_of(package: &str) -> String {
    cargo(&["tree", "--offline", "--workspace", "--edges", "features", "--invert", package])
}

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The files of a library by their paths in it.
fn files_of(package: &Value) -> Vec<(String, String)> {
    let targets = package["targets"].as_array().unwrap();
    let library = targets.iter().find(|target| target["kind"][0] == "lib").unwrap();
    let root = Path::new(library["src_path"].as_str().unwrap()).parent().unwrap();
    let mut found = Vec::new();
    walk(root, &mut found);
    let within = |path: String| Path::new(&path).strip_prefix(root).unwrap().display().to_string();
    found.into_iter().map(|(path, text)| (within(path), text)).collect()
}

fn sources(roots: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for root in roots {
        walk(Path::new(root), &mut found);
    }
    found.sort();
    found
}

fn walk(directory: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
}
