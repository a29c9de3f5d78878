//! The servers that the protocol's own people publish, from their registries, in a thread.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use crate::harness::{Cast, Plan, Published, Town, run, small_world};

/// Installs once.
fn installed() -> &'static Published {
    static PUBLISHED: OnceLock<Published> = OnceLock::new();
    PUBLISHED.get_or_init(|| {
        let node = ["server-everything", "server-filesystem", "server-memory"]
            .map(|name| format!("@modelcontextprotocol/{name}"));
        let python = ["mcp", "mcp-server-time", "mcp-server-git"];
        Published::install("mcp-servers", &node.each_ref().map(String::as_str), &python)
    })
}

/// Where an outside client is, for whoever serves.
pub fn python() -> PathBuf {
    installed().python("python")
}

fn bin(name: &str) -> String {
    installed().node(name).to_str().unwrap().to_owned()
}

async fn open(config: &str) -> (Town, Cast) {
    let (world, cast) = small_world();
    (Plan::new(world).config(config).build().await, cast)
}

/// Asks until the server is there; what it says then.
async fn told(town: &Town, cast: &Cast, words: &str) -> String {
    let control = &town.control;
    control
        .until(words, async || {
            let asked = control.say(&cast.asker, "dm", words, None).await;
            let told = control.reply(&asked, 0).await;
            Some(told).filter(|told| {
                !told.contains("not connected at the moment") && !told.contains("cannot be reached")
            })
        })
        .await
}

/// The same for what is asked about, and agreed to.
async fn agreed(town: &Town, cast: &Cast, words: &str) -> String {
    let control = &town.control;
    let asked = control.say(&cast.asker, "dm", words, None).await;
    let card = control.live_card(&asked).await;
    control.click(&cast.asker, &card, "Approve").await;
    control.card_says(&asked, &card, "Done").await;
    control.reply(&asked, 0).await
}

const READ: &str = "read_only = [\"*\"]\n";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "installs published servers with npm and pip"]
async fn the_reference_servers_work_as_tools_in_a_thread() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("salt.txt"), "Salt is cheap.").unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let (everything, files, memory) =
        (bin("mcp-server-everything"), bin("mcp-server-filesystem"), bin("mcp-server-memory"));
    let (time, git) = ["mcp-server-time", "mcp-server-git"].map(|name| installed().python(name)).into();
    run("git", ["init", "-q", folder.to_str().unwrap()]);
    let config = format!(
        "[mcp.servers.everything]\ncommand = {everything:?}\n{READ}\
         [mcp.servers.files]\ncommand = {files:?}\nargs = [{folder:?}]\nread_only = [\"read_*\", \"list_*\"]\n\
         [mcp.servers.memory]\ncommand = {memory:?}\nenv = {{ MEMORY_FILE_PATH = {:?} }}\nread_only = [\"read_graph\"]\n\
         [mcp.servers.time]\ncommand = {time:?}\n{READ}[mcp.servers.git]\ncommand = {git:?}\n{READ}",
        folder.join("memory.jsonl"),
    );
    let (mut town, cast) = open(&config).await;
    let echo = told(&town, &cast, "use echo of everything with {\"message\": \"salt\"}").await;
    assert!(echo.contains("Echo: salt"), "{echo}");
    let read = format!("use read_text_file of files with {{\"path\": {:?}}}", folder.join("salt.txt"));
    assert!(told(&town, &cast, &read).await.contains("Salt is cheap."));
    let now = told(&town, &cast, "use get_current_time of time with {\"timezone\": \"Asia/Tokyo\"}").await;
    assert!(now.contains("Asia/Tokyo"), "{now}");
    let status = format!("use git_status of git with {{\"repo_path\": {folder:?}}}");
    assert!(told(&town, &cast, &status).await.contains("salt.txt"));
    told(&town, &cast, "use read_graph of memory").await;
    let made = agreed(
        &town,
        &cast,
        "use create_entities of memory with {\"entities\": [{\"name\": \"salt\", \"entityType\": \"good\", \"observations\": [\"cheap\"]}]}",
    )
    .await;
    assert!(made.contains("salt"), "{made}");
    assert!(told(&town, &cast, "use read_graph of memory").await.contains("cheap"));
    let written = folder.join("new.txt");
    let write = format!("use write_file of files with {{\"path\": {written:?}, \"content\": \"pepper\"}}");
    agreed(&town, &cast, &write).await;
    assert_eq!(std::fs::read_to_string(written).unwrap(), "pepper");
    town.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "installs published servers with npm and pip"]
async fn a_reference_server_works_over_http() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut server = Command::new(bin("mcp-server-everything"))
        .arg("streamableHttp")
        .env("PORT", free.to_string())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let config = format!("[mcp.servers.everything]\nurl = \"http://127.0.0.1:{free}/mcp\"\n{READ}");
    let (mut town, cast) = open(&config).await;
    let echo = told(&town, &cast, "use echo of everything with {\"message\": \"pepper\"}").await;
    assert!(echo.contains("Echo: pepper"), "{echo}");
    let image = told(&town, &cast, "use get-tiny-image of everything").await;
    assert!(image.contains("image/png"), "{image}");
    let task = told(&town, &cast, "use simulate-research-query of everything").await;
    assert!(task.contains("only works in the background"), "nobody is asked in vain: {task}");
    town.close().await;
    server.kill().unwrap();
    server.wait().unwrap();
}
