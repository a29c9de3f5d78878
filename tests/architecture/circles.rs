//! Which files of a crate import each other in circles, found in their text: macros and features hide nothing from it.
//!
//! A file imports the file in which a name that it uses is defined, however often the name is re-exported in between. A
//! module that only declares its children and re-exports their names imports nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;

/// Path of a module in its crate; the root is empty.
type Module = Vec<String>;

/// One file.
#[derive(Default)]
struct Source {
    children: BTreeSet<String>,
    defined: BTreeSet<String>,
    imports: Vec<Import>,
    /// Every name in the code, and every path of several.
    used: BTreeSet<Vec<String>>,
}

struct Import {
    path: Vec<String>,
    /// The name in this file, `*` for all names.
    name: String,
}

/// The circles among the files of a crate, each with its files in order. A file is given by its path and its text.
pub fn circles(files: &[(String, String)]) -> Vec<Vec<String>> {
    let tree = Tree::read(files);
    let arrows: BTreeMap<&Module, BTreeSet<Module>> =
        tree.files.iter().map(|(module, source)| (module, tree.imported(module, source))).collect();
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        arrows.keys().map(|module| (*module, reachable(&arrows, module))).collect();
    let mut circles = BTreeSet::new();
    for (module, others) in &reached {
        let circle: Vec<String> = others
            .iter()
            .filter(|other| reached[**other].contains(*module))
            .map(|file| shown(file))
            .collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

fn shown(module: &Module) -> String {
    if module.is_empty() { "lib".to_owned() } else { module.join("/") }
}

fn reachable<'a>(arrows: &'a BTreeMap<&Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for next in &arrows[module] {
            if reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}

struct Tree {
    files: BTreeMap<Module, Source>,
}

/// What a path leads to.
enum Target {
    Module(Module),
    /// A name that is defined in this file.
    Name(Module),
}

impl Tree {
    /// The files that the root declares, or what it declares: those for tests and for other programs are left out.
    fn read(files: &[(String, String)]) -> Self {
        let module = |path: &str| -> Module {
            let path = path.trim_end_matches(".rs");
            path.split('/').filter(|part| *part != "lib").map(str::to_owned).collect()
        };
        let texts: BTreeMap<Module, &String> =
            files.iter().map(|(path, text)| (module(path), text)).collect();
        let (mut read, mut open) = (BTreeMap::new(), vec![Module::new()]);
        while let Some(module) = open.pop() {
            let Some(source) = texts.get(&module).map(|text| Source::read(text)) else { continue };
            open.extend(source.children.iter().map(|child| [module.clone(), vec![child.clone()]].concat()));
            read.insert(module, source);
        }
        Self { files: read }
    }

    fn imported(&self, module: &Module, source: &Source) -> BTreeSet<Module> {
        let mut imported = BTreeSet::new();
        let mut modules: BTreeMap<&str, Module> = source
            .children
            .iter()
            .map(|child| (child.as_str(), [module.clone(), vec![child.clone()]].concat()))
            .collect();
        for import in &source.imports {
            let Some(path) = self.absolute(&import.path, module) else { continue };
            let is_used = source.used.iter().any(|used| used[0] == import.name);
            let always = import.name == "*" || import.name == "_";
            match self.target(&path, &mut BTreeSet::new()) {
                Some(Target::Module(whole)) if import.name == "*" => drop(imported.insert(whole)),
                Some(Target::Module(whole)) => drop(modules.insert(&import.name, whole)),
                Some(Target::Name(file)) if is_used || always => drop(imported.insert(file)),
                Some(Target::Name(_)) | None => {}
            }
        }
        for path in source.used.iter().filter(|path| path.len() > 1) {
            let path = match modules.get(path[0].as_str()) {
                Some(whole) => Some([whole.clone(), path[1..].to_vec()].concat()),
                None => self.absolute(path, module),
            };
            match path.and_then(|path| self.target(&path, &mut BTreeSet::new())) {
                Some(Target::Module(file) | Target::Name(file)) => drop(imported.insert(file)),
                None => {}
            }
        }
        imported.remove(module);
        imported
    }

    /// A path from the root of the crate, unless it leads out of it.
    fn absolute(&self, path: &[String], here: &Module) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => Some([here.clone(), rest.to_vec()].concat()),
            "super" => {
                let ups = path.iter().take_while(|part| *part == "super").count();
                let parent = here.get(..here.len().checked_sub(ups)?)?;
                Some([parent, &path[ups..]].concat())
            }
            child if self.files[here].children.contains(child) => {
                Some([here.clone(), path.to_vec()].concat())
            }
            _ => None,
        }
    }

    fn target(&self, path: &[String], seen: &mut BTreeSet<Vec<String>>) -> Option<Target> {
        if !seen.insert(path.to_vec()) {
            return None;
        }
        let depth = (0..=path.len()).rev().find(|depth| self.files.contains_key(&path[..*depth]))?;
        let (module, rest) = (path[..depth].to_vec(), &path[depth..]);
        let Some((name, rest)) = rest.split_first() else { return Some(Target::Module(module)) };
        let source = &self.files[&module];
        if source.defined.contains(name) {
            return Some(Target::Name(module));
        }
        if let Some(import) = source.imports.iter().find(|import| import.name == *name) {
            let path = self.absolute(&import.path, &module)?;
            return self.target(&[&path[..], rest].concat(), seen);
        }
        for import in source.imports.iter().filter(|import| import.name == "*") {
            let Some(path) = self.absolute(&import.path, &module) else { continue };
            let path = [&path[..], std::slice::from_ref(name), rest].concat();
            if let Some(found @ Target::Name(_)) = self.target(&path, seen)
                && self.defines(&found, name)
            {
                return Some(found);
            }
        }
        Some(Target::Name(module))
    }

    fn defines(&self, target: &Target, name: &str) -> bool {
        matches!(target, Target::Name(file) if self.files[file].defined.contains(name))
    }
}

