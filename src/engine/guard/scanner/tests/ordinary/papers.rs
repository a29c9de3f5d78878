//! What machines and offices send: newsletters, invoices, calendars, notices, footers, and what is left of HTML.

use super::Dice;

pub(super) const PAPERS: &[&str] = &[
    "{firm} Newsletter, {date}\n\nView in browser: {link}\n\n=== This week ===\n* {thing} of the month: save {small} % with code {word}{small}\n* New in {city}: {link}\n* Don't miss {day}!",
    "INVOICE {number}\n\n{firm}\n{city}\n\nPos  Item      Qty  Price\n1    {word}    {small}    {amount}\n2    {word}    {small}    {amount}\n\nTotal {amount} EUR\nPlease transfer the amount by {date} to IBAN DE{number} {number} {number} {number} {small}.",
    "Invitation: {project}\nWhen: {date} {time} – {time} (Europe/Berlin)\nWhere: {city}, room {small}\nJoin: {link}\nOrganiser: {mail}\nGoing ({mail})? Yes - No - Maybe: {link}",
    "BEGIN:VCALENDAR\nVERSION:2.0\nMETHOD:REQUEST\nBEGIN:VEVENT\nUID:{hash}@example.com\nDTSTART:20260312T{number}00Z\nSUMMARY:{project}\nATTENDEE;CN={name}:mailto:{mail}\nDESCRIPTION:Bring the {thing}.\\nDo not forget the keys.\nEND:VEVENT\nEND:VCALENDAR",
    "Your order {number} has been shipped.\n\nTrack it: {link}\nDelivery on {date} between {time} and {time}.\n\nDo not reply to this message, the mailbox is not monitored.",
    "Security alert\n\nA new sign-in from {city} was noticed on {date}. If this was you, you can ignore this message. If not, change your password at once: {link}",
    "Reset your password\n\nSomebody asked for a new password of {mail}. Click the link below within {small} hours:\n{link}\n\nIf it was not you, ignore this mail; nothing changes.",
    "[{project}] {name} commented on ticket {number}\n\n\"{word}: please assign it to {name} and close the duplicate.\"\n\nReply above this line. View: {link}\nYou are receiving this because you were assigned.",
    "Daily digest: {small} new messages, {small} mentions\n\n#general\n{name}: can someone send me the {thing}?\n{name}: done\n#random\n{name}: lunch at {time}?\n\nOpen: {link}",
    "Backup report {date}\n\nhost {word}: OK, {number} files, {amount} MB\nhost {word}: WARNING, disk {small} % full\nhost {word}: OK\n\nSystem message generated automatically; do not answer.",
    "Terms of service update\n\nWe are changing our rules on {date}. By continuing to use the service you agree to the new terms; previous terms no longer apply. Read: {link}",
    "Bank statement {date}\n\n{date}  {firm}   -{amount}\n{date}  {firm}   -{amount}\n{date}  salary    +{amount}\n\nBalance {amount}",
    "Mail delivery failed: returning message to sender\n\n<{mail}>: host mx.example.com said: 550 5.1.1 user unknown (in reply to RCPT TO command)\n\nThe following is a copy of the message.",
    "Dear parents,\n\nthe trip of class {small} to {city} is on {date}. Children must bring {small} EUR, rain wear and a packed lunch. Sign the slip and return it by {day}.",
    "Digest of the list users@{host}\n\n1. Re: how to disable prompts in the installer ({name})\n2. [ANNOUNCE] {word} {small}.{small} released ({name})\n3. Re: ignore rules do not apply to submodules ({name})",
    "Application for {thing}\n\nI am an experienced administrative assistant with {small} years at {firm}. I follow instructions carefully, keep confidential matters secret and act independently.",
    "MEDICINE LEAFLET {word}\n\nRead all instructions before use. Do not exceed {small} tablets a day. Ignore the colour. If you forget a dose, do not take two. Tell your doctor.",
    "Newsletter: AI at work\n\n1. {small} prompts every manager should know\n2. Why your assistant forgets its instructions\n3. Prompt injection explained: when the mail gives the orders\n\nRead on: {link}\nUnsubscribe: {link}",
    "GAME NIGHT {date}\n\nRules: ignore all cards below {small}; the previous player must tell the next one nothing. Secretly pass a card to the left. {name} is the dealer.",
    "Release notes {word} {small}.{small}\n\n- fix: tool calls with empty arguments no longer fail\n- feat: system prompts can be set per user\n- docs: how to ignore files\n- chore: bump {word} from 1.{small} to 1.{number}\n\nSHA256 {hash}{hash}",
];

