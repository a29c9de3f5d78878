//! The words the scanner knows, in the languages it knows, each for the one idea it carries.
//!
//! No word here is suspicious by itself; people write all of them to each other. What counts is which ideas meet.

/// An idea a word carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Idea {
    /// The end of a sentence.
    Stop,
    /// To leave something out of account.
    Ignore,
    /// The same in languages that say it last.
    IgnoreLast,
    /// What came before, or what is yours.
    Former,
    /// The whole of it.
    All,
    /// Rules somebody follows.
    Rules,
    /// Rules that no longer hold.
    Void,
    /// An assistant that is a machine, or might be.
    Machine,
    /// Turning to somebody, or to whoever reads.
    Calling,
    /// What a machine does with a mail: read, process, sum up.
    Handling,
    /// The user, spoken of as somebody else.
    User,
    /// Not telling.
    Hush,
    /// Not asking first.
    Waive,
    /// To send, share, delete.
    Act,
    /// What is worth stealing.
    Loot,
    /// What people send each other anyway.
    Goods,
    /// The instructions of the one spoken to.
    Own,
    /// An address, or the one who wrote.
    Place,
    /// A link; ordinary mails are full of them.
    Link,
    /// Once something has happened.
    Later,
    /// Being somebody else from now on.
    Role,
    /// Having no limits.
    Unbound,
    /// How an answer is to look.
    Answer,
    /// Tools, functions, calls.
    Tool,
    /// A setting that came from above.
    System,
    /// Talk about attacks, as in a training.
    Talk,
}

pub(super) const IDEAS: usize = Idea::Talk as usize + 1;

