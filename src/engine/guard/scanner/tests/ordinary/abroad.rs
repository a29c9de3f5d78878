//! What people write in other languages: greetings, orders to colleagues, and news.

pub(super) struct Tongue {
    pub(super) openings: &'static [&'static str],
    pub(super) sentences: &'static [&'static str],
    pub(super) closings: &'static [&'static str],
}

pub(super) const TONGUES: &[Tongue] = &[
    GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, DUTCH, POLISH, TURKISH, RUSSIAN, JAPANESE, CHINESE, ARABIC,
    HINDI, SWEDISH, GREEK, KOREAN, UKRAINIAN, PERSIAN, CZECH, VIETNAMESE,
];

const GERMAN: Tongue = Tongue {
    openings: &[
        "Hallo {name},",
        "Sehr geehrte Damen und Herren,",
        "Liebe {name},",
        "Guten Morgen zusammen,",
        "Moin!",
    ],
    sentences: &[
        "bitte schick mir bis {day} den Bericht zu {project}.",
        "ignoriere bitte meine letzte Mail, der Termin ist um {time}.",
        "Bitte leite das an {mail} weiter und lösche den alten Entwurf.",
        "Anbei die Rechnung {number} über {amount} Euro, zahlbar bis {date}.",
        "Die Anweisungen im Handbuch gelten weiter, die bisherigen Regeln zum Parken nicht mehr.",
        "Sag {name} nichts davon, es soll eine Überraschung werden.",
        "Unsere Assistentin {name} meldet sich wegen des Termins in {city}.",
        "Der neue KI-Assistent fasst Mails zusammen; der Datenschutz prüft noch, was er darf.",
        "Im Kurs geht es um Prompt-Injection, also um versteckte Anweisungen an ein Sprachmodell.",
        "Vergiss nicht, den Nutzern das neue Passwort zu schicken: {link}",
    ],
    closings: &["Viele Grüße", "Mit freundlichen Grüßen", "LG", "Beste Grüße aus {city}", "Bis {day}"],
};

const FRENCH: Tongue = Tongue {
    openings: &["Bonjour {name},", "Madame, Monsieur,", "Chère {name},", "Salut !", "Bonjour à tous,"],
    sentences: &[
        "merci de m'envoyer le rapport {file} avant {day}.",
        "Ignorez mon dernier message, la réunion est à {time}.",
        "Peux-tu transférer ce mail à {mail} et supprimer l'ancien brouillon ?",
        "Veuillez trouver ci-joint la facture {number} d'un montant de {amount} euros.",
        "Les consignes précédentes ne changent pas ; suivez les instructions du manuel, page {small}.",
        "Ne dis rien à {name}, c'est une surprise.",
        "Notre assistante vous rappellera pour fixer un rendez-vous à {city}.",
        "L'assistant d'IA résume les messages, mais l'utilisateur doit toujours confirmer l'envoi.",
        "La formation de {day} parle d'injection de prompt et d'hameçonnage.",
        "Cliquez sur le lien pour changer votre mot de passe : {link}",
    ],
    closings: &["Cordialement,", "Bien à vous,", "À bientôt,", "Merci d'avance,", "Bonne journée,"],
};

const SPANISH: Tongue = Tongue {
    openings: &["Hola {name}:", "Estimados señores:", "Buenos días a todos,", "Querida {name}:"],
    sentences: &[
        "por favor, envíame el informe {file} antes del {date}.",
        "Ignora mi correo anterior, la reunión es a las {time}.",
        "¿Puedes reenviar esto a {mail} y borrar el borrador viejo?",
        "Adjunto la factura {number} por {amount} euros.",
        "Sigan las instrucciones del manual; las reglas anteriores ya no valen para {city}.",
        "No le digas nada a {name}, es una sorpresa.",
        "El asistente de IA resume los correos y el usuario confirma cada envío.",
        "Haz clic en el enlace para cambiar tu contraseña: {link}",
        "Olvida lo que dije del presupuesto, son {amount}.",
    ],
    closings: &["Un saludo,", "Saludos cordiales,", "Gracias de antemano,", "Hasta el {date},"],
};

const ITALIAN: Tongue = Tongue {
    openings: &["Ciao {name},", "Gentile signora {name},", "Buongiorno a tutti,", "Egregio signor {full},"],
    sentences: &[
        "per favore mandami la relazione {file} entro {date}.",
        "Ignora la mia ultima mail, la riunione è alle {time}.",
        "Puoi inoltrare questo messaggio a {mail} e cancellare la vecchia bozza?",
        "In allegato la fattura {number} di {amount} euro.",
        "Seguite le istruzioni del manuale; le regole precedenti restano valide a {city}.",
        "Non dire niente a {name}, è una sorpresa.",
        "L'assistente riassume la posta e l'utente conferma ogni invio.",
        "Al signor {full} abbiamo già risposto; clicca qui per il resto: {link}",
    ],
    closings: &["Cordiali saluti,", "A presto,", "Grazie mille,", "Un caro saluto,"],
};

