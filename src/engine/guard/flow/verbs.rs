//! The verbs by which people ask for things. Only a verb that stands where an order has its verb counts: "Ana's mail" asks
//! for nothing, "mail Ana" does.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use kernel::Deed;

use super::clauses::is_among;

/// What a clause asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Verbs(Vec<Deed>);

impl Verbs {
    pub(crate) fn ask_for(&self, deed: Deed) -> bool {
        deed != Deed::Unnamed && self.0.contains(&deed)
    }

    /// What of it is done within something.
    pub(super) fn inside(&self) -> Self {
        let stays = |deed: &Deed| matches!(deed, Write | Revise | Comment | Decide);
        Self(self.0.iter().copied().filter(stays).collect())
    }
}

use Deed::{
    Arrange, Comment, Decide, Destroy, Draft, Hide, Make, Post, Respond, Revise, Schedule, Send, Share, Write,
};

/// Each verb with all that people ask for with it, in English, German, French and Spanish.
const VERBS: &[(&str, &[Deed])] = &[
    (
        "send schick schicke schicken sende senden envoie envoyer envoyez envía enviar manda mandar",
        &[Send, Draft, Post],
    ),
    (
        "write schreib schreibe schreiben écris écrire escribe escribir",
        &[Send, Draft, Write, Revise, Make, Comment],
    ),
    ("email mail maile mailen", &[Send, Draft, Post]),
    (
        "reply respond answer antworte antworten beantworte beantworten réponds répondre responde responder",
        &[Send, Draft, Respond, Comment],
    ),
    ("forward weiterleiten leite transfère transférer reenvía reenviar", &[Send, Draft, Post]),
    (
        "tell inform notify ping remind message thank cc bcc relay pass informiere informieren sag sage sagen teile mitteilen erinnere dis informe dile avisa informa",
        &[Send, Draft],
    ),
    ("let ask frag frage fragen demande pregunta", &[Send, Draft, Comment]),
    ("draft compose prepare entwirf entwerfe bereite rédige redacta prepara", &[Draft, Make, Write]),
    (
        "schedule reschedule book arrange plan reserve block postpone delay shift push extend shorten organise organize plane planen buche verschiebe verschieben planifie réserve reporte programa agenda organiza reserva pospón aplaza",
        &[Schedule],
    ),
    ("set setze mets pon", &[Schedule, Write, Revise, Make, Arrange]),
    ("invite lade einladen invita", &[Schedule]),
    ("add füge trage ajoute ajouter añade agrega", &[Schedule, Write, Arrange, Comment]),
    ("put lege leg trag", &[Schedule, Write, Revise, Make, Arrange, Post]),
    ("move verschieb mueve déplace", &[Schedule, Arrange]),
    (
        "change update ändere ändern aktualisiere modifie cambia actualiza",
        &[Schedule, Write, Revise, Arrange],
    ),
    ("create make erstelle erstellen mach mache crée créer crea crear", &[Schedule, Make, Draft]),
    ("accept decline rsvp akzeptiere accepte acepta reject rechaza refuse", &[Respond, Decide]),
    ("confirm say bestätige confirme confirma", &[Respond, Send, Draft, Comment]),
    ("share grant allow give freigeben teilen gib partage partager donne comparte compartir", &[Share, Post]),
    ("open", &[Share, Make]),
    ("append insert record log ergänze hänge", &[Write]),
    (
        "enter fill edit replace fix correct type paste ersetze korrigiere remplace corrige reemplaza",
        &[Write, Revise],
    ),
    ("note leave remark comment kommentiere commente comenta", &[Comment, Write]),
    ("resolve", &[Comment, Decide]),
    ("approve", &[Decide]),
    (
        "start generate build save upload copy duplicate store speichere lade kopiere copie enregistre guarda copia sube",
        &[Make, Post, Arrange],
    ),
    (
        "rename label tag sort format bold highlight star colour color style freeze benenne sortiere formatiere renomme etiqueta renombra",
        &[Arrange],
    ),
    ("mark markiere marque marca", &[Hide, Arrange]),
    ("archive hide mute dismiss archiviere archiva", &[Hide, Arrange]),
    ("clear", &[Hide, Destroy, Write, Revise]),
    (
        "delete trash remove cancel discard uninvite unshare revoke erase lösche löschen entferne storniere supprime annule retire efface borra elimina cancela quita anula",
        &[Destroy, Write, Revise, Schedule],
    ),
    ("post attach download bring", &[Post, Send]),
];

