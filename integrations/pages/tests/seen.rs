//! Ordinary letters: of what is `SEEN`, nothing is lost or marked as hidden. `GONE` is what they hide themselves.

use super::as_mail;

#[test]
fn no_visible_word_of_an_ordinary_letter_is_lost() {
    let mut wrong = Vec::new();
    for case in CASES {
        let words = as_mail(case).words;
        let is_kept = words.matches("SEEN").count() == case.matches("SEEN").count();
        if !is_kept || words.contains("perhaps hidden") || words.contains("GONE") {
            wrong.push(format!("{case}\n    {words:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(CASES.len() >= 100);
}

#[test]
fn what_may_be_hard_to_see_is_never_lost() {
    for case in [
        "<table background=hero.jpg><td style='color:#fff'>SEEN</table>",
        "<div style='background-image:url(hero.jpg);color:#ffffff'><h1>SEEN</h1></div>",
        "<h1 style='background:linear-gradient(90deg,#f06,#09f);-webkit-background-clip:text;-webkit-text-fill-color:transparent'>SEEN</h1>",
        "<h1 style='color:transparent;text-shadow:0 0 1px #000'>SEEN</h1>",
        "<!--[if mso]>GONE<![endif]--><a href=x style='background:#06c;color:#fff;mso-hide:all'>SEEN</a>",
        "<table><td style='max-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap'>SEEN</table>",
        "<span style='height:0;width:0;overflow:hidden'>SEEN</span>",
        "<p style='color:#dedede'>SEEN</p>",
        "<div style='position:absolute;top:0;left:-120px'>SEEN</div>",
        "<video><source src=x>SEEN</video>",
        "<p style='line-height:0'>SEEN</p>",
    ] {
        let words = as_mail(case).words;
        assert!(words.contains("SEEN") && !words.contains("GONE"), "{case}\n{words}");
    }
}

#[test]
fn letters_that_need_joiners_keep_them() {
    for words in [
        "👩\u{200d}👩\u{200d}👧",
        "👨🏽\u{200d}💻",
        "❤\u{fe0f}\u{200d}🔥",
        "🏳\u{fe0f}\u{200d}🌈",
        "☎\u{fe0e}",
        "1\u{fe0f}\u{20e3}",
        "می\u{200c}خواهم",
        "نمی\u{200c}دانم",
        "क्\u{200d}ष",
        "ക\u{d4d}\u{200d}",
        "বাং\u{200c}লা",
        "สวัสดี",
        "e\u{301}",
        "𠮷",
        "日本語",
        "العربية",
    ] {
        let shown = as_mail(&format!("<p>{words}</p>"));
        assert_eq!((shown.words.as_str(), shown.removed), (words, 0), "{words}");
    }
}

pub(super) const CASES: &[&str] = &[
    // Layout by tables.
    "<table width=600><tr><td><table><tr><td>SEEN<td>SEEN</table><tr><td>SEEN</table>",
    "<table bgcolor='#f4f4f4'><tr><td><table bgcolor='#ffffff'><tr><td style='color:#333'>SEEN</table></table>",
    "<table bgcolor='#000000'><tr><td style='color:#ffffff'>SEEN</table>",
    "<table><tr bgcolor=navy><td><font color=white>SEEN</font></table>",
    "<table style='border-collapse:collapse;mso-table-lspace:0pt'><tr><td style='padding:0;font-size:14px;line-height:20px'>SEEN</table>",
    "<table><tr><td height=1 style='font-size:1px;line-height:1px'>&nbsp;<tr><td>SEEN</table>",
    "<table><tr><td width=0></td><td>SEEN</table>",
    "<table><tr><td style='font-size:0;line-height:0' height=20>&nbsp;</td><tr><td>SEEN</table>",
    "<table><thead><tr><th>SEEN<tbody><tr><td>SEEN<tfoot><tr><td>SEEN</table>",
    "<table><caption>SEEN</caption><tr><td>SEEN</table>",
    "<table role=presentation cellpadding=0 cellspacing=0 border=0 align=center><tr><td align=center valign=top>SEEN</table>",
    "<center><div style='max-width:600px;margin:0 auto'>SEEN</div></center>",
    "<div style='font-size:0'><div style='display:inline-block;width:50%;font-size:16px'>SEEN</div><div style='display:inline-block;font-size:1rem'>SEEN</div></div>",
    "<td style='font-size:0;text-align:center'><span style='font-size:medium'>SEEN</span></td>",
    "<div style='line-height:0'><img src=x><p style='line-height:1.5'>SEEN</p></div>",
    "<div style='line-height:0'><p style='line-height:22px'>SEEN</p></div>",
    // What precedes a letter, and its buttons.
    "<div style='display:none;max-height:0;overflow:hidden'>GONE</div><p>SEEN</p>",
    "<span style='display:none!important;visibility:hidden;mso-hide:all;font-size:1px;opacity:0;color:transparent;height:0;width:0'>GONE</span>SEEN",
    "<table><td bgcolor='#0066cc' style='border-radius:4px'><a href=x style='color:#ffffff;text-decoration:none'>SEEN</a></table>",
    "<table><td bgcolor='#0066cc'><a href=x style='color:#fff'>SEEN</a></table>",
    "<a href=x style='background-color:#e74c3c;color:#fff;padding:10px 20px;display:inline-block'>SEEN</a>",
    "<a href=x style='background:#06c url(x.png) no-repeat;color:#fff'>SEEN</a>",
    "<a href=x style='background:linear-gradient(to right, #06c 0%, #09f 100%);color:#fff'>SEEN</a>",
    "<button style='background:#1a73e8;color:#fff;border:0'>SEEN</button>",
    "<style>.button{background:#06c;color:#fff!important}</style><a class=button href=x>SEEN</a>",
    // Dark paper.
    "<body bgcolor='#000000' text='#ffffff'>SEEN",
    "<body style='background:#121212;color:#e0e0e0'>SEEN<a href=x style='color:#8ab4f8'>SEEN</a>",
    "<div style='background:#111'><p style='color:#eee'>SEEN</p><div style='background:#fff'><p style='color:#111'>SEEN</p></div></div>",
    "<div style='background-color:rgba(0,0,0,.8)'><span style='color:#fff'>SEEN</span></div>",
    "<style>:root{--paper:#111;--ink:#fff}body{background:var(--paper);color:var(--ink)}</style>SEEN",
    "<style>@media (prefers-color-scheme:dark){body{background:#000!important}p{color:#fff!important}}</style><p>SEEN</p>",
    "<style>[data-ogsc] p{color:#fff!important}</style><p>SEEN</p>",
    "<style>:root{color-scheme:light dark;supported-color-schemes:light dark}</style><p>SEEN</p>",
    "<style>u + .body .x{display:none}</style><p class=x>SEEN</p>",
    "<p>SEEN <span style='color:#ddd'>|</span> SEEN</p>",
    // Small and grey.
    "<p style='font-size:10px;color:#999'>SEEN</p>",
    "<p style='font-size:9px;color:#aaaaaa'>SEEN</p>",
    "<p style='font-size:7.5pt'>SEEN</p>",
    "<p style='font-size:.7em'>SEEN</p>",
    "<p style='font-size:80%'><small>SEEN</small></p>",
    "<p style='font-size:xx-small'>SEEN</p>",
    "<font size=1 color=gray>SEEN</font>",
    "<font size='-2'>SEEN</font>",
    "<p style='color:#bbb'>SEEN</p>",
    "<p style='color:#ccc'>SEEN</p>",
    "<p style='opacity:.7'>SEEN</p>",
    "<div style='opacity:.8'><p style='opacity:.8'>SEEN</p></div>",
    "<p style='opacity:50%;color:#333'>SEEN</p>",
    "<p style='color:rgba(0,0,0,.54)'>SEEN</p>",
    "<p style='color:hsl(0 0% 40%)'>SEEN</p>",
    "<p style='color:oklch(40% 0.1 250)'>SEEN</p>",
    "<p style='letter-spacing:-.5px'>SEEN</p>",
    "<p style='letter-spacing:.3em;text-transform:uppercase'>SEEN</p>",
    "H<sub>2</sub>O SEEN<sup>SEEN</sup>",
    "<p style='font:bold 13px/1.4 Arial'>SEEN</p>",
    "<p style='font:400 1em/150% \"Helvetica Neue\",sans-serif'>SEEN</p>",
    "<p style='font:inherit'>SEEN</p>",
    "<p style='font-size:calc(12px + .2vw)'>SEEN</p>",
    "<p style='font-size:clamp(12px,2vw,18px)'>SEEN</p>",
    // Sheets.
    "<style>@media only screen and (max-width:600px){.wide{display:none!important}}</style><p class=wide>SEEN</p>",
    "<style>.narrow{display:none}@media (max-width:600px){.narrow{display:block!important}}</style><p class=narrow>GONE</p>SEEN",
    "<style>@media print{p{display:none}}</style><p>SEEN</p>",
    "<style media=print>p{display:none}</style><p>SEEN</p>",
    "<style>p:hover{display:none}a:visited{color:#fff}</style><p>SEEN</p><a href=x>SEEN</a>",
    "<style>p::after{display:none;content:''}p:before{opacity:0}</style><p>SEEN</p>",
    "<style>.x{display:none}.x{display:block}</style><p class=x>SEEN</p>",
    "<style>.x{display:none}p.x{display:block}</style><p class=x>SEEN</p>",
    "<style>.x{display:none}</style><p class=x style='display:block'>SEEN</p>",
    "<style>.x{display:none}#y{display:block}</style><p class=x id=y>SEEN</p>",
    "<style>.x{color:#fff}</style><p class=y>SEEN</p>",
    "<style>.a .x{display:none}</style><p class=x>SEEN</p>",
    "<style>.a > .x{display:none}</style><div class=a><div><p class=x>SEEN</p></div></div>",
    "<style>/* .x{display:none} */</style><p class=x>SEEN</p>",
    "<style>.ExternalClass *{line-height:100%}.ReadMsgBody{width:100%}#outlook a{padding:0}</style><p>SEEN</p>",
    "<style>p.MsoNormal,li.MsoNormal{margin:0cm;font-size:11.0pt;font-family:'Calibri',sans-serif}</style><p class=MsoNormal>SEEN<o:p></o:p></p>",
    "<style>a[x-apple-data-detectors]{color:inherit!important}</style><a href=x>SEEN</a>",
    "<style>@font-face{font-family:x;src:url(x)}@-ms-viewport{width:device-width}</style>SEEN",
    "<style>@import url(https://x.example/a.css);p{color:#222}</style><p>SEEN</p>",
    "<style>table,td{mso-line-height-rule:exactly}img{-ms-interpolation-mode:bicubic}</style><table><td>SEEN</table>",
    "<style>.x{background:url(a.png) #123;color:#fff}</style><p class=x>SEEN</p>",
    "<style>.fade{animation:none;transition:opacity 1s}</style><p class=fade>SEEN</p>",
    // Outlook's own.
    "<!--[if mso]><table><tr><td>GONE<![endif]--><p>SEEN</p><!--[if mso]></td></tr></table><![endif]-->",
    "<!--[if !mso]><!--><p>SEEN</p><!--<![endif]-->",
    "<![if !mso]><p>SEEN</p><![endif]>",
    "<html xmlns:o='urn:schemas-microsoft-com:office:office'><head><!--[if gte mso 9]><xml>GONE</xml><![endif]--></head><body lang=EN><div class=WordSection1><p class=MsoNormal><span style='mso-fareast-language:EN-US'>SEEN</span></p></div>",
    "<p style='mso-margin-top-alt:auto;mso-line-height-rule:exactly'>SEEN</p>",
    "<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'>SEEN</p>",
    // Places and boxes that do no harm.
    "<div style='overflow:hidden'>SEEN</div>",
    "<div style='overflow:hidden;height:200px'>SEEN</div>",
    "<div style='height:0'>SEEN</div>",
    "<div style='height:40px;overflow:hidden;line-height:40px'>SEEN and so on</div>",
    "<div style='width:150px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap'>SEEN: a name of common length</div>",
    "<div style='width:100%;max-width:600px;overflow:hidden'>SEEN</div>",
    "<div style='overflow:auto;max-height:300px'>SEEN</div>",
    "<div style='position:relative;left:10px;top:-5px'>SEEN</div>",
    "<div style='left:-9999px'>SEEN</div>",
    "<div style='position:absolute;top:50%;left:50%;transform:translate(-50%,-50%)'>SEEN</div>",
    "<div style='margin:-10px 0 0 -20px'>SEEN</div>",
    "<div style='text-indent:-20px;padding-left:20px'>SEEN</div>",
    "<div style='transform:rotate(-5deg) scale(1.1)'>SEEN</div>",
    "<div style='clip-path:none;clip:auto;mask:none;filter:none;transform:none'>SEEN</div>",
    "<div style='clip-path:inset(0);filter:grayscale(1) drop-shadow(0 0 2px #000)'>SEEN</div>",
    "<div style='clip:rect(0,0,0,0)'>SEEN</div>",
    "<div style='zoom:1'>SEEN</div>",
    "<div style='min-height:50px;max-height:0;overflow:hidden'>SEEN</div>",
    "<p hidden style='display:block'>SEEN</p>",
    "<div style='visibility:hidden'><p style='visibility:visible'>SEEN</p></div>",
    "<div style='color:#fff'><p style='color:initial'>SEEN</p></div>",
    "<div style='font-size:1px'><p style='font-size:initial'>SEEN</p></div>",
    "<div style='display:none;display:flex'>SEEN</div>",
    // Upon other text, and yet not in its way.
    "<div style='position:relative'><p>SEEN</p><div style='position:absolute;inset:0;background:transparent'></div></div>",
    "<div style='position:relative'><p>SEEN</p><div style='position:absolute;inset:0;background:rgba(0,0,0,.3)'>SEEN</div></div>",
    "<div style='position:relative'><p>SEEN</p><div style='position:absolute;inset:0'>SEEN</div></div>",
    "<div style='position:relative'><p>SEEN</p><div style='position:absolute;inset:0;background:#fff;opacity:.2'></div></div>",
    "<div style='position:relative'><p>SEEN</p><div style='position:absolute;background:#fff'>SEEN</div></div>",
    "<div style='position:relative'><p>SEEN</p><div style='position:absolute;top:0;left:0;background:#fff'>SEEN</div></div>",
    "<div style='position:relative'><p>SEEN</p><div style='position:absolute;width:100%;height:100%;background:#fff'>SEEN</div></div>",
    "<div style='position:relative'><p>SEEN</p><div style='position:absolute;top:100%;left:0;width:100%;height:100%;background:#fff'>SEEN</div></div>",
    "<div style='position:relative'><p>SEEN</p><div style='position:absolute;bottom:0;left:0;width:100%;height:4px;background:#06c'></div></div>",
    "<div style='position:relative'><p>SEEN</p><div style='position:absolute;top:0;right:0;width:40px;height:100%;background:#fff'></div></div>",
    "<div style='position:relative'><div style='position:absolute;inset:0;z-index:-1;background:#f4f4f4'></div><p>SEEN</p></div>",
    "<div style='position:relative'><div style='position:absolute;inset:0;background:#f4f4f4'></div><p style='position:relative'>SEEN</p></div>",
    "<div style='position:relative'><img style='position:absolute;inset:0;width:100%;height:100%' src=hero.jpg><div style='position:absolute;top:20px;left:20px'>SEEN</div></div>",
    "<div style='position:relative'><p style='position:relative;z-index:2'>SEEN</p><div style='position:absolute;inset:0;z-index:1;background:#fff'></div></div>",
    "<div style='position:relative'><p>SEEN</p><div style='position:relative'><div style='position:absolute;inset:0;background:#06c'></div></div><p>SEEN</p></div>",
    "<div style='position:relative'><p>SEEN</p><div style='position:absolute;inset:0;display:none;background:#fff'></div></div>",
    "<div style='position:relative'><p>SEEN</p><div style='position:absolute;inset:0;visibility:hidden;background:#fff'></div></div>",
    "<div style='position:relative'><p>SEEN</p><div style='width:100%;height:100%;top:0;left:0;background:#eee'>SEEN</div></div>",
    "<body><div style='position:absolute;top:0;left:0;width:100%;height:100%;background:#fff'><p>SEEN</p><p style='position:relative'>SEEN</p></div>",
    // What letters say.
    "<blockquote>SEEN<blockquote>SEEN</blockquote></blockquote>",
    "<div class=gmail_quote><div dir=ltr class=gmail_attr>SEEN<br></div><blockquote style='margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex'>SEEN</blockquote></div>",
    "<div dir=rtl>SEEN <bdi>SEEN</bdi></div>",
    "<pre>SEEN\n  SEEN</pre>",
    "<xmp>SEEN</xmp>",
    "<details open><summary>SEEN</summary><p>SEEN</p></details>",
    "<dialog open>SEEN</dialog>",
    "<textarea>SEEN</textarea>",
    "<ruby>SEEN<rt>SEEN</rt></ruby>",
    "<p aria-hidden=false>SEEN</p>",
    "<b><i>SEEN</b>SEEN</i>",
    "<p>SEEN<p>SEEN<div>SEEN",
    "<a href=x>SEEN<div>SEEN</div></a>",
    "<p>&lt;p hidden&gt;SEEN&lt;/p&gt;</p>",
    "<p style='color:red;;;font-weight:bold;'>SEEN</p>",
    "<p style=''>SEEN</p>",
    "<p style='display'>SEEN</p>",
    "<math><mi>SEEN</mi></math>",
    "<label>SEEN</label><fieldset><legend>SEEN</legend></fieldset>",
    "<marquee>SEEN</marquee>",
    "<body>SEEN<plaintext>SEEN",
];
