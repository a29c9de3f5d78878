//! Letters in HTML as mailboxes hold them, the same at every run: newsletters of nested tables, replies with what they
//! answer below them, and both in scripts without spaces.

use std::fmt::Write as _;
use std::iter::repeat_with;

/// About 21 MB.
pub fn letters() -> Vec<String> {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let newsletters = (0..400).map(|number| newsletter(&mut dice.clone_at(number), &LATIN));
    let in_other_scripts = (0..120).map(|number| {
        newsletter(&mut dice.clone_at(1_000 + number), &EAST_ASIAN[usize::try_from(number).unwrap() % 3])
    });
    let mut letters: Vec<String> = newsletters.chain(in_other_scripts).collect();
    letters.extend(repeat_with(|| reply(&mut dice, &LATIN)).take(600));
    letters.extend(repeat_with(|| office_reply(&mut dice, &LATIN)).take(300));
    letters.extend((0..140).map(|number| reply(&mut dice, &EAST_ASIAN[number % 3])));
    letters
}

/// Chance that comes out the same each time.
struct Dice(u64);

impl Dice {
    fn clone_at(&self, number: u64) -> Self {
        Self(self.0 ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1))
    }

    fn below(&mut self, many: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % many as u64).unwrap()
    }

    fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    fn word<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

/// What sentences are made of.
struct Language {
    words: &'static [&'static str],
    /// Between words, and at the end of a sentence.
    space: &'static str,
    stop: &'static str,
}

const LATIN: Language = Language {
    words: &[
        "the",
        "quarter",
        "budget",
        "of",
        "harbour",
        "and",
        "a",
        "new",
        "delivery",
        "for",
        "customers",
        "we",
        "are",
        "pleased",
        "to",
        "announce",
        "that",
        "invoices",
        "before",
        "Thursday",
        "will",
        "be",
        "reviewed",
        "with",
        "Ana",
        "from",
        "accounting",
        "please",
        "confirm",
        "whether",
        "Zürich",
        "café",
        "contract",
        "it’s",
        "ready",
        "in",
        "2026",
        "£1,200",
        "shipping",
        "window",
        "R&amp;D",
        "next",
        "week",
        "meeting",
        "agenda",
        "see",
        "you",
        "there",
        "all",
        "items",
        "50%",
        "off",
        "until",
        "midnight",
        "your",
        "order",
        "has",
        "shipped",
    ],
    space: " ",
    stop: ". ",
};

const EAST_ASIAN: [Language; 3] = [
    Language {
        words: &[
            "会議",
            "の",
            "資料",
            "を",
            "送付",
            "いたします",
            "来週",
            "木曜日",
            "まで",
            "に",
            "ご確認",
            "ください",
            "新しい",
            "サービス",
            "開始",
            "お客様",
            "へ",
            "お知らせ",
            "10月",
            "株式会社",
            "請求書",
            "が",
            "届きました",
        ],
        space: "",
        stop: "。",
    },
    Language {
        words: &[
            "我们",
            "的",
            "季度",
            "预算",
            "已经",
            "完成",
            "请",
            "在",
            "星期四",
            "之前",
            "确认",
            "合同",
            "客户",
            "新",
            "产品",
            "发布",
            "优惠",
            "订单",
            "发货",
            "感谢",
            "您",
            "支持",
            "会议",
            "议程",
        ],
        space: "",
        stop: "。",
    },
    Language {
        words: &[
            "회의",
            "자료를",
            "보내",
            "드립니다",
            "다음",
            "주",
            "목요일까지",
            "확인해",
            "주세요",
            "새로운",
            "서비스",
            "고객님께",
            "안내",
            "계약서",
            "주문이",
            "발송",
            "되었습니다",
            "감사합니다",
        ],
        space: " ",
        stop: ". ",
    },
];

fn sentences(dice: &mut Dice, language: &Language, many: usize) -> String {
    let mut text = String::new();
    for _ in 0..many {
        for place in 0..dice.between(6, 18) {
            if place > 0 {
                text.push_str(language.space);
            }
            text.push_str(dice.word(language.words));
        }
        text.push_str(language.stop);
    }
    text
}

