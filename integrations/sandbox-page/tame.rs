//! For tests: whether markup consists only of tags and attributes that the page itself writes.

/// What may stand in the page, and nothing else may.
const TAGS: &str = "a address article aside blockquote body br button caption code dd del details dialog div dl dt em fieldset \
    footer form h1 h2 h3 h4 h5 h6 header hr iframe input ins kbd label legend li main mark meter nav noscript \
    ol option output p path pre q s section select small span strong summary svg table tbody td textarea \
    th thead time tr u ul";
const ATTRIBUTES: &str = "accept-charset action alt aria-atomic aria-busy aria-controls aria-current aria-describedby \
    aria-expanded aria-haspopup aria-hidden aria-invalid aria-label aria-labelledby aria-live \
    aria-relevant autocomplete checked class colspan d data-action-id data-background data-block-id data-canvas-id \
    data-cell data-channel data-click data-colour data-commands data-comment data-confirm data-day data-document-id \
    data-event-id data-file-id data-guest data-live data-mail-id data-mention data-mentions data-part \
    data-parts data-press data-section data-session data-suggestion data-tab data-task data-thread data-to data-ts data-view data-watch datetime dir \
    disabled download enctype enterkeyhint fill for hidden href hx-boost hx-encoding hx-ext hx-get hx-include \
    hx-post hx-push-url hx-select hx-swap hx-target hx-trigger hx-vals id lang max maxlength method min multiple name \
    novalidate open placeholder referrerpolicy rel required role rows rowspan sandbox scope selected src \
    start tabindex target title type value viewBox";

/// Fails on a tag or an attribute that is none of ours, and on an attribute that runs anything.
pub(crate) fn only_our_tags(markup: &str) {
    let mut rest = markup;
    while let Some((_, after)) = rest.split_once('<') {
        let after = after.strip_prefix('/').unwrap_or(after);
        let end = after.find(|sign: char| !sign.is_ascii_alphanumeric()).unwrap_or(after.len());
        let (name, mut inside) = after.split_at(end);
        assert!(TAGS.split_whitespace().any(|tag| tag == name), "a tag <{name}> in {markup}");
        loop {
            inside = inside.trim_start();
            if let Some(after) = inside.strip_prefix('>') {
                rest = after;
                break;
            }
            let end = inside.find(|sign: char| !(sign.is_ascii_alphanumeric() || sign == '-'));
            let (name, after) = inside.split_at(end.expect("the tag ends"));
            assert!(ATTRIBUTES.split_whitespace().any(|one| one == name), "an attribute {name} in {markup}");
            inside = match after.strip_prefix("=\"") {
                None => after,
                Some(value) => {
                    let (value, after) = value.split_once('"').expect("the value ends");
                    assert!(!value.contains('<'), "a tag within {name} in {markup}");
                    let address = matches!(name, "href" | "src" | "action" | "hx-get" | "hx-post");
                    let fine = value.starts_with('/')
                        || value.starts_with("http://")
                        || value.starts_with("https://");
                    assert!(!address || fine || value.starts_with('#'), "an odd address {value} in {markup}");
                    after
                }
            };
        }
    }
}
