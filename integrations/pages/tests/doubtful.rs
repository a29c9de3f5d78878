//! What some see and others don't, or nobody here can tell: it stays, and is marked. And what is no text at all.

use super::{SECRET, as_mail, assert_rest_is_seen, page, unmarked};

#[test]
fn what_is_in_doubt_stays_and_is_marked() {
    let mut wrong = Vec::new();
    for case in CASES {
        let words = as_mail(&page(case)).words;
        let is_marked = words.contains("[perhaps hidden: ") && words.contains(SECRET);
        if !is_marked || unmarked(&words).contains(SECRET) {
            wrong.push(format!("{case}\n    {words:?}"));
        } else {
            assert_rest_is_seen(case, &words);
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(CASES.len() >= 70);
}

pub(super) const CASES: &[&str] = &[
    // Hard to see, or not at all in some programs.
    "<p style='color:#ddd'>SECRET</p>",
    "<p style='background:#111;color:#303030'>SECRET</p>",
    "<p style='font-size:5px'>SECRET</p>",
    "<p style='line-height:0'>SECRET</p>",
    "<p style='line-height:1px'>SECRET</p>",
    "<p style='letter-spacing:-1em'>SECRET</p>",
    "<p style='letter-spacing:-20px'>SECRET</p>",
    "<p style='letter-spacing:100em'>SECRET</p>",
    "<p style='mso-hide:all'>SECRET</p>",
    "<p style='zoom:0'>SECRET</p>",
    "<p style='filter:blur(9px)'>SECRET</p>",
    "<p style='filter:contrast(0)'>SECRET</p>",
    "<p style='filter:alpha(opacity=0)'>SECRET</p>",
    "<p style='mask:linear-gradient(transparent,transparent)'>SECRET</p>",
    "<p style='-webkit-mask-image:url(x)'>SECRET</p>",
    "<p style='clip-path:url(#x)'>SECRET</p>",
    "<p style='clip-path:inset(0 40% 0 40%)'>SECRET</p>",
    "<p style='mix-blend-mode:screen'>SECRET</p>",
    "<p style='position:absolute;z-index:-1'>SECRET</p>",
    "<p style='position:absolute;bottom:-9999px'>SECRET</p>",
    "<p style='position:absolute;left:-100%'>SECRET</p>",
    "<p style='position:absolute;left:-300px'>SECRET</p>",
    "<p style='transform:translateX(-100%)'>SECRET</p>",
    "<p style='transform:rotateY(180deg)'>SECRET</p>",
    "<p style='transform:matrix3d(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1)'>SECRET</p>",
    "<p style='transform:skewX(89deg)'>SECRET</p>",
    "<p style='margin-left:-100%'>SECRET</p>",
    "<p style='-webkit-text-security:disc'>SECRET</p>",
    "<p style='font-size-adjust:0'>SECRET</p>",
    "<p style='overflow:hidden;-webkit-line-clamp:1;display:-webkit-box'>SECRET</p>",
    "<p style='overflow:hidden;height:7px'>SECRET</p>",
    "<p style='unicode-bidi:bidi-override;direction:rtl'>SECRET</p>",
    "<bdo dir=rtl>SECRET</bdo>",
    "<p style='position:absolute;left:200vw'>SECRET</p>",
    "<p style='position:absolute;top:300vh'>SECRET</p>",
    "<p style='padding-left:9999px'>SECRET</p>",
    "<p style='padding:0 0 0 9999px'>SECRET</p>",
    "<p style='padding-left:300vw;overflow:hidden;width:10px'>SECRET</p>",
    "<p style='border-left:9999px solid white'>SECRET</p>",
    "<p style='word-spacing:-9999px'>one SECRET two</p>",
    "<div style='word-spacing:-9999px'><p>one SECRET two</p></div>",
    "<p style='offset-path:ray(0deg);offset-distance:9999px'>SECRET</p>",
    "<style>@property --x{syntax:'*';inherits:true;initial-value:none} .a{display:var(--x)}</style><p class=a>SECRET</p>",
    "<div><template shadowrootmode=open></template>SECRET</div>",
    // Beneath something.
    "<div style='position:relative'><p>SECRET</p><div style='position:absolute;top:0;left:0;width:100%;height:100%;background:#fff'></div></div>",
    "<div style='position:relative'>SECRET<div style='position:absolute;inset:0;background-color:white'>SEEN</div></div>",
    "<div style='position:relative'><p>SECRET</p><div><div style='position:absolute;top:0;right:0;bottom:0;left:0;background:#eee'>SEEN<b>SEEN</b></div></div></div>",
    "<div style='position:relative'><div style='position:absolute;inset:0;background:#fff'>SEEN</div><p>SECRET</p></div>",
    "<div style='position:relative'><p style='position:relative'>SECRET</p><div style='position:absolute;inset:0;background:#fff'>SEEN</div></div>",
    "<div style='position:relative'><p style='position:relative;z-index:1'>SECRET</p><div style='position:absolute;inset:0;z-index:2;background:#fff'>SEEN</div></div>",
    "<div style='position:relative'><div style='position:relative;z-index:0'><p style='position:relative;z-index:9'>SECRET</p></div><div style='position:absolute;inset:0;z-index:1;background:#fff'>SEEN</div></div>",
    "<div style='position:relative'><p style='position:relative;z-index:1'>SEEN</p><p>SECRET</p><div style='position:absolute;inset:0;background:#fff'></div></div>",
    "<div style='position:relative'><p>SECRET</p><div style='position:absolute;left:0;bottom:0;width:600vw;min-height:100%;background:rgb(0 0 0 / 95%)'></div></div>",
    "<div style='position:relative'><p>SECRET</p><div style='position:absolute;inset:0;background:url(white.png)'></div></div>",
    "<div style='position:relative'><p>SECRET</p><img style='position:absolute;top:0;left:0;width:100%;height:100%' src=white.png></div>",
    "<style>.lid{position:absolute;inset:0;background:var(--lid)}</style><div style='--lid:#fff;position:relative'><p>SECRET</p><div class=lid></div></div>",
    "<style>@supports (a:b){.lid{position:absolute;inset:0;background:#fff}}</style><div style='position:relative'><p>SECRET</p><div class=lid></div></div>",
    "<div><p>SECRET</p><div style='position:relative'><div style='position:fixed;inset:0;background:#fff'>SEEN</div></div></div>",
    "<body><p>SECRET</p><div style='position:absolute;top:0;left:0;width:100%;height:100%;background:#fff'>SEEN</div>",
    // Of no effect in one place and of some in another.
    "<span style='width:0;overflow:hidden'>SECRET</span>",
    "<table><td style='max-width:0;overflow:hidden'>SECRET</table>",
    "<table><td style='height:0;overflow:hidden'>SECRET</table>",
    "<div style='height:0;overflow:hidden;padding-top:56%'>SECRET</div>",
    "<span style='transform:scale(0)'>SECRET</span>",
    // Ink that cannot be told from its paper, perhaps.
    "<p style='background:url(white.png);color:#fff'>SECRET</p>",
    "<table background=white.png><td style='color:#fff'>SECRET</table>",
    "<p style='background:linear-gradient(#000,#fff 1%,#fff);color:#fff'>SECRET</p>",
    "<p style='color:color-mix(in srgb,white,white)'>SECRET</p>",
    "<p style='color:transparent;text-shadow:0 0 0 #fff'>SECRET</p>",
    "<p style='color:transparent;-webkit-text-stroke:1px #fff'>SECRET</p>",
    "<p style='color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text'>SECRET</p>",
    // Rules that hold somewhere.
    "<style>@media (min-width:1300px){.x{display:none}}</style><p class=x>SECRET</p>",
    "<style>@supports (display:grid){.x{display:none}}</style><p class=x>SECRET</p>",
    "<style>@layer a{.x{display:none}}</style><p class=x>SECRET</p>",
    "<style>@container (min-width:1px){.x{display:none}}</style><p class=x>SECRET</p>",
    "<style>.x:lang(en){display:none}</style><p class=x>SECRET</p>",
    "<style>.x:nonsense(3), .x{display:none}</style><p class=x>SECRET</p>",
    "<style>@keyframes y{to{opacity:0}}.x{animation:y 0s forwards}</style><p class=x>SECRET</p>",
    "<style>@keyframes y{from{opacity:0}to{opacity:1}}.x{opacity:0;animation:y 1s forwards}</style><p class=x>SECRET</p>",
    "<style>@supports (a:b){.x{display:block}}.x{display:none}@supports (a:b){.x{display:block}}</style><p class=x>SECRET</p>",
    "<table><col style='visibility:collapse'><tr><td>SECRET</table>",
    "<table><colgroup style='visibility:collapse'><col></colgroup><tr><td>SECRET</table>",
    // Behind a click, or instead of something.
    "<details><summary>SEEN</summary><p>SECRET</p></details>",
    "<details><summary>SEEN</summary>SECRET</details>",
    "<select><option>SECRET</select>",
    "<video>SECRET</video>",
    "<audio>SECRET</audio>",
    "<canvas>SECRET</canvas>",
    "<object>SECRET</object>",
    "<noembed>SECRET</noembed>",
    "<noframes>SECRET</noframes>",
    // What a browser may know that is not known here.
    "<p style='font-size:round(1px,1px)'>SECRET</p>",
    "<p data-x=none style='display:attr(data-x type(*))'>SECRET</p>",
    "<p style='--a:var(--b);opacity:if(style(--a:1):0;else:1)'>SECRET</p>",
    "<style>.x::first-line{font-size:0}</style><p class=x>SECRET</p>",
    "<style>.x:not(:hover){display:none}</style><p class=x>SECRET</p>",
    "<style>.x:-webkit-any(p){display:none}</style><p class=x>SECRET</p>",
    "<p style='content:url(x.png)'>SECRET</p>",
    // Cut off after its beginning.
    "<div style='max-height:20px;overflow:hidden'>\
     x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x \
     x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x \
     x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x \
     x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x SECRET</div>",
    "<div style='width:60px;white-space:nowrap;overflow:hidden'>A title, and then much more that nobody sees: SECRET</div>",
    "<svg><text>SECRET</text></svg>",
    "<svg><text fill=white>SECRET</text></svg>",
    "<svg><foreignObject><p>SECRET</p></foreignObject></svg>",
    "<svg><![CDATA[SECRET]]></svg>",
];

#[test]
fn a_mark_cannot_be_ended_by_what_is_in_it() {
    for case in [
        "<p style='font-size:5px'>x] SECRET [y</p>",
        "<p style='font-size:5px'>x] [<b>] SECRET</b></p>",
        "<img src=x alt='x] SECRET ['>",
        "<input value='x] SECRET ['>",
        "<a href='https://x.example/\n\nSECRET'>SEEN</a>",
        "<a href='x]: SECRET'>SEEN</a>",
        "<a href='https://x.example/&#x2028;SECRET'>SEEN</a>",
    ] {
        let words = as_mail(&page(case)).words;
        assert!(words.contains(SECRET) && !unmarked(&words).contains(SECRET), "{case}\n{words}");
        assert_rest_is_seen(case, &words);
    }
}

#[test]
fn words_of_images_fields_and_links_are_marked_as_data() {
    for case in [
        "<img src=x alt='SECRET'>",
        "<a href=x><img src=x alt='SECRET'></a>",
        "<p>SEEN <img src=x alt='SECRET'></p>",
        "<div style='font-size:0'><img src=x alt='SECRET'></div>",
        "<div style='line-height:0'><img src=x alt='SECRET'></div>",
        "<input value='SECRET'>",
        "<input type=submit value='SECRET'>",
        "<input placeholder='SECRET'>",
        "<a href='https://x.example/SECRET'>SEEN</a>",
        "<a href='data:text/plain,SECRET SECRET'>SEEN</a>",
        "<a href='mailto:a@x.example?body=SECRET\nSECRET'>SEEN</a>",
    ] {
        let words = as_mail(&page(case)).words;
        assert!(words.contains(SECRET) && !unmarked(&words).contains(SECRET), "{case}\n{words}");
        assert_rest_is_seen(case, &words);
    }
}

#[test]
fn what_nobody_sees_and_is_no_text_is_not_read() {
    for case in [
        "<p title=SECRET>SEEN</p>",
        "<p data-note=SECRET aria-label=SECRET>SEEN</p>",
        "<script>SECRET</script>",
        "<style>SECRET</style>",
        "<head><title>SECRET</title><meta name=description content=SECRET></head><body>SEEN",
        "<map><area alt=SECRET href=SECRET></map>",
        "<img src=SECRET longdesc=SECRET>",
        "<a name=SECRET></a>",
        "<a href=SECRET></a>",
        "<form action=SECRET><input name=SECRET type=checkbox value=SECRET></form>",
        "<embed src=SECRET>",
        "<table summary=SECRET><td abbr=SECRET>SEEN</table>",
        "<optgroup label=SECRET></optgroup>",
        "<video poster=SECRET src=SECRET></video>",
        "<object data=SECRET></object>",
        "<blockquote cite=SECRET>SEEN</blockquote>",
        "<svg><script>SECRET</script></svg>",
        "<style>p::before{content:'SECRET'}</style><p>SEEN</p>",
        "<input type=password value=SECRET>",
    ] {
        let words = as_mail(&page(case)).words;
        assert!(!words.contains(SECRET), "{case}\n{words}");
        assert_rest_is_seen(case, &words);
    }
}