fn link(dice: &mut Dice) -> String {
    let token: String =
        repeat_with(|| char::from(b'a' + u8::try_from(dice.below(26)).unwrap())).take(90).collect();
    format!("https://click.news.example/ls/click?upn={token}&amp;utm_source=mail&amp;utm_campaign=autumn")
}

fn newsletter(dice: &mut Dice, language: &Language) -> String {
    let mut page = String::from(NEWSLETTER_HEAD);
    let teaser = sentences(dice, language, 1);
    // The line a list of mails shows, and the filler that keeps other words out of it.
    writeln!(
        page,
        "<div class=\"preheader\" style=\"display:none !important;visibility:hidden;mso-hide:all;font-size:1px;\
         color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;\">{teaser}{}</div>",
        "&#847;&zwnj;&nbsp;".repeat(60)
    )
    .unwrap();
    page.push_str(OUTER_TABLE);
    for _ in 0..dice.between(10, 16) {
        match dice.below(4) {
            0 => page.push_str(&banner(dice, language)),
            1 => page.push_str(&product_row(dice, language)),
            _ => page.push_str(&article(dice, language)),
        }
        page.push_str(SPACER);
    }
    let (goodbye, home, preferences) = (sentences(dice, language, 2), link(dice), link(dice));
    writeln!(
        page,
        "<tr><td align=\"center\" style=\"padding:24px;font-family:Arial,Helvetica,sans-serif;font-size:11px;\
         line-height:16px;color:#8a8a8a;\">{goodbye}<br><a href=\"{home}\" style=\"color:#8a8a8a;text-decoration:\
         underline;\">View in browser</a> &nbsp;|&nbsp; <a href=\"{preferences}\" style=\"color:#8a8a8a;\">Unsubscribe\
         </a></td></tr></table></td></tr></table></center><img src=\"https://open.news.example/p.gif\" width=\"1\" \
         height=\"1\" alt=\"\" style=\"display:block;height:1px;width:1px;border:0;\"></body></html>"
    )
    .unwrap();
    page
}