impl Source {
    fn read(text: &str) -> Self {
        // Comments and texts; lifetimes and labels are left.
        static NO_CODE: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r##"(?s)//[^\n]*|/\*.*?\*/|\br#+".*?"#+|\br"[^"]*"|"(?:\\.|[^"\\])*"|'(?:\\u\{[0-9a-fA-F]+\}|\\.|[^'\\])'"##,
            )
            .unwrap()
        });
        static OF_TESTS: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?s)#\[cfg\(test\)\]\s*(?:pub(?:\([a-z]+\))? )?(?:mod \w+ \{.*|mod \w+;|use [^;]*;|(?:impl|fn) .*?\n\})").unwrap()
        });
        static WORD: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"::|[A-Za-z_]\w*|\S").unwrap());
        let code = NO_CODE.replace_all(text, " ");
        let code = OF_TESTS.replace_all(&code, " ");
        let words: Vec<&str> = WORD.find_iter(&code).map(|word| word.as_str()).collect();
        let mut source = Self::default();
        let mut at = 0;
        while at < words.len() {
            at = source.take(&words, at);
        }
        source
    }

    /// Reads what begins at a word, and says where the next begins.
    fn take(&mut self, words: &[&str], at: usize) -> usize {
        let word = |at: usize| words.get(at).copied().unwrap_or_default();
        match word(at) {
            "mod" if word(at + 2) == ";" => {
                self.children.insert(word(at + 1).to_owned());
                at + 3
            }
            // Not what a type captures: `impl Iterator + use<'_>`.
            "use" if word(at + 1) != "<" => self.take_import(words, at + 1, &[]) + 1,
            // The visibility of what follows: `pub(in crate::chat)`.
            "in" if word(at.wrapping_sub(1)) == "(" && word(at.wrapping_sub(2)) == "pub" => {
                words[at..].iter().position(|word| *word == ")").map_or(words.len(), |length| at + length)
            }
            "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "mod" | "union" => {
                self.defined.insert(word(at + 1).to_owned());
                at + 1
            }
            "macro_rules" => {
                self.defined.insert(word(at + 2).to_owned());
                at + 3
            }
            name if is_name(name) => {
                let mut path = vec![name.to_owned()];
                let mut end = at + 1;
                while word(end) == "::" && is_name(word(end + 1)) {
                    path.push(word(end + 1).to_owned());
                    end += 2;
                }
                if !matches!(word(at.wrapping_sub(1)), "." | "::") {
                    self.used.insert(path);
                }
                end
            }
            _ => at + 1,
        }
    }

    /// Reads one tree of an import, and says where it ends.
    fn take_import(&mut self, words: &[&str], mut at: usize, above: &[String]) -> usize {
        let mut path = above.to_vec();
        let mut name = None;
        while let Some(word) = words.get(at) {
            match *word {
                "::" => {}
                "{" => {
                    at += 1;
                    while words.get(at).is_some_and(|word| !matches!(*word, "}" | ";")) {
                        at = self.take_import(words, at, &path);
                        at += usize::from(words.get(at) == Some(&","));
                    }
                    return at + 1;
                }
                "," | "}" | ";" => break,
                "as" => {
                    name = words.get(at + 1).map(|name| (*name).to_owned());
                    at += 1;
                }
                "*" => name = Some("*".to_owned()),
                part => path.push(part.to_owned()),
            }
            at += 1;
        }
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let name = name.or_else(|| path.last().cloned()).unwrap_or_default();
        self.imports.push(Import { path, name });
        at
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}