/// Verbs with which people only want to know something.
const LOOKS: &str = "read show summarise summarize find search list check look see get fetch explain translate compare \
    count tell give review analyse analyze describe lies zeig zeige fasse finde suche prüfe lis montre résume trouve \
    cherche lee muestra resume busca";

/// Words that may stand before the verb of an order.
const BEFORE: &str = "please pls kindly just also now then and und dann bitte et y puis so ok okay hey hi hello quickly first \
    next finally luego thanks today tomorrow morning good dear hallo bonjour hola merci danke gracias";
/// Between "could you" and the verb.
const POLITE: &str = "please pls kindly just also now quickly maybe bitte svp";
/// Before these a word is no verb: "mail from Ben", "the copy is old".
const BEHIND_NOUNS: &str = "of from by is are was were has had looks von vom du";
const ASKING: &str = "what who when where which how why is are am do does did has have had was were whose whether any can could \
    would will may might shall should must wer wann wo warum wie hat ist kann darf soll qui est quién qué if i we you he she \
    they it there ich wir je nous yo";
/// Whoever asks is the one who gets it.
const ME: &str = "me us mir uns myself";

/// What somebody can be let do with a file.
const RIGHTS: &str = "comment edit view see open read";

/// What the words of one clause do.
pub(super) enum Spoken {
    /// They ask for this; the verb is the word so far from the beginning, and whoever is meant may stand behind that one.
    Utterance { verbs: Verbs, at: usize, behind: usize },
    /// They say what is not to be done.
    Forbidden,
    /// They ask whether something is so.
    Question,
    /// There is no verb at the head.
    Nothing,
}

/// What one clause asks for. Only the verb at its head counts, or the one right behind "could you".
pub(super) fn spoken(words: &[&str]) -> Spoken {
    let Some(first) = first_of(words) else { return Spoken::Nothing };
    let at = match requested(words, first) {
        Some(Requested::Next(at)) => at,
        Some(Requested::Last(behind)) => {
            let last = words.len() - 1;
            let verbs =
                if words.iter().any(|word| is_among(ME, word)) { Verbs::default() } else { of(words, last) };
            return Spoken::Utterance { verbs, at: behind, behind };
        }
        None => first,
    };
    let word = words.get(at).copied().unwrap_or_default();
    let next = words.get(at + 1).copied().unwrap_or_default();
    if is_verb(word) && !is_among(BEHIND_NOUNS, next) {
        return Spoken::Utterance { verbs: of(words, at), at, behind: at };
    }
    let (word, next) =
        if word == "but" { (next, words.get(at + 2).copied().unwrap_or_default()) } else { (word, next) };
    match word {
        "don't" | "dont" | "never" => Spoken::Forbidden,
        "do" if next == "not" => Spoken::Forbidden,
        word if at == first && is_among(ASKING, word) => Spoken::Question,
        _ => Spoken::Nothing,
    }
}

/// Whether somebody asks for it politely: "could you …".
pub(super) fn is_request(words: &[&str]) -> bool {
    first_of(words).is_some_and(|first| requested(words, first).is_some())
}

/// Whether there is nothing in it but a greeting, or a name.
pub(super) fn greets(words: &[&str]) -> bool {
    words.iter().all(|word| word.is_empty() || is_among(BEFORE, word))
}

fn first_of(words: &[&str]) -> Option<usize> {
    words.iter().position(|word| !is_among(BEFORE, word))
}

/// Where the verb of a request stands.
enum Requested {
    Next(usize),
    /// At the end, as in German; whoever is meant may stand behind this word.
    Last(usize),
}

