//! Letters in two forms as programs and people send them: the forms differ, and say the same.

pub(super) struct Letter {
    pub(super) name: &'static str,
    pub(super) plain: &'static str,
    pub(super) html: &'static str,
}

pub(super) fn letters() -> Vec<Letter> {
    LETTERS.iter().map(|&(name, plain, html)| Letter { name, plain, html }).collect()
}

const LETTERS: &[(&str, &str, &str)] = &[
    (
        "a reply with what it answers",
        "Thursday works for me. See you at noon!\r\n\r\nOn Mon, 9 Nov 2026 at 10:12, Ben Okafor <ben@fernwood.example> wrote:\r\n\
         > Hi Ana,\r\n> shall we have lunch on Thursday or Friday? I found a new\r\n> place by the harbour.\r\n>\r\n> Ben\r\n",
        "<div dir=ltr>Thursday works for me. See you at noon!</div><br><div class=gmail_quote><div dir=ltr class=gmail_attr>On \
         Mon, 9 Nov 2026 at 10:12, Ben Okafor &lt;<a href='mailto:ben@fernwood.example'>ben@fernwood.example</a>&gt; wrote:<br>\
         </div><blockquote style='margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex'>Hi Ana,<br>shall we have lunch \
         on Thursday or Friday? I found a new place by the harbour.<br><br>Ben</blockquote></div>",
    ),
    (
        "a reply from an office program",
        "Dear Ana,\r\n\r\nplease find the minutes attached. The next meeting is on 18 November in room 204.\r\n\r\nBest \
         regards,\r\nMara Lund\r\nHarbour Museum\r\nT +49 40 5550123 | M +49 170 5550999\r\n\r\nFrom: Ana Ruiz \
         <ana@fernwood.example>\r\nSent: Monday, November 9, 2026 9:00 AM\r\nTo: Mara Lund <mara@harbour.example>\r\nSubject: \
         Minutes\r\n\r\nCould you send me the minutes?\r\n",
        "<html><head><style>p.MsoNormal{margin:0cm;font-size:11pt;font-family:Calibri}</style></head><body lang=EN-GB><div \
         class=WordSection1><p class=MsoNormal>Dear Ana,<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p \
         class=MsoNormal>please find the minutes attached. The next meeting is on <b>18&nbsp;November</b> in room \
         204.<o:p></o:p></p><p class=MsoNormal>Best regards,<br>Mara Lund<br><b>Harbour Museum</b><br>T +49 40 5550123 | M +49 170 \
         5550999</p><div style='border:none;border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal><b>From:</b> Ana Ruiz &lt;\
         <a href='mailto:ana@fernwood.example'>ana@fernwood.example</a>&gt;<br><b>Sent:</b> Monday, November 9, 2026 9:00 AM<br>\
         <b>To:</b> Mara Lund &lt;mara@harbour.example&gt;<br><b>Subject:</b> Minutes</p></div><p class=MsoNormal>Could you send me \
         the minutes?</p></div></body></html>",
    ),
    (
        "a newsletter in the manner of a mailing program",
        "View this email in your browser (https://mail.example/v?u=81f&id=22)\n\n** The Grid Weekly\n-----------------------------\
         \n\n** Five grids that survived the year\n\nThe twelve-column classic is still with us, and so is the modular grid.\n\nRead \
         more (https://grid.example/5)\n\n** A poster nobody ordered\n\nWe printed forty of them anyway.\n\nSee the \
         poster (https://grid.example/poster)\n\n============================================================\nCopyright © 2026 The \
         Grid, All rights reserved.\nYou are receiving this email because you opted in via our website.\nOur mailing address is:\nThe \
         Grid\n12 Column Street\nGhent 9000\n\nWant to change how you receive these emails?\nYou can update your \
         preferences (https://mail.example/p) or unsubscribe from this list (https://mail.example/u)\n",
        "<body style='background:#f4f4f4'><div style='display:none;max-height:0'>Also: why your columns drift</div><table \
         width=600 style='background:#fff'><tr><td><a href='https://mail.example/v?u=81f&amp;id=22'>View this email in your \
         browser</a></td></tr><tr><td><img src='https://x.example/logo.png' alt='The Grid Weekly'></td></tr><tr><td><h1>The Grid \
         Weekly</h1><h2>Five grids that survived the year</h2><p>The twelve-column classic is still with us, and so is the modular \
         grid.</p><a href='https://grid.example/5' style='background:#1c4e4e;color:#fff'>Read more</a><h2>A poster nobody ordered\
         </h2><p>We printed forty of them anyway.</p><a href='https://grid.example/poster'>See the poster</a></td></tr><tr><td \
         style='color:#666;font-size:12px'><em>Copyright © 2026 The Grid, All rights reserved.</em></td></tr></table></body>",
    ),
    (
        "a plain text that is only the beginning",
        "Ink is back. Three riso studios to visit this winter, and what they print on. Ghent, Porto and, surprisingly, a barn near \
         Leipzig.",
        "<h1>Ink is back</h1><h3>Three riso studios to visit this winter, and what they print on</h3><p>Ghent, Porto and, \
         surprisingly, a barn near Leipzig.</p><p>The first of them opens at ten and closes when the paper is gone. Bring your own \
         paper if you want 300 grams or more.</p><p>The second has a waiting list of 114 people.</p>",
    ),
    (
        "an order",
        "Hello Ana,\n\nThank you for your order #40-2291.\n\nOrder details\n=============\n\n2 x Linen notebook, A5\nEUR 24.00\n\n1 x \
         Ink, black, 30 ml\nEUR 11.50\n\nSubtotal: EUR 35.50\nShipping: EUR 4.90\nTotal: EUR 40.40\n\nShip to:\nAna Ruiz\nQuayside \
         4\n20457 Hamburg\n\nTrack your order: https://paper.example/t/40-2291\n",
        "<p>Hello Ana,</p><p>Thank you for your order <b>#40-2291</b>.</p><h2>Order details</h2><table><tr><th>Item</th><th>Quantity\
         </th><th>Price</th></tr><tr><td>Linen notebook, A5</td><td>2</td><td>EUR 24.00</td></tr><tr><td>Ink, black, 30 ml</td><td>1\
         </td><td>EUR 11.50</td></tr><tr><td>Subtotal:</td><td></td><td>EUR 35.50</td></tr><tr><td>Shipping:</td><td></td><td>EUR \
         4.90</td></tr><tr><td>Total:</td><td></td><td><b>EUR 40.40</b></td></tr></table><p>Ship to:<br>Ana Ruiz<br>Quayside 4<br>20457 \
         Hamburg</p><p><a href='https://paper.example/t/40-2291' style='background:#06c;color:#fff'>Track your order</a></p>",
    ),
    (
        "news of a code forge",
        "@ben-okafor commented on this pull request.\n\n> +    let total = lines.sum();\n\nThis overflows for more than 65535 lines; \
         could we use `u64` here?\n\n-- \nReply to this email directly or view it on GitHub:\n\
         https://github.example/fernwood/site/pull/112#discussion_r9921\nYou are receiving this because you were assigned.\n\n\
         Message ID: <fernwood/site/pull/112/review/9921@github.example>\n",
        "<p></p><p><b>@ben-okafor</b> commented on this pull request.</p><hr><p>In <a \
         href='https://github.example/fernwood/site/pull/112#discussion_r9921'>src/lines.rs</a>:</p><pre style='color:#555'>&gt; +    \
         let total = lines.sum();</pre><p dir=auto>This overflows for more than 65535 lines; could we use <code>u64</code> here?</p>\
         <p style='font-size:small;color:#666'>—<br>Reply to this email directly, <a href='https://github.example/x'>view it on \
         GitHub</a>, or <a href='https://github.example/u'>unsubscribe</a>.<br>You are receiving this because you were assigned.<span \
         style='color:transparent;font-size:0;display:none'>Message ID: <span>&lt;fernwood/site/pull/112&gt;</span></span></p>",
    ),
    (
        "an invitation",
        "Launch rehearsal\nFriday 20 Nov 2026 ⋅ 10:00 – 11:00\nCentral European Time - Berlin\n\nLocation\nRoom 204\n\nJoin with Google \
         Meet\nhttps://meet.example/abc-defg-hij?hs=224\n\nOrganiser\nBen Okafor\nben@fernwood.example\n\nGuests\nBen Okafor - \
         organiser\nana@fernwood.example\n\nReply for ana@fernwood.example and view more details  \
         https://calendar.example/event?action=VIEW&eid=bm\nYour attendance is optional.\n",
        "<div><h2>Launch rehearsal</h2><p>Friday 20 Nov 2026 ⋅ 10:00 – 11:00<br>Central European Time - Berlin</p><h3>Location</h3>\
         <p>Room 204 <a href='https://maps.example'>View map</a></p><a href='https://meet.example/abc-defg-hij?hs=224' \
         style='background:#1a73e8;color:#fff'>Join with Google Meet</a><p>Meeting link<br><a \
         href='https://meet.example/abc-defg-hij'>meet.example/abc-defg-hij</a></p><h3>Guests</h3><p>Ben Okafor - organiser<br><a \
         href='mailto:ana@fernwood.example'>ana@fernwood.example</a></p><p><a href='https://calendar.example/guests'>View all guest \
         info</a></p><p>Reply for <a href='mailto:ana@fernwood.example'>ana@fernwood.example</a></p><p>Your attendance is \
         optional.</p></div>",
    ),
    (
        "a code to sign in",
        "Your sign-in code is 482913.\n\nIt works for ten minutes. If you did not ask for it, you can ignore this message; somebody \
         may have typed your address by mistake.\n\nThe Calmdesk team\n",
        "<table><tr><td><img alt=Calmdesk src=x></td></tr><tr><td><p>Your sign-in code is</p><p style='font-size:32px'><b>482913</b>\
         </p><p>It works for ten minutes. If you did not ask for it, you can ignore this message; somebody may have typed your address \
         by mistake.</p><p>The Calmdesk team</p></td></tr></table>",
    ),
    (
        "a program that left its encoding in",
        "Liebe Ana,=20\n\nanbei die =C3=9Cbersicht f=C3=BCr Dienstag. Gr=C3=B6=C3=9Fe und Preis bleiben, wie wir es =\nbesprochen \
         haben &ndash; 1.200&nbsp;EUR.\n\nViele Gr=C3=BC=C3=9Fe\nJ=C3=B6rg\n",
        "<p>Liebe Ana,</p><p>anbei die Übersicht für Dienstag. Größe und Preis bleiben, wie wir es besprochen haben – \
         1.200&nbsp;EUR.</p><p>Viele Grüße<br>Jörg</p>",
    ),
    (
        "a letter with a signature in pictures",
        "Hi all,\n\n*Please* bring your badges tomorrow, the doors stay locked until nine.\n\n[image: Fernwood Studio]\n\nCarla \
         Mendes | Studio manager\n<https://fernwood.example>\n[image: Facebook icon] <https://f.example> [image: Instagram icon]\n",
        "<div>Hi all,<br><br><b>Please</b> bring your badges tomorrow, the doors stay locked until nine.<br><br><img \
         src='cid:logo' alt='Fernwood Studio'><br><table><tr><td><span>Carla Mendes</span> | <span>Studio manager</span><br><a \
         href='https://fernwood.example'><img src='cid:2'></a><a href='https://f.example'><img src='cid:3' alt='Facebook \
         icon'></a><img alt='Instagram icon' src='cid:4'></td></tr></table></div>",
    ),
    (
        "a letter in Japanese",
        "田中様\n\nお世話になっております。来週の会議は木曜日の午後三時から始まります。資料を添付いたしましたのでご確認ください。\n\n\
         よろしくお願いいたします。\n佐藤\n",
        "<p>田中様</p><p>お世話になっております。<br>来週の会議は<b>木曜日の午後三時</b>から始まります。資料を添付いたしましたので\
         ご確認ください。</p><p>よろしくお願いいたします。<br>佐藤</p>",
    ),
    (
        "a digest with columns",
        "Project: Harbour relaunch\nStatus: on track\nOwner: Ana Ruiz\nDue: 2026-12-01\n\nProject: Style guide\nStatus: late\nOwner: \
         Dai Evans\nDue: 2026-11-13\n\nOpen the board: https://board.example/77\n",
        "<table><tr><th>Project</th><th>Status</th><th>Owner</th><th>Due</th></tr><tr><td>Harbour relaunch</td><td>on track</td><td>Ana \
         Ruiz</td><td>2026-12-01</td></tr><tr><td>Style guide</td><td style='color:#c00'>late</td><td>Dai Evans</td><td>2026-11-13</td>\
         </tr></table><p><a href='https://board.example/77'>Open the board</a></p>",
    ),
    (
        "a notice of a delivery",
        "YOUR PARCEL IS ON ITS WAY\n\nParcel number: 00340434161094042557\nExpected: Tuesday, 17 November, between 10:30 and 13:30\n\n\
         You are not at home? Choose a neighbour or another day:\nhttps://parcel.example/p/00340434161094042557\n\nThis is an \
         automatic message. Please do not reply to it.\nPrivacy: https://parcel.example/privacy\n",
        "<h1>Your parcel is on its way</h1><table><tr><td>Parcel number</td><td>00340434161094042557</td></tr><tr><td>Expected</td>\
         <td>Tuesday, 17 November,<br>between 10:30 and 13:30</td></tr></table><p>You are not at home? <a href=x>Choose a neighbour or \
         another day</a></p><p style='font-size:11px;color:#777'>This is an automatic message. Please do not reply to it.</p>",
    ),
];