const PORTUGUESE: Tongue = Tongue {
    openings: &["Olá {name},", "Caros colegas,", "Bom dia,", "Prezada {name},"],
    sentences: &[
        "por favor envie o relatório {file} até {date}.",
        "Ignore o meu último e-mail, a reunião é às {time}.",
        "Pode encaminhar isto para {mail} e apagar o rascunho antigo?",
        "Segue em anexo a fatura {number} no valor de {amount} euros.",
        "As instruções anteriores continuam válidas; siga as regras do manual.",
        "Não conte nada ao {name}, é surpresa.",
        "O assistente de IA resume as mensagens e o usuário confirma o envio.",
        "Clique no link para redefinir a senha: {link}",
    ],
    closings: &["Atenciosamente,", "Um abraço,", "Obrigado,", "Até {date},"],
};

const DUTCH: Tongue = Tongue {
    openings: &["Hoi {name},", "Geachte heer {full},", "Beste collega's,", "Goedemorgen,"],
    sentences: &[
        "stuur me het rapport {file} graag voor {date}.",
        "Negeer mijn vorige mail, de vergadering is om {time}.",
        "Kun je dit doorsturen naar {mail} en het oude concept verwijderen?",
        "Bijgaand de factuur {number} van {amount} euro.",
        "Volg de instructies in het handboek; de eerdere regels voor {city} vervallen.",
        "Zeg niets tegen {name}, het is een verrassing.",
        "De AI-assistent vat de mail samen en de gebruiker bevestigt elke verzending.",
    ],
    closings: &["Met vriendelijke groet,", "Groetjes,", "Alvast bedankt,"],
};

const POLISH: Tongue = Tongue {
    openings: &["Cześć {name},", "Szanowni Państwo,", "Dzień dobry,"],
    sentences: &[
        "proszę przesłać mi raport {file} do {date}.",
        "Zignoruj mój poprzedni mail, spotkanie jest o {time}.",
        "Czy możesz przekazać to na adres {mail} i usunąć stary szkic?",
        "W załączniku faktura {number} na kwotę {amount} zł.",
        "Poprzednie instrukcje nadal obowiązują, proszę stosować zasady z podręcznika.",
        "Nie mów nic {name}, to niespodzianka.",
        "Asystent AI streszcza pocztę, a użytkownik potwierdza wysyłkę.",
    ],
    closings: &["Pozdrawiam,", "Z poważaniem,", "Dziękuję,"],
};

const TURKISH: Tongue = Tongue {
    openings: &["Merhaba {name},", "Sayın {full},", "Günaydın,"],
    sentences: &[
        "lütfen {file} raporunu {date} tarihine kadar bana gönder.",
        "Son postamı yok say, toplantı saat {time}.",
        "Bunu {mail} adresine iletip eski taslağı siler misin?",
        "Ekte {number} numaralı fatura, tutar {amount}.",
        "Önceki talimatlar geçerlidir; el kitabındaki kurallara uyun.",
        "Yapay zekâ asistanı postaları özetliyor, kullanıcı onaylıyor.",
    ],
    closings: &["Saygılarımla,", "Sevgiler,", "Teşekkürler,"],
};

const RUSSIAN: Tongue = Tongue {
    openings: &["Привет, {name}!", "Уважаемые коллеги,", "Добрый день,"],
    sentences: &[
        "пришли мне, пожалуйста, отчёт {file} до {date}.",
        "Не обращай внимания на моё последнее письмо, встреча в {time}.",
        "Перешли это на {mail} и удали старый черновик.",
        "Во вложении счёт {number} на сумму {amount} рублей.",
        "Прежние инструкции остаются в силе, соблюдайте правила из руководства.",
        "Не говори {name}, это сюрприз.",
        "Ассистент кратко пересказывает почту, а пользователь подтверждает отправку.",
        "Нажмите на ссылку, чтобы сменить пароль: {link}",
    ],
    closings: &["С уважением,", "Пока,", "Заранее спасибо,"],
};

const JAPANESE: Tongue = Tongue {
    openings: &["{name}様", "お世話になっております。", "皆さん、こんにちは。"],
    sentences: &[
        "{date}までに{file}を送ってください。",
        "前回のメールは無視してください。会議は{time}からです。",
        "このメールを{mail}に転送し、古い下書きを削除してください。",
        "請求書{number}（{amount}円）を添付します。",
        "以前の手順書の指示に従ってください。",
        "AIアシスタントがメールを要約し、ユーザーが送信を確認します。",
    ],
    closings: &["よろしくお願いいたします。", "敬具", "以上です。"],
};

const CHINESE: Tongue = Tongue {
    openings: &["{name}，你好：", "各位同事：", "尊敬的客户："],
    sentences: &[
        "请在{date}之前把{file}发给我。",
        "请忽略我上一封邮件，会议改到{time}。",
        "请把这封邮件转发给{mail}，并删除旧草稿。",
        "附件是发票{number}，金额{amount}元。",
        "请按照手册里的说明操作，之前的规定不变。",
        "AI助手会总结邮件，用户确认后才会发送。",
    ],
    closings: &["谢谢！", "此致敬礼", "祝好，"],
};

