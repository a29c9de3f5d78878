//! Pages of any shape.

use std::time::Duration;

use proptest::prelude::*;
use rustix::time::{ClockId, clock_gettime};

use super::{SECRET, as_mail, doubtful, hidden, page, seen, unmarked};

/// Whatever is in one of these, somebody should not read unmarked.
const HIDING: &[(&str, &str)] = &[
    ("<div hidden>", "</div>"),
    ("<div style='display:none'>", "</div>"),
    ("<span style='opacity:0'>", "</span>"),
    ("<div style='position:absolute;left:-9999px'>", "</div>"),
    ("<div style='height:0;overflow:hidden'>", "</div>"),
    ("<div style='transform:scale(0)'>", "</div>"),
    ("<div style='clip-path:inset(50%)'>", "</div>"),
    ("<div class=gone>", "</div>"),
    ("<section>", "</section>"),
    ("<span style='mso-hide:all'>", "</span>"),
    ("<span style='filter:opacity(0)'>", "</span>"),
    ("<div aria-hidden=true>", "</div>"),
    ("<div style='zoom:0.01'>", "</div>"),
    ("<bdo dir=rtl>", "</bdo>"),
    ("<video>", "</video>"),
];

/// These change what something looks like, and never bring back what is gone. A paragraph is not among them: a block in
/// it ends it, with all that is open in it.
const HARMLESS: &[(&str, &str)] = &[
    ("<div>", "</div>"),
    ("<article>", "</article>"),
    ("<b>", "</b>"),
    ("<u>", "</u>"),
    ("<table><tr><td>", "</td></tr></table>"),
    ("<blockquote>", "</blockquote>"),
    ("<ul><li>", "</li></ul>"),
    ("<font face=Arial>", "</font>"),
    ("<div style='font-size:14px;color:#333;background:#fff'>", "</div>"),
    ("<div style='background:#111;color:#eee'>", "</div>"),
    ("<table bgcolor=white><tr><td style='color:#222'>", "</td></tr></table>"),
    ("<div style='visibility:visible;opacity:1;display:block'>", "</div>"),
    ("<span style='line-height:1.4;letter-spacing:1px'>", "</span>"),
    ("<div style='overflow:hidden;max-width:600px'>", "</div>"),
    ("<pre>", "</pre>"),
    ("<center>", "</center>"),
];

const SHEET: &str =
    "<style>.gone{display:none!important} section{visibility:hidden;font-size:0} p{color:#222}</style>";

fn wrapped(places: &[(bool, usize)]) -> String {
    let tags = |(hides, place): &(bool, usize)| {
        let kinds = if *hides { HIDING } else { HARMLESS };
        kinds[place % kinds.len()]
    };
    let opened: String = places.iter().map(|place| tags(place).0).collect();
    let closed: String = places.iter().rev().map(|place| tags(place).1).collect();
    format!("{opened}{SECRET}{closed}")
}

