//! The verbs by which people ask for things. Only a verb that stands where an order has its verb counts: "Ana's mail" asks
//! for nothing, "mail Ana" does.

use kernel::Deed;

/// What a clause asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Verbs(Vec<Deed>);

impl Verbs {
    pub(crate) fn ask_for(&self, deed: Deed) -> bool {
        deed != Deed::Unnamed && self.0.contains(&deed)
    }

    pub(crate) fn and(mut self, other: &Self) -> Self {
        self.0.extend(&other.0);
        self
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
const BEFORE: [&str; 22] = [
    "please", "pls", "kindly", "just", "also", "now", "then", "and", "und", "dann", "bitte", "et", "y",
    "puis", "so", "ok", "okay", "hey", "hi", "hello", "quickly", "first",
];
/// Openings after which the verb may stand anywhere.
const OPENINGS: [&str; 20] = [
    "can",
    "could",
    "would",
    "will",
    "kannst",
    "könntest",
    "würdest",
    "bitte",
    "peux",
    "pourrais",
    "pouvez",
    "puedes",
    "podrías",
    "i'd",
    "i",
    "we",
    "ich",
    "let's",
    "you",
    "if",
];
const ASKING: [&str; 26] = [
    "what", "who", "when", "where", "which", "how", "why", "is", "are", "do", "does", "did", "has", "have",
    "was", "were", "whose", "any", "wer", "was", "wann", "wo", "hat", "ist", "qui", "quién",
];
/// A wish: "I want you to …", "we need to …".
const WISHES: [&str; 9] = ["want", "need", "like", "you", "möchte", "will", "should", "must", "have"];
/// Whoever asks is the one who gets it.
const ME: [&str; 5] = ["me", "us", "mir", "uns", "myself"];

/// What the words of one clause ask for; nothing if there is no verb in it.
pub(crate) fn verbs(words: &[&str]) -> Option<Verbs> {
    let first = words.iter().position(|word| !BEFORE.contains(word) && !word.starts_with('@'));
    let opening = first.and_then(|at| words.get(at)).is_some_and(|word| OPENINGS.contains(word));
    let is_wish = words.iter().any(|word| WISHES.contains(word));
    let mut found: Option<Verbs> = None;
    for (at, word) in words.iter().enumerate() {
        let leads = Some(at) == first || (opening && is_request(words, is_wish));
        if !leads {
            continue;
        }
        let for_me = words.get(at + 1).is_some_and(|next| ME.contains(next));
        let deeds = deeds(word);
        if LOOKS.split_whitespace().any(|look| look == *word) || for_me {
            found.get_or_insert_default();
        }
        if !for_me && !deeds.is_empty() {
            found.get_or_insert_default().0.extend(deeds);
        }
    }
    found
}

/// "Can you …", "I want you to …", but not "I think …".
fn is_request(words: &[&str], is_wish: bool) -> bool {
    let first = words.iter().find(|word| !BEFORE.contains(word)).copied().unwrap_or_default();
    !matches!(first, "i" | "we" | "ich" | "if" | "you") || is_wish
}

fn deeds(word: &str) -> Vec<Deed> {
    let meant = VERBS.iter().filter(|(verbs, _)| verbs.split(' ').any(|verb| verb == word));
    meant.flat_map(|(_, deeds)| deeds.iter().copied()).collect()
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
    DAYS.split_whitespace().any(|one| one == word)
}

/// Whether a word is used for something else than a name in nearly every order.
pub(super) fn is_common(word: &str) -> bool {
    let among = |words: &str| words.split_whitespace().any(|one| one == word);
    among(SMALL) || among(LOOKS) || !deeds(word).is_empty()
}

/// A question asks for an answer and for nothing else.
pub(crate) fn looks_like_question(words: &[&str]) -> bool {
    let first = words.iter().find(|word| !BEFORE.contains(word));
    first.is_some_and(|word| ASKING.contains(word))
}