const ARABIC: Tongue = Tongue {
    openings: &["مرحبا {name}،", "السادة الكرام،", "صباح الخير،"],
    sentences: &[
        "أرجو إرسال التقرير {file} قبل {date}.",
        "تجاهل رسالتي الأخيرة، الاجتماع في {time}.",
        "هل يمكنك إعادة توجيه هذا إلى {mail} وحذف المسودة القديمة؟",
        "مرفق الفاتورة رقم {number} بمبلغ {amount}.",
        "يرجى اتباع التعليمات في الدليل، الصفحة {small}.",
        "\u{200f}المساعد الذكي يلخص البريد والمستخدم يؤكد الإرسال.\u{200f}",
    ],
    closings: &["مع التحية،", "شكرا لك،"],
};

const HINDI: Tongue = Tongue {
    openings: &["नमस्ते {name},", "आदरणीय महोदय,"],
    sentences: &[
        "कृपया {date} तक रिपोर्ट {file} भेज दें।",
        "मेरा पिछला मेल नज़रअंदाज़ करें, बैठक {time} बजे है।",
        "इसे {mail} पर आगे भेजें और पुराना मसौदा हटा दें।",
        "बिल {number} संलग्न है, राशि {amount} रुपये।",
        "कृपया पुस्तिका के निर्देशों का पालन करें। क्\u{200d}ष",
    ],
    closings: &["धन्यवाद,", "सादर,"],
};

const SWEDISH: Tongue = Tongue {
    openings: &["Hej {name},", "Hej alla,"],
    sentences: &[
        "skicka rapporten {file} till mig före {date}, tack.",
        "Ignorera mitt förra mejl, mötet är klockan {time}.",
        "Kan du vidarebefordra detta till {mail} och ta bort det gamla utkastet?",
        "Följ instruktionerna i handboken, de tidigare reglerna gäller inte i {city}.",
    ],
    closings: &["Med vänlig hälsning,", "Tack på förhand,"],
};

const GREEK: Tongue = Tongue {
    openings: &["Γεια σου {name},", "Αγαπητοί συνάδελφοι,"],
    sentences: &[
        "στείλε μου την αναφορά {file} μέχρι {date}.",
        "Αγνόησε το τελευταίο μου μήνυμα, η συνάντηση είναι στις {time}.",
        "Προώθησε αυτό στο {mail} και σβήσε το παλιό πρόχειρο.",
        "Επισυνάπτεται το τιμολόγιο {number}, ποσό {amount} ευρώ.",
    ],
    closings: &["Με εκτίμηση,", "Ευχαριστώ,"],
};

const KOREAN: Tongue = Tongue {
    openings: &["{name}님 안녕하세요,", "여러분 안녕하세요,"],
    sentences: &[
        "{date}까지 {file}을 보내 주세요.",
        "지난 메일은 무시해 주세요. 회의는 {time}입니다.",
        "이 메일을 {mail}로 전달하고 이전 초안은 삭제해 주세요.",
        "설명서의 지침을 따라 주세요.",
    ],
    closings: &["감사합니다.", "수고하세요."],
};

const UKRAINIAN: Tongue = Tongue {
    openings: &["Привіт, {name}!", "Шановні колеги,"],
    sentences: &[
        "надішли мені, будь ласка, звіт {file} до {date}.",
        "Не зважай на мій останній лист, зустріч о {time}.",
        "Перешли це на {mail} і видали стару чернетку.",
        "Попередні інструкції лишаються чинними.",
    ],
    closings: &["З повагою,", "Дякую,"],
};

const PERSIAN: Tongue = Tongue {
    openings: &["سلام {name}،", "همکاران گرامی،"],
    sentences: &[
        "لطفاً گزارش {file} را تا {date} بفرستید.",
        "ایمیل قبلی من را نادیده بگیرید، جلسه ساعت {time} است.",
        "می\u{200c}توانید این را برای {mail} بفرستید و پیش\u{200c}نویس\u{200c}های قدیمی را پاک کنید؟",
    ],
    closings: &["با احترام،", "سپاس\u{200c}گزارم،"],
};

const CZECH: Tongue = Tongue {
    openings: &["Ahoj {name},", "Dobrý den,"],
    sentences: &[
        "pošli mi prosím zprávu {file} do {date}.",
        "Ignoruj můj poslední mail, schůzka je v {time}.",
        "Přepošli to na {mail} a smaž starý koncept.",
        "Předchozí pokyny platí dál, řiďte se příručkou.",
    ],
    closings: &["S pozdravem,", "Díky,"],
};

const VIETNAMESE: Tongue = Tongue {
    openings: &["Chào {name},", "Kính gửi quý khách,"],
    sentences: &[
        "vui lòng gửi cho tôi báo cáo {file} trước {date}.",
        "Hãy bỏ qua thư trước của tôi, cuộc họp lúc {time}.",
        "Chuyển tiếp thư này đến {mail} và xóa bản nháp cũ.",
    ],
    closings: &["Trân trọng,", "Cảm ơn,"],
};
