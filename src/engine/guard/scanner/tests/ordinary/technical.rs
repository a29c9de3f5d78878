//! Code, logs and data as they stand in mails, and the sentences around them.

use super::Dice;

pub(super) const TALK: &[&str] = &[
    "The job on {word} failed again, log below.",
    "Can you run this and send me the output?",
    "Please review the diff, it should ignore all rules that are disabled.",
    "Here is the snippet for the wiki.",
    "Does anybody know why this throws?",
    "I get the following when I start it on {word}:",
    "Please execute the following command on the server, then delete the old files.",
    "The config for {project} is attached inline, override what you need.",
    "API docs for the new endpoint, comments welcome by {day}.",
    "The query takes {small} minutes, any idea?",
    "Base64 of the certificate is below, install it on {word}.",
    "Ignore the warnings in the trace, the error is in the last line.",
    "To reproduce: call the function with these arguments.",
    "Here is the tool definition we give to the model.",
];

pub(super) const CODE: &[&str] = &[
    "#!/bin/sh\nset -eu\ncurl -fsSL {link} | tar xz\nrm -rf /tmp/{word}-{number}\nexport TOKEN=$(cat ~/.{word}/token)\n./configure --prefix=/usr && make && sudo make install",
    "$ git push origin main\nTo {link}\n ! [rejected] main -> main (fetch first)\nerror: failed to push some refs\nhint: Updates were rejected because the remote contains work",
    "{\n  \"id\": {number},\n  \"to\": \"{mail}\",\n  \"subject\": \"{thing}\",\n  \"items\": [{\"sku\": \"{word}\", \"price\": {amount}}],\n  \"user\": {\"role\": \"admin\", \"name\": \"{name}\"}\n}",
    "{\"level\":\"info\",\"ts\":\"{date}T{time}:00Z\",\"msg\":\"request done\",\"path\":\"/v1/{word}\",\"ms\":{number},\"trace\":\"{hash}\"}\n{\"level\":\"error\",\"msg\":\"upstream timed out\",\"user\":\"{mail}\"}",
    "services:\n  {word}:\n    image: registry.example.com/{word}:{small}\n    command: [\"serve\", \"--port\", \"{number}\"]\n    environment:\n      SYSTEM_PROMPT_FILE: /etc/{word}/prompt.txt\n      LOG_LEVEL: debug",
    "SELECT u.name, count(*) FROM users u JOIN orders o ON o.user_id = u.id\nWHERE o.created > '{date}' AND u.city = '{city}'\nGROUP BY u.name HAVING count(*) > {small} ORDER BY 2 DESC LIMIT 50;\nDELETE FROM drafts WHERE id = {number};",
    "Traceback (most recent call last):\n  File \"/srv/{word}/main.py\", line {number}, in <module>\n    send_mail(to=\"{mail}\", body=text)\n  File \"/srv/{word}/mail.py\", line {small}, in send_mail\n    raise ValueError(\"no recipient\")\nValueError: no recipient",
    "thread 'main' panicked at src/{word}.rs:{number}:{small}:\ncalled `Option::unwrap()` on a `None` value\nstack backtrace:\n   0: rust_begin_unwind\n   1: core::panicking::panic_fmt\n   2: {word}::run",
    "Exception in thread \"main\" java.lang.NullPointerException\n\tat com.example.{word}.Mailer.send(Mailer.java:{number})\n\tat com.example.{word}.Main.main(Main.java:{small})\n\t... {small} more",
    "diff --git a/{word}.rs b/{word}.rs\nindex {number}..{number} 100644\n--- a/{word}.rs\n+++ b/{word}.rs\n@@ -{small},7 +{small},7 @@\n-    let rules = previous.ignore(all);\n+    let rules = previous.ignore(some);\n     send(&rules, to)?;",
    "<<<<<<< HEAD\nlet limit = {number};\n=======\nlet limit = {small};\n>>>>>>> {word}-branch",
    "## POST /v1/messages\n\nSends a message. Parameters: `to` (string, required), `subject`, `body`.\n\n    POST /v1/messages HTTP/1.1\n    Host: {host}\n    Authorization: Bearer <your token>\n\nReturns `202` and the id. Tools that call this endpoint must show the user a confirmation.",
    "{\n  \"name\": \"get_weather\",\n  \"description\": \"Returns the weather of a city\",\n  \"parameters\": {\"type\": \"object\", \"properties\": {\"city\": {\"type\": \"string\"}}, \"required\": [\"city\"]}\n}",
    "{date} {time}:12 INFO  {word}: started, pid {number}\n{date} {time}:13 WARN  {word}: config key 'ignore' is deprecated\n{date} {time}:15 ERROR {word}: connection to {host} refused\n{date} {time}:15 INFO  system: shutting down",
    "const res = await fetch(\"{link}\", { method: \"POST\", body: JSON.stringify({ to: \"{mail}\", n: {number} }) });\nif (!res.ok) throw new Error(await res.text());\nconsole.log(await res.json());",
    "import smtplib\nmsg = EmailMessage()\nmsg['To'] = '{mail}'\nmsg.set_content('the {thing} is ready')\nwith smtplib.SMTP('mx.{host}') as s:\n    s.send_message(msg)",
    "messages = [\n    {\"role\": \"system\", \"content\": \"You are a helpful assistant.\"},\n    {\"role\": \"user\", \"content\": \"Summarise {file}\"},\n]\nreply = client.chat(messages, temperature=0.{small})",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{hash} {mail}\n# fingerprint SHA256:{hash}",
    "0000000: 7f45 4c46 0201 0100 0000 0000 0000 0000  .ELF............\n0000010: 0300 3e00 0100 0000 a0{small}0 0000 0000 0000  ..>.............\nmd5 {hash}",
    "server {\n  listen {number};\n  server_name {host};\n  location / { proxy_pass http://127.0.0.1:{number}; }\n  # ignore all previous rewrites\n  rewrite ^/old/(.*)$ /new/$1 permanent;\n}",
    "*** Settings ***\nLibrary  Mail\n*** Test Cases ***\nUser Gets The {thing}\n    Send Mail  to={mail}  subject={word}\n    Wait Until  {small}s\n    System Should Not Tell  {name}",
    ".gitignore:\n# ignore everything\n*\n# but not these\n!{word}.toml\n!src/\ntarget/\n.env",
    "func (a *Agent) Send(ctx context.Context, to string) error {\n\tif err := a.policy.Check(to); err != nil {\n\t\treturn fmt.Errorf(\"send to %s: %w\", to, err)\n\t}\n\treturn a.mail.Send(ctx, to)\n}",
    "HTTP/1.1 403 Forbidden\ncontent-type: application/json\n\n{\"error\":\"insufficient_scope\",\"message\":\"The user must approve the request. See {link}\"}",
    "=IF(A{small}>{number};\"ignore\";VLOOKUP(B{small};Prices!A:C;3;FALSE))\n=SUM(D2:D{number})",
    "- name: send report\n  uses: example/mail@v{small}\n  with:\n    to: {mail}\n    subject: nightly {word}\n    body: file://{file}\n    token: ${{ secrets.MAIL_TOKEN }}",
    "from {word} import *\n# TODO({name}): do not tell the user about retries, only log them\nassert system.prompt is not None\nassistant.run(tools=[search, calendar], user=user)",
    "%21%22%23 -> percent escapes: caf%C3%A9, na%C3%AFve, 100%25, a%20b%20c, {word}%2F{word}%3Fx%3D{number}",
    "escaped: \\u00fc\\u00e4\\u00f6 \\x41\\x42 \\n \\t \"\\\\server\\{word}\" '\\'' &lt;b&gt; &#8364; &#x20AC;",
    "Gur fcbvyre sbe gur svyz vf va ebg13, orpnhfr {name} unf abg frra vg lrg: ur jnf gur ohgyre nyy nybat.",
    "-----BEGIN PGP SIGNATURE-----\n\niQIzBAEBCAAdFiEE{hash}\n{hash}AAoJE{hash}\n=ab{small}Q\n-----END PGP SIGNATURE-----",
];

/// Base64 as it really occurs: of bytes, of JSON, of a harmless text.
pub(super) fn blob(dice: &mut Dice) -> String {
    let bytes: Vec<u8> = match dice.below(4) {
        0 => (0..200 + dice.below(400)).map(|_| u8::try_from(dice.below(256)).unwrap_or(0)).collect(),
        1 => dice
            .fill("{\"sub\":\"{mail}\",\"exp\":{number}{number},\"role\":\"user\",\"city\":\"{city}\"}")
            .into_bytes(),
        2 => dice
            .fill("Hello {name}, the {thing} for {project} is ready. Please send it to {mail} by {day}.")
            .into_bytes(),
        _ => dice
            .fill("user: {word}\npassword: {word}{number}\nhost: {host}\nignore: false\nsystem: {word}\n")
            .into_bytes(),
    };
    let text = crate::guard::scanner::tests::attacks::base64(&bytes);
    if dice.one_in(2) {
        return text;
    }
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(76).map(|line| line.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
}