const NEWSLETTER_HEAD: &str = r#"<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name="viewport" content="width=device-width">
<title>News</title><!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style type="text/css">
  body, table, td, a { -webkit-text-size-adjust: 100%; -ms-text-size-adjust: 100%; }
  table, td { mso-table-lspace: 0pt; mso-table-rspace: 0pt; border-collapse: collapse; }
  img { -ms-interpolation-mode: bicubic; border: 0; height: auto; line-height: 100%; outline: none; }
  .ExternalClass, .ExternalClass p, .ExternalClass span, .ExternalClass td { line-height: 100%; }
  .preheader { display: none !important; visibility: hidden; opacity: 0; height: 0; width: 0; }
  .mobile-only { display: none; max-height: 0; overflow: hidden; mso-hide: all; }
  a[x-apple-data-detectors] { color: inherit !important; text-decoration: none !important; }
  .button:hover { background-color: #1d4ed8 !important; }
  @media screen and (max-width: 600px) {
    .container { width: 100% !important; max-width: 100% !important; }
    .column { display: block !important; width: 100% !important; padding: 0 0 16px !important; }
    .desktop-only { display: none !important; }
    .mobile-only { display: block !important; max-height: none !important; }
    h1 { font-size: 22px !important; line-height: 28px !important; }
  }
</style></head>
<body style="margin:0;padding:0;background-color:#f4f4f7;width:100%;">
"#;

const OUTER_TABLE: &str = r#"<center style="width:100%;table-layout:fixed;background-color:#f4f4f7;"><table role="presentation" border="0" cellpadding="0" cellspacing="0" width="100%" style="border-collapse:collapse;">
<tr><td align="center" valign="top" style="padding:24px 12px;"><!--[if mso]><table role="presentation" width="600"><tr><td><![endif]-->
<table role="presentation" class="container" border="0" cellpadding="0" cellspacing="0" width="600" style="max-width:600px;margin:0 auto;background-color:#ffffff;border-radius:8px;">
"#;

const SPACER: &str = r#"<tr><td height="24" style="height:24px;line-height:24px;font-size:0;mso-line-height-rule:exactly;">&nbsp;</td></tr>
"#;

fn banner(dice: &mut Dice, language: &Language) -> String {
    let (target, words) = (link(dice), sentences(dice, language, 1));
    format!(
        "<tr><td style=\"padding:0;\"><a href=\"{target}\" target=\"_blank\" style=\"display:block;text-decoration:none;\">\
         <img src=\"https://images.news.example/banner-{}.png\" width=\"600\" alt=\"{words}\" style=\"display:block;\
         width:100%;max-width:600px;height:auto;border:0;\"></a><div class=\"mobile-only\" style=\"display:none;\
         max-height:0;overflow:hidden;\">{words}</div></td></tr>\n",
        dice.below(900)
    )
}

fn product_row(dice: &mut Dice, language: &Language) -> String {
    let mut row = String::from(
        "<tr><td style=\"padding:0 24px;\"><table role=\"presentation\" border=\"0\" cellpadding=\"0\" cellspacing=\"0\" \
         width=\"100%\" style=\"border-collapse:collapse;\"><tr>",
    );
    for number in 0..3 {
        let (name, target) = (sentences(dice, language, 1), link(dice));
        write!(
            row,
            "<td class=\"column\" width=\"33%\" valign=\"top\" style=\"padding:0 8px;font-family:Arial,Helvetica,sans-serif;\">\
             <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\"><tr><td align=\"center\">\
             <img src=\"https://images.news.example/item-{number}.jpg\" width=\"160\" alt=\"Item {number}\" style=\"display:\
             block;border-radius:4px;\"></td></tr><tr><td style=\"font-size:14px;line-height:20px;color:#333333;padding-top:8px;\">\
             {name}<br><strong style=\"color:#111111;\">€{}.99</strong> <span style=\"text-decoration:line-through;color:#999999;\">\
             €{}.99</span></td></tr><tr><td style=\"padding-top:8px;\"><a href=\"{target}\" style=\"color:#2563eb;\">Buy</a></td>\
             </tr></table></td>",
            dice.between(5, 60),
            dice.between(61, 90)
        )
        .unwrap();
    }
    row.push_str("</tr></table></td></tr>\n");
    row
}

fn article(dice: &mut Dice, language: &Language) -> String {
    let heading = sentences(dice, language, 1);
    let mut text = String::new();
    for _ in 0..dice.between(1, 3) {
        let many = dice.between(2, 5);
        writeln!(
            text,
            "<p style=\"margin:0 0 16px 0;padding:0;font-family:Georgia,'Times New Roman',serif;font-size:16px;\
             line-height:24px;color:#333333;\">{}</p>",
            sentences(dice, language, many)
        )
        .unwrap();
    }
    let (target, points) = (link(dice), [sentences(dice, language, 1), sentences(dice, language, 1)]);
    format!(
        "<tr><td style=\"padding:0 24px;\"><table role=\"presentation\" border=\"0\" cellpadding=\"0\" cellspacing=\"0\" \
         width=\"100%\"><tr><td style=\"padding:0 0 8px 0;\"><h2 style=\"margin:0;font-family:Arial,Helvetica,sans-serif;\
         font-size:22px;line-height:28px;font-weight:bold;color:#111111;\">{heading}</h2></td></tr><tr><td>{text}<ul \
         style=\"margin:0 0 16px 20px;padding:0;\"><li style=\"font-size:15px;line-height:22px;\">{}</li><li style=\"font-size:\
         15px;line-height:22px;\">{}</li></ul></td></tr><tr><td align=\"left\"><table role=\"presentation\" cellpadding=\"0\" \
         cellspacing=\"0\"><tr><td class=\"button\" bgcolor=\"#2563eb\" style=\"border-radius:4px;background-color:#2563eb;\">\
         <a href=\"{target}\" target=\"_blank\" style=\"display:inline-block;padding:12px 24px;font-family:Arial,sans-serif;\
         font-size:15px;color:#ffffff;text-decoration:none;\">Read on</a></td></tr></table></td></tr></table></td></tr>\n",
        points[0], points[1]
    )
}

/// As Gmail writes a reply: each message above the one it answers.
fn reply(dice: &mut Dice, language: &Language) -> String {
    let mut page = String::new();
    let depth = dice.between(2, 6);
    for level in 0..depth {
        page.push_str("<div dir=\"ltr\">");
        for _ in 0..dice.between(1, 4) {
            let many = dice.between(1, 4);
            write!(page, "<div>{}</div><div><br></div>", sentences(dice, language, many)).unwrap();
        }
        page.push_str("<div class=\"gmail_signature\" dir=\"ltr\"><b>Ana Ruiz</b><br>Accounting &middot; Fernwood</div></div>\r\n");
        if level + 1 < depth {
            page.push_str(
                "<br><div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">On Mon, Nov 2, 2026 at 10:12 AM Ben Okoro \
                 &lt;<a href=\"mailto:ben@fernwood.example\" target=\"_blank\">ben@fernwood.example</a>&gt; wrote:<br></div>\
                 <blockquote class=\"gmail_quote\" style=\"margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);\
                 padding-left:1ex\">",
            );
        }
    }
    page.push_str(&"</blockquote></div>".repeat(depth - 1));
    page
}

/// As Outlook writes one.
fn office_reply(dice: &mut Dice, language: &Language) -> String {
    let mut page = String::from(OFFICE_HEAD);
    for level in 0..dice.between(2, 5) {
        if level > 0 {
            page.push_str(
                "<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b><span \
                 lang=EN-US style='font-size:11.0pt;font-family:\"Calibri\",sans-serif'>From:</span></b><span lang=EN-US> Ben \
                 Okoro &lt;ben@fernwood.example&gt; <br><b>Sent:</b> Monday, 2 November 2026 10:12<br><b>Subject:</b> Re: plan\
                 <o:p></o:p></span></p></div>",
            );
        }
        for _ in 0..dice.between(2, 6) {
            let many = dice.between(1, 4);
            writeln!(
                page,
                "<p class=MsoNormal><span lang=EN-US style='font-size:11.0pt;font-family:\"Calibri\",sans-serif;\
                 mso-fareast-language:EN-US'>{}<o:p></o:p></span></p><p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p>\
                 </span></p>",
                sentences(dice, language, many)
            )
            .unwrap();
        }
    }
    page.push_str("</div></body></html>");
    page
}

const OFFICE_HEAD: &str = r#"<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15 (filtered medium)">
<style><!--
/* Font Definitions */
@font-face {font-family:"Cambria Math"; panose-1:2 4 5 3 5 4 6 3 2 4;}
@font-face {font-family:Calibri; panose-1:2 15 5 2 2 2 4 3 2 4;}
/* Style Definitions */
p.MsoNormal, li.MsoNormal, div.MsoNormal {margin:0cm; font-size:11.0pt; font-family:"Calibri",sans-serif; mso-fareast-language:EN-US;}
a:link, span.MsoHyperlink {mso-style-priority:99; color:#0563C1; text-decoration:underline;}
span.EmailStyle17 {mso-style-type:personal-compose; font-family:"Calibri",sans-serif; color:windowtext;}
.MsoChpDefault {mso-style-type:export-only; font-family:"Calibri",sans-serif;}
@page WordSection1 {size:612.0pt 792.0pt; margin:70.85pt 70.85pt 2.0cm 70.85pt;}
div.WordSection1 {page:WordSection1;}
--></style></head><body lang=EN-GB link='#0563C1' vlink='#954F72' style='word-wrap:break-word'><div class=WordSection1>
"#;