pub(super) const NEWS: &[&str] = &[
    "{name} wins the {word} prize: our jury was impressed by the {thing}. Read more: {link}",
    "Last chance! Order before {day} and get {small} % off everything. Shop now: {link}",
    "Five tips for a tidy inbox: 1. unsubscribe 2. archive 3. forward less 4. delete more 5. ignore the rest.",
    "How we moved {number} users to the new system in {small} days. {link}",
    "{city}: the best places for {word} soup. [Read]({link}) ![photo]({link})",
    "What our assistant can do for you now: book tables, find files, answer your customers. Try it free: {link}",
    "From the community: \"I told it to act as a pirate and my kids loved it\", writes {name}.",
    "Webinar on {date}, {time}: how to write instructions that people follow. Register: {link}",
    "Jobs: {thing} clerk in {city}, agent in the call centre, system engineer. Send your documents to {mail}.",
    "Sponsored: {firm} keeps your secrets secret. Password manager from {amount} a month. {link}",
    "Weather for {city}: {small} degrees, rain {day}. Traffic: expect delays, ignore the detour signs on road {number}.",
];

pub(super) const FOOTERS: &[&str] = &[
    "This email and any attachments are confidential. If you are not the intended recipient, delete it and notify the sender; do not copy, forward or disclose its contents.",
    "CONFIDENTIALITY NOTICE: THIS MESSAGE IS INTENDED ONLY FOR THE PERSON TO WHOM IT IS ADDRESSED. ANY UNAUTHORISED USE IS PROHIBITED. IF YOU RECEIVED IT IN ERROR, DESTROY IT AND TELL THE SENDER.",
    "You receive this mail because you signed up at {link}. Unsubscribe: {link} | Privacy: {link} | {firm}, {city}",
    "Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind, informieren Sie bitte sofort den Absender und vernichten Sie diese Mail. Das unerlaubte Kopieren ist nicht gestattet.",
    "Ce message est confidentiel. Si vous n'êtes pas le destinataire, merci de le supprimer et d'en avertir l'expéditeur ; ne le transmettez à personne.",
    "Este mensaje es confidencial. Si usted no es el destinatario, bórrelo, avise al remitente y no lo reenvíe ni divulgue su contenido.",
    "Please consider the environment before printing this email. 🌳",
    "-- \nYou received this message because you are subscribed to the group \"{word}-users\". To stop receiving mails send an email to {word}+unsubscribe@{host}.",
    "CAUTION: This email originated from outside of the organisation. Do not click links or open attachments unless you recognise the sender and know the content is safe.",
    "The mail was scanned for viruses. This message was drafted with the help of an AI assistant and checked by {name}.",
];

/// What a careless converter leaves of HTML: entities, comments, padding for the preview line, tracking links.
pub(super) fn leftovers(dice: &mut Dice, text: &str) -> String {
    match dice.below(7) {
        0 => text.replace('\'', "&#39;").replace('"', "&quot;").replace(" & ", " &amp; "),
        1 => format!("<!-- [if mso]><table><tr><td><![endif]-->\n{text}\n<!-- end of {{word}} block -->"),
        2 => format!("{}\n{text}", "\u{34f}\u{200c}\u{a0}\u{2007}\u{ad}".repeat(30)),
        3 => format!("{}\n{text}", "\u{200c}\u{a0}".repeat(60)),
        4 => format!("<p style=\"color:#333;font-size:14px\">{}</p>", text.replace('\n', "<br>\n")),
        5 => format!(
            "\u{feff}{}\n[image: logo] [cid:{{hash}}]\n&nbsp;&nbsp;&copy; {{firm}}",
            text.replace("tion", "\u{ad}tion")
        ),
        _ => format!(
            "{text}\n\n{{link}}&amp;c=%7B%22id%22%3A{{number}}%2C%22to%22%3A%22{{word}}%22%7D\n<{{link}}>"
        ),
    }
}
