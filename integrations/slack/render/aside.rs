//! What is too long to be read in a message, as files that stand beside it.

use kernel::Digest;
use kernel::ports::NewFile;

use super::markdown::unjoined;

/// A file whose name nothing else has: after a crash it is looked for by its name.
pub(super) fn file(stem: &str, extension: &str, text: &str) -> NewFile {
    let digest = Digest::of_words(text).to_string();
    let digest: String = digest.chars().filter(char::is_ascii_alphanumeric).take(10).collect();
    let media_type = match extension {
        "csv" => "text/csv",
        "md" => "text/markdown",
        _ => "text/plain",
    };
    NewFile {
        name: format!("{stem}-{digest}.{extension}"),
        media_type: media_type.to_owned(),
        content: unjoined(text).into_bytes(),
    }
}

/// What a file of this language is called at the end.
pub(super) fn extension(language: &str) -> &'static str {
    let language = language.split([' ', ',', '{']).next().unwrap_or_default().to_lowercase();
    match language.as_str() {
        "rust" | "rs" => "rs",
        "python" | "py" => "py",
        "javascript" | "js" => "js",
        "typescript" | "ts" => "ts",
        "json" => "json",
        "yaml" | "yml" => "yaml",
        "sql" => "sql",
        "bash" | "sh" | "shell" => "sh",
        "html" => "html",
        "css" => "css",
        "csv" => "csv",
        "go" => "go",
        "java" => "java",
        "c" => "c",
        "cpp" | "c++" => "cpp",
        "markdown" | "md" => "md",
        _ => "txt",
    }
}