proptest! {
    #[test]
    fn no_nesting_brings_back_what_is_hidden(
        mut places in prop::collection::vec((any::<bool>(), 0_usize..64), 1..8),
        hiding in 0_usize..64,
        at in 0_usize..8,
    ) {
        // One that hides for good; a rule can be outweighed by what is nearer.
        let hiding = if HIDING[hiding % HIDING.len()].0 == "<section>" { 0 } else { hiding };
        places.insert(at.min(places.len()), (true, hiding));
        let page = format!("{SHEET}<p>Before</p>{}<p>After</p>", wrapped(&places));
        let shown = as_mail(&page);
        prop_assert!(!unmarked(&shown.words).contains(SECRET), "{}\n{}", page, shown.words);
        prop_assert!(shown.words.starts_with("Before") && shown.words.contains("After"), "{}\n{}", page, shown.words);
        prop_assert!(shown.removed > 0 || shown.words.contains("[perhaps hidden: "), "{}", page);
    }

    #[test]
    fn no_nesting_of_harmless_elements_loses_a_word(places in prop::collection::vec(0_usize..64, 0..12)) {
        let places: Vec<(bool, usize)> = places.into_iter().map(|place| (false, place)).collect();
        let page = format!("<p>Before</p>{}<p>After</p>", wrapped(&places));
        let shown = as_mail(&page);
        prop_assert!(shown.words.contains(SECRET) && !shown.words.contains("perhaps hidden"), "{}\n{}", page, shown.words);
        prop_assert_eq!(shown.removed, 0, "{}", page);
    }

    #[test]
    fn whatever_comes_is_read(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        as_mail(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn whatever_looks_like_a_page_is_read(
        page in "(<(style|p|div|table|td|svg|math|b|template|select|option|title|frameset|noscript|a)( style='[-a-z:;(){}0-9%!/*\\\\., ]{0,40}'| class=x| hidden)*>|</(style|p|div|table|svg|template|title)>|[.#a-z{}:;@()\\[\\]!*/\\\\\"'&<> -]{1,12}|<!--|-->|\u{200d}){0,30}",
    ) {
        as_mail(&page);
    }

    #[test]
    fn whatever_stands_in_a_sheet_is_read(sheet in "([.#a-z*]{1,3}|[{}:;@()\\[\\]!,>+~/\\\\\"'&<%-]|@media |@keyframes |var\\(--a|calc\\(|font:|color:|display:none|[0-9]{1,3}(px|em|%)?|/\\*|\\*/| ){0,60}") {
        as_mail(&format!("<style>{sheet}</style><p class=a id=b style=\"{}\">x</p>", sheet.replace('"', "")));
    }
}

/// Around any case: they change no colour and no size.
const AROUND: &[(&str, &str)] = &[
    ("<div>", "</div>"),
    ("<table><tr><td>", "</td></tr></table>"),
    ("<blockquote>", "</blockquote>"),
    ("<ul><li>", "</li></ul>"),
    ("<center><b>", "</b></center>"),
    ("<div style='max-width:600px;margin:0 auto;background:#fff'>", "</div>"),
    (
        "<table width=600 bgcolor=white><tr><td align=center><table><tr><td>",
        "</td></tr></table></td></tr></table>",
    ),
];

#[test]
fn every_case_is_the_same_within_the_layout_of_a_letter() {
    let cases = hidden::GROUPS.iter().flat_map(|(_, cases)| cases.iter()).chain(doubtful::CASES);
    for case in cases.filter(|case| page(case) != **case) {
        for (before, after) in AROUND {
            let words = as_mail(&format!("{before}{case}{after}")).words;
            assert!(!unmarked(&words).contains(SECRET), "{before}{case}{after}\n{words}");
        }
    }
    for case in seen::CASES.iter().filter(|case| page(case) != **case) {
        // On other paper it may be another case.
        for (before, after) in
            AROUND.iter().filter(|(before, _)| !before.contains("bg") && !before.contains("back"))
        {
            let words = as_mail(&format!("{before}{case}{after}")).words;
            let is_kept = words.matches("SEEN").count() == case.matches("SEEN").count();
            assert!(is_kept && !words.contains("perhaps hidden"), "{before}{case}{after}\n{words}");
        }
    }
}

/// The time this thread has been worked on: a machine that does something else meanwhile adds nothing to it.
fn processor_time() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap()
}

/// How long it takes to read a page, at best.
fn time(page: &str) -> Duration {
    let once = || {
        let start = processor_time();
        as_mail(page);
        processor_time().saturating_sub(start)
    };
    once().min(once())
}

#[test]
fn twice_as_much_takes_about_twice_as_long() {
    let shapes: [fn(usize) -> String; 5] = [
        // The parser itself takes longer the deeper a page is; what is deeper than its limit is not read.
        |many| format!("{}x", "<div style='font-size:.99em;opacity:.99'>".repeat(many / 5)),
        |many| "<p style='color:#fff;position:absolute;left:-9999px'>x</p>".repeat(many * 4),
        |many| format!("<style>{}</style><p class=a1>x</p>", ".a1{display:none}".repeat(many * 4)),
        |many| format!("<p style='{}'>x</p>", "color:red;".repeat(many * 10)),
        |many| format!("<p style='font-size:{}1px{}'>x</p>", "calc(".repeat(many), ")".repeat(many)),
    ];
    for (number, shape) in shapes.iter().enumerate() {
        let (once, fourfold) = (time(&shape(500)), time(&shape(2_000)));
        assert!(
            fourfold < once * 16 + Duration::from_millis(100),
            "shape {number}: {once:?}, then {fourfold:?}"
        );
    }
}

#[test]
fn what_is_hidden_thousands_of_elements_deep_is_not_read() {
    for deep in [10, 1_000, 4_000] {
        let page = format!(
            "<p>Before</p>{}<div hidden>{}{SECRET}",
            "<div>".repeat(deep / 2),
            "<div>".repeat(deep / 2)
        );
        let shown = as_mail(&page);
        assert_eq!((shown.words.as_str(), shown.removed), ("Before", 1), "{deep}");
    }
    let shown = as_mail(&format!("<p>Before</p><div hidden>{}{SECRET}", "<div>".repeat(50_000)));
    assert!(shown.cut && !shown.words.contains(SECRET), "{}", shown.words);
}

#[test]
fn a_sheet_that_is_tangled_puts_all_in_doubt() {
    let sheet = format!("{}.x{{display:none}}", "@media all{".repeat(60));
    let shown = as_mail(&format!("<style>{sheet}</style><p class=x>{SECRET}</p>"));
    assert_eq!(shown.words, format!("[perhaps hidden: {SECRET}]"));
}

#[test]
fn what_is_too_long_to_be_read_is_in_doubt() {
    let deep = format!("position:absolute;left:{}-9999px{}", "calc(".repeat(50), ")".repeat(50));
    let long = format!("transform:{}scale(0)", "rotate(0deg) ".repeat(200));
    let own = format!("--a:{}scale(0);transform:var(--a)", "rotate(0deg) ".repeat(200));
    for style in [deep, long, own] {
        let shown = as_mail(&format!("<p style='{style}'>{SECRET}</p>"));
        assert_eq!(shown.words, format!("[perhaps hidden: {SECRET}]"), "{style}");
    }
    let selector = ".x".repeat(8_000);
    let shown =
        as_mail(&format!("<style>p{{{selector}{{display:none}}}}</style><p><b class=x>{SECRET}</b></p>"));
    assert_eq!(shown.words, format!("**[perhaps hidden: {SECRET}]**"));
}

#[test]
fn selectors_in_one_another_are_given_up_in_time() {
    let selector = format!("{}b{}", ":is(".repeat(12), " b) b".repeat(12));
    let page = format!("<style>{selector}{{color:red}}</style><p>Before</p>{}x", "<b>".repeat(200));
    let start = processor_time();
    let shown = as_mail(&page);
    let took = processor_time().saturating_sub(start);
    assert!(shown.words.starts_with("Before") && took < Duration::from_secs(10), "{took:?}");
}

#[test]
fn covers_in_one_another_are_looked_through_in_time() {
    let lid = "<i style='position:absolute;inset:0;background:#fff'></i>";
    let holder = format!("<div style='position:relative;z-index:9'>{lid}");
    let deep = format!(
        "{}<p style='position:relative'>SECRET</p>{}",
        holder.repeat(1_000),
        "<b>x</b>".repeat(2_000)
    );
    let words = as_mail(&deep).words;
    assert!(words.contains(SECRET) && !unmarked(&words).contains(SECRET));
    let cards = format!("<div style='position:relative'>{lid}<p style='position:relative'>SEEN</p></div>");
    let words = as_mail(&cards.repeat(200)).words;
    assert!(!words.contains("perhaps hidden") && words.matches("SEEN").count() == 200);
}