/// How somebody asks for something politely; the verb comes next.
const OPENINGS: &[&[&str]] = &[
    &["can", "you"],
    &["could", "you"],
    &["would", "you"],
    &["will", "you"],
    &["i", "want", "you", "to"],
    &["i", "need", "you", "to"],
    &["i'd", "like", "you", "to"],
    &["i", "would", "like", "you", "to"],
    &["we", "need", "you", "to"],
    &["we", "want", "you", "to"],
    &["let's"],
    &["peux", "tu"],
    &["pourrais", "tu"],
    &["pouvez", "vous"],
    &["pourriez", "vous"],
    &["puedes"],
    &["podrías"],
    &["podría"],
];
/// The same where the verb comes last.
const AT_THE_END: &[&[&str]] = &[
    &["kannst", "du"],
    &["könntest", "du"],
    &["würdest", "du"],
    &["können", "sie"],
    &["könnten", "sie"],
    &["würden", "sie"],
];

/// "Can you …", "I want you to …", but neither "can I …" nor "I want to know …".
fn requested(words: &[&str], first: usize) -> Option<Requested> {
    let begins = |start: &[&str]| {
        let here = words.get(first..first + start.len());
        here.is_some_and(|here| here == start).then_some(first + start.len())
    };
    let polite = |from: usize| {
        let more = words.iter().skip(from).take_while(|word| is_among(POLITE, word)).count();
        from + more
    };
    if let Some(next) = OPENINGS.iter().find_map(|start| begins(start)) {
        return Some(Requested::Next(polite(next)));
    }
    let next = AT_THE_END.iter().find_map(|start| begins(start))?;
    Some(Requested::Last(polite(next).saturating_sub(1)))
}

/// What the verb in this place asks for; nothing if the one who speaks is to get it.
fn of(words: &[&str], at: usize) -> Verbs {
    let for_me = words.get(at + 1).is_some_and(|next| is_among(ME, next));
    let word = words.get(at).copied().unwrap_or_default();
    // "Let Ana comment on it": behind her name stands what she may do.
    let lets = word == "let" && words.get(at + 2).is_some_and(|may| is_among(RIGHTS, may));
    match (for_me, lets) {
        (true, _) => Verbs::default(),
        (false, true) => Verbs(vec![Share]),
        (false, false) => Verbs(deeds(word).to_vec()),
    }
}

/// Whether people ask for something with this word.
pub(super) fn is_verb(word: &str) -> bool {
    DEEDS.contains_key(word)
}

/// What is asked for with each verb, be it nothing: every word of an order is looked up.
static DEEDS: LazyLock<HashMap<&str, Vec<Deed>>> = LazyLock::new(|| {
    let mut all: HashMap<&str, Vec<Deed>> =
        LOOKS.split_ascii_whitespace().map(|verb| (verb, Vec::new())).collect();
    for (verbs, deeds) in VERBS {
        for verb in verbs.split_ascii_whitespace() {
            all.entry(verb).or_default().extend(*deeds);
        }
    }
    all
});

fn deeds(word: &str) -> &'static [Deed] {
    DEEDS.get(word).map_or(&[], Vec::as_slice)
}

/// Small words that stand in every order.
const SMALL: &str = "a an the to in on of at by is it its my me us we i you your our be or if do as so re from with for and \
    about this that these those will can could would should might must shall not no yes new all today tomorrow now please der die das den dem ein eine zu im am von für mit und \
    le la les un une de du des à au el los las una al del en que qui o y";

/// Written like names, and no less often meant than one.
const DAYS: &str = "may march april june july august january february september october november december monday tuesday \
    wednesday thursday friday saturday sunday mai märz juni juli montag dienstag mittwoch donnerstag freitag samstag \
    sonntag mars avril juin juillet mayo abril junio julio";

pub(super) fn is_day(word: &str) -> bool {
    is_among(DAYS, word)
}

/// Whether a word is used for something else than a name in nearly every order.
pub(super) fn is_common(word: &str) -> bool {
    static SMALL_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| SMALL.split_ascii_whitespace().collect());
    SMALL_WORDS.contains(word) || is_verb(word)
}