/// Words are compared from their beginning, so `ignor` stands for all its forms; one that ends in a space is whole.
pub(super) const WORDS: &[(Idea, &str)] = &[
    (Idea::Stop, "."),
    (Idea::Place, "@"),
    (Idea::Link, ":/"),
    // The one who wrote is a place, too.
    (
        Idea::Place,
        "reply to this|in a reply|antwort auf diese|en reponse a ce|respuesta a este|в ответ на это",
    ),
    (
        Idea::Ignore,
        "ignor|disregard|forget|overrid|overrul|bypass|set aside|put aside|do not follow|dont follow|stop following|\
         no longer follow|do not obey|dont obey|pay no attention|abandon|discard|neglect|vergiss|vergessen sie|missacht|\
         setze dich uber|oublie|ne tiens pas compte|ne tenez pas compte|ne suis plus|olvid|haz caso omiso|omit|\
         dimentica|trascura|esquec|esquece|desconsider|negeer|vergeet|zignoruj|zapomnij|pomin|yok say|unut|gormezden|\
         игнорир|забудь|забыть|не обращай|не следуй|ігноруй|αγνο|ignorera|glom |zapomen|bo qua|忽略|无视|忘记|忘掉|تجاهل|انس|نادیده|무시",
    ),
    (Idea::IgnoreLast, "無視|忘れ|नजरअंदाज|무시|yok say|unut"),
    (
        Idea::Former,
        "everything you were|everything you have|everything you know|all you were|all instr|any instr|all directives|all guidelines|all prompts|alle anweis|toutes les instr|toutes les consignes|\
         todas las instr|tutte le istr|todas as instr|все инструк|所有指令|所有指示|すべての指示|previous|prior|above|earlier|preceding|former|original|initial|existing|before this|before now|your |you were|\
         you have been|you had|you are given|bisherig|vorherig|vorig|fruher|deine|ihre |precedent|anterior|tes |vos |votre |\
         tus |sus |tue |tuas |suas |eerdere|je |jouw|poprzedni|swoje|onceki|предыдущ|прежн|свои|твои|попередн|之前|以前|\
         先前|你的|これまで|今までの|あなたの|السابق|قبلی|पिछल|이전|προηγουμεν|tidigare|predchozi|truoc",
    ),
    (
        Idea::All,
        "all |any |every |everything |alle |allen |toutes |tous |todas |todos |tutte |tutti |wszystki|tum |butun |все |всі |\
         所有|一切|すべて|全て|جميع|كل |모든|vsechny",
    ),
    (
        Idea::Rules,
        "instruction|rule|guideline|directive|direction|prompt|guardrail|guard rail|polic|restriction|constraint|safeguard|\
         everything you|what you were told|programming|training |anweisung|regeln|vorgaben|richtlinie|consigne|regle|\
         instruccion|regla|directri|istruzion|regol|instruco|regra|diretriz|instructies|regels|instrukcj|zasad|polecen|\
         talimat|kural|инструкц|правил|указани|інструкц|指令|指示|规则|规定|ルール|命令|تعليمات|دستور|निर्देश|지침|지시|οδηγι|pokyn|chi dan|huong dan",
    ),
    (
        Idea::Void,
        "void |supersed|revok|no longer appl|no longer valid|no longer bind|do not apply|does not apply|dont apply|\
         suspended|lifted|obsolete|replaced by|aufgehoben|gelten nicht|\
         annule|anulad|annullat|revogad|отмен|作废|失效|無効",
    ),
    (
        Idea::Machine,
        "assistant |assistants |ai |a i |ais |ki |ia |ии |language model|llm|chatbot|bot |copilot|chatgpt|gpt|the model |\
         neural net|sprachmodell|assistent|ki assist|modele de langage|asistente|modelo de leng|assistente|asystent|\
         asistan|yapay zeka|ассистент|помощник|нейросет|助手|人工智能|アシスタント|المساعد|دستیار|सहायक|어시스턴트|βοηθο",
    ),
    (
        Idea::Calling,
        "dear |note to|note for|message to|message for|attention |hey |hello |instruction to|instructions to|instructions for|\
         hint for|hint to|hints for|reminder for|memo to|memo for|to any |to all |to whichever|to whatever|if you are an|\
         if youre an|if an |any |hinweis an|hinweis fur|nachricht an|an alle|message a |note a |a l |a lattention|\
         mensaje para|nota para|atencion|messaggio per|nota per|mensagem para|внимание|сообщение для|致|给|へ|إلى|to the ",
    ),
    (
        Idea::Handling,
        "reading|reads |processing|processes|handling|handles|summari|parsing|parses|reviewing|analy|liest|verarbeit|lit |traite|\
         lee |procesa|legge|elabor|обрабат|чита|处理|阅读|読",
    ),
    (
        Idea::User,
        "the user|user |users |the owner|the requester|the human|nutzer|benutzer|utilisateur|lutilisateur|usuari|utente|allutente|\
         gebruiker|uzytkownik|kullanic|пользовател|користувач|用户|使用者|ユーザ|المستخدم|کاربر|उपयोगकर्ता|사용자|χρηστη|anvandar|uzivatel|nguoi dung",
    ),
    (
        Idea::Hush,
        "do not tell|dont tell|not tell|never tell|without telling|do not inform|dont inform|not inform|without inform|\
         not notify|dont notify|without notify|not alert|without alert|not mention|dont mention|never mention|without mention|\
         not reveal|dont reveal|never reveal|not disclose|never disclose|not say|say nothing|tell nobody|tell no one|\
         not let the|must not learn|must not know|must not see|should not know|should not see|may not know|not report|\
         keep secret|keep this|keep these|keep it secret|hide |hide this|conceal|quietly|secretly|silently|covertly|\
         discreetly|unnoticed|sag nicht|nichts davon|nichts sagen|nicht erwahn|erwahne|verschweig|ohne dass|ohne zu sagen|heimlich|\
         unbemerkt|sans prevenir|sans avertir|sans le dire|sans dire|sans informer|sans en parler|ne dis |ne le dis|ne dites|\
         ne mentionne|no se lo dig|no le dig|no dig|sin avis|sin decir|sin inform|no mencion|senza dir|senza avvis|senza inform|\
         non dir|non menzion|sem avis|sem diz|sem inform|nao cont|nao diga|nao avis|nao menc|zonder te|vertel niet|zeg niet|\
         nie mow|nie inform|bez wiedzy|soylem|haber verme|не сообщ|не говор|не упомин|незаметно|тайно|не кажи|不要告诉|别告诉|不要提|不让|\
         不要通知|知らせない|言わない|伝えない|教えない|秘密|لا تخبر|دون إخبار|मत कहो|न बताए|말하지|알리지|μην πεις",
    ),
    (
        Idea::Waive,
        "approval is off|approval is switched|approval is turned|approval is not|approvals are|without approval|without asking|without confirm|without a confirm|without permission|without waiting|without further|\
         no need to ask|no need to confirm|no approval|no confirmation|not ask for|dont ask for|dont ask|not require approval|\
         not require confirm|approval has been|already agreed|already approved|has approved|user approved|has been given|\
         have permission|are authori|is authori|fully authori|consent has|user consent|preapproved|pre approved|pre authori|allows every|allows all|\
         ohne nachfrag|ohne zu fragen|ohne bestatig|ohne ruckfrage|sans demander|sans confirm|sin pedir|sin confirm|senza chieder|\
         senza conferm|sem pedir|sem confirm|zonder te vragen|bez pytania|bez potwierdz|sormadan|onay alma|без подтвержд|не спрашива|\
         без разреш|无需确认|不需要确认|不用确认|確認なし|確認せず|許可なく|بدون تأكيد|بدون إذن",
    ),
    (
        Idea::Act,
        "send |sends |sending |forward|email |mail |mailing |emailing |share |shares |sharing |copy |post |posts |upload|export|delete |deleting |\
         archive |grant|attach |append|transfer |transmit|reply |create |add |invite |publish|exfiltrat|leak |pass |include |put |\
         look up|look for|fetch |change |mark |reveal |print |output |leit|weiterleit|schick|sende|teile|losch|envoy|transfer|partag|supprim|\
         envia|reenvi|compart|borra|inoltr|invia|manda|condivid|cancella|encaminh|envie|compartilh|apag|stuur|doorstur|deel |verwijder|\
         przeslij|przekaz|wyslij|udostepn|usun|gonder|ilet|paylas|sil |перешли|отправ|удали|пришли|поделись|надішли|发送|转发|发给|\
         发到|分享|删除|転送|送信|送って|共有|削除|أرسل|إعادة توجيه|احذف|भेज|전달|보내|삭제|προωθ|στειλ|skicka|vidarebeford|preposli|posli|gui ",
    ),
    (
        Idea::Loot,
        "inbox|contents of|content of|the text of|emails|mails |messages|mailbox|password|verification code|reset code|credential|\
         secret|access token|api key|system prompt|contacts|address book|client list|customer list|payroll|salar|bank detail|\
         bank account|tax |conversation|chat history|last ten|most recent|private|confidential|whole thread|this thread|\
         newest threads|subject lines|every file|all files|everything|list of all|all calendar|every mail|every message|\
         posteingang|letzten|alle mails|passwor|kontoda|boite de reception|derniers messages|mot de passe|correos|contrasen|\
         bandeja|posta |messaggi|mensagens|caixa de entrada|senha|письм|парол|почт|邮件|密码|メール|パスワード|受信|كلمة|رسائل|البريد",
    ),
    (
        Idea::Goods,
        "invoice|contract|folder|drive|finance|budget|numbers|documents|calendar|attendees|latest|newest|file |files |report|\
         thread|vertrag|rechnung|ordner|contrat|facture|dossier|carpeta|contrato|factura|informe|contratto|fattura|cartella|\
         fatura|pasta |договор|счет|отчет|合同|文件|契約|書類",
    ),
    (
        Idea::Own,
        "your system prompt|your instructions|your guidelines|your safety|your programming|your rules|your policies|your content polic|\
         your original instr|your previous instr|your prior|your restrictions|your constraints|your directives|your system message|\
         deine anweisung|deine regeln|deine vorgaben|deinen systemprompt|tes consignes|tes instructions|tes regles|tus instrucciones|tus reglas|\
         tue istruzioni|tue regole|tuas instruco|tuas regras|suas instruco|suas regras|je instructies|swoje instrukcje|свои правила|\
         свои инструкции|твои инструкции|你的指令|你的规则|你的系统提示|あなたの指示|システムプロンプト",
    ),
    (
        Idea::Later,
        "when the user|whenever the user|once the user|as soon as the user|if the user|every time the user|next time|\
         after your next|later conversation|future conversation|in future|remember this|from now on|wenn der nutzer|\
         wenn der benutzer|sobald der|ab jetzt|prochaine fois|quand lutilisateur|des que|desormais|proxima vez|cuando el usuario|\
         a partir de ahora|prossima volta|quando lutente|dora in poi|quando o usuario|a partir de agora|в следующий раз|когда пользов|отныне|\
         下次|当用户|次回|ユーザーが尋ね|ユーザーが言",
    ),
    (
        Idea::Role,
        "you are now|youre now|you will now|act as|pretend|roleplay|role play|play the role|imagine you|simulate|from now on you|\
         you are in |du bist jetzt|du bist ab|spiele die rolle|tu es maintenant|tu es desormais|fais semblant|ahora eres|actua como|\
         finge|sei ora|ora sei|fai finta|voce agora|finja|je bent nu|jestes teraz|artik sen|ты теперь|представь|веди себя|你现在是|扮演|あなたは今|なりきって|أنت الآن",
    ),
    (
        Idea::Unbound,
        "without restriction|no restriction|unrestricted|without limit|no limits|uncensored|unfiltered|developer mode|god mode|\
         debug mode|never refuse|cannot refuse|no rules|jailbroken|dan |do anything now|not bound|not apply to you|ohne einschrank|\
         sans restriction|sans limite|sin restricc|sin limite|senza restriz|sem restri|без ограничен|没有限制|无限制|制限なし",
    ),
    (
        Idea::Answer,
        "your reply|your answer|your response|your summary|your output|you summari|when summari|while summari|you answer|\
         you reply|you respond|you draft|render |end with|begin with|start your|respond only|respond with|reply with|\
         your only task|your task|your new task|your goal|deine antwort|deiner antwort|ta reponse|tu respuesta|\
         tua risposta|sua resposta|твой ответ|твоём ответе|你的回复|回答に",
    ),
    (
        Idea::Tool,
        "tool |tools |function |functions |call the|use your|use the|invoke|execute|run the|api call|tool call|werkzeug|outil |herramienta|\
         strumento|ferramenta|инструмент|工具|ツール",
    ),
    (
        Idea::System,
        "system message|system update|system notice|system override|administrator|operator|policy update|security update|\
         mandatory|is required to|new instruction|new rule|new directive|systemnachricht|neue anweisung|nouvelles instr|nuevas instr|\
         nuove istr|novas instr|новые инструк|系统消息|系统提示|新指令|新的指令|システムメッセージ|新しい指示",
    ),
    (
        Idea::Talk,
        "prompt injection|injection|attacker|the attack|security training|workshop|webinar|phishing|red team|the paper|\
         classic example|jailbreaks",
    ),
];
