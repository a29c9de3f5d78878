//! Words of several languages that mean the same. One line is one meaning; a word that ends in `*` stands for all that begin so.
//! Written without marks: that is how words are compared.

use std::collections::HashMap;
use std::sync::LazyLock;

const MEANINGS: &[&str] = &[
    // Things.
    "mail* email* e-mail* inbox message* nachricht* post courriel* correo* correio* mensaj* mensage* posta",
    "calendar* event* meeting* appointment* agenda* kalender* termin* besprechung* treffen reunion* reuniao rendez* cita* evento* compromisso* calendrier* calendario* rdv sitzung* invit* einlad* convit* convoc*",
    "file* document* datei* fichier* archivo* arquivo* dokument* documento* unterlage* doc docs paper* brief contract* vertrag* contrat*",
    "folder* director* ordner* verzeichnis* dossier* repertoire* carpeta* pasta*",
    "spreadsheet* sheet* table* tabelle* tableur* hoja* planilha* tableau* tabla* excel grid cells cell zelle* celda* celula* cellule* row rows zeile* fila* linha* ligne* column* spalte* columna* coluna* colonne*",
    "issue* bug* ticket* defect* fehler* probleme* problema* incidencia* anomalie*",
    "task* todo* aufgabe* tache* tarea* tarefa* erledig* reminder* remind* erinner* rappel* recordatorio* lembrete* einkauf*",
    "project* projekt* projet* proyecto* projeto*",
    "comment* remark* kommentar* commentaire* comentari* anmerkung* annotat* note* notiz*",
    "attach* anhang* anhange* piece jointe adjunt* anex* beilage*",
    "label* tag* etikett* etiqueta* etiquette* categor* kategorie* marcador*",
    "person* people user* member* mitglied* benutzer* utilisateur* usuario* membre* miembro* membro* team* colleague* kolleg* collegue* coleg* who staff",
    "channel* kanal* canal* chat* conversation* thread* gesprach* unterhaltung* conversa*",
    "repositor* repo repos codebase quellcode source",
    "branch* zweig* branche* rama* ramo*",
    "commit* commits revision* stand version* history verlauf* historique historial historico log logs",
    "pull merge request* pr mr zusammenfuhr* fusion* mesclar*",
    "code program* quelltext codigo script*",
    "database* datenbank* base donnees datos dados sql quer* table* schema*",
    "web website* site* page* internet seite* pagina* url link* sitio",
    "search* find* look* seek lookup suche* such* finde* find* cherch* trouv* recherch* busc* encontr* procur* pesquis* hunt locate where",
    "read* open* view* show* see display* lesen lies zeig* lire lis voir montr* affich* leer lee ver mostr* ler leia abrir abre ouvr* contents inhalt* contenu* contenido* conteudo* says steht",
    "list* enumerat* overview all alle auflist* liste* ubersicht* lister listar toutes todos todas todo every available",
    "send* write* deliver* schreib* ecri* escrib* escrev* schick* versend* send* envoy* envi* mand* transmit* dispatch",
    "answer* reply* respond* antwort* repond* repons* respond* respost* contest* zuruck*",
    "forward* weiterleit* weiter transfer* reenvi* encaminh* transmettr* pass",
    "create* make* new add* build* start* begin* neu* erstell* anleg* leg* mach* cree* crea* cria* nouve* nuev* nov* ajout* anad* agreg* adicion* open* hinzu* set up setup register* insert* put",
    "update* change* edit* modif* alter* adjust* correct* fix* amend* ander* anpass* bearbeit* korrigier* verschieb* corrig* chang* mudar cambi* actualiz* atualiz* edit* mettre jour move* shift* reschedul*",
    "delete* remove* erase* drop* discard* trash* throw away losch* entfern* weg supprim* effac* elimin* borr* apag* exclu* remov* jet* papelera lixeira papierkorb corbeille bin destroy* clear*",
    "move* relocat* verschieb* deplac* mov* umzieh* organis* sort* ordne* rang* file away",
    "rename* umbenenn* renomm* renombr* renome* name* title* titel* nom* nombre* titul*",
    "copy* duplicat* clone* kopie* kopier* copi* duplic*",
    "share* freigeb* freigabe* teil* partag* compart* access* zugriff* zugang* acces* acceso* acesso* permission* recht* droit* permis* berechtig* allow* erlaub* grant* autoris*",
    "revoke* unshare* entzieh* retir* revoc* withdraw* stop longer",
    "invite* einlad* invit* convid* guest* gast* gaste*",
    "schedul* plan* zeitplan* termin* book* buch* reserv* program* agend* planif* slot*",
    "free available frei verfugbar* libre* disponib* dispon* livre* busy beschaftigt occup* ocupad* gap together",
    "time* hour* uhr* zeit* stunde* heure* hora* tempo* temps tiempo zone* zeitzone* fuseau* huso* fuso*",
    "date* day* today tomorrow week* tag* tage* heute morgen woche* jour* demain semaine* dia* hoy manana semana* hoje amanha",
    "download* save* store* keep* herunterlad* speicher* sicher* telecharg* enregistr* descarg* guard* salv* baix*",
    "upload* hochlad* subir sube carg* enviar televers* charger",
    "archive* ablag* archivier* archiv* arquiv*",
    "draft* entwurf* entwurfe* brouillon* borrador* rascunho* prepar* vorbereit*",
    "unread ungelesen* lu lus lido* leido* seen gelesen mark* markier* marqu* marc*",
    "summar* zusammenfass* resum* overview* digest",
    "translat* ubersetz* tradu* idioma* lengua* sprache* langue* language* lingua*",
    "weather wetter* meteo* tiempo clima* forecast* vorhersage* prevision* previsao",
    "map* route* direction* karte* weg* itinerai* ruta* mapa* rota* carte* trajet* drive way distance* entfern* strecke*",
    "place* location* address* ort* adresse* adress* lieu* lugar* endereco* direccion* coordinat* gps standort*",
    "stock* share* price* aktie* kurs* bourse action* accion* acao* acoes precio* preco* prix borse markt* market* dividend* invest* quote*",
    "money* cost* bill* invoice* payment* pay* rechnung* bezahl* kosten factur* fatura* pago* pagamento* paiement* payer cout* custo* coste* dollar* euro*",
    "light* lamp* licht* lampe* lumiere* luz luces luzes beleuchtung",
    "device* gerat* appareil* dispositivo* aparelho* sensor* smart thermostat* heiz* chauff* calefacc* aquec* temperature* temperatur*",
    "turn switch* schalt* allum* etein* encend* apag* ligar deslig* on off toggle* activat* aktivier* activ* enable* disable* desactiv*",
    "run* execut* start* launch* ausfuhr* lauf* executer lanc* ejecut* execut* corr* rodar trigger* auslos* declench*",
    "stop* cancel* abort* end* halt* stopp* abbrech* absag* annul* arret* par* cancel* deten* interromp*",
    "deploy* rollout* scale* bereitstell* deploi* despleg* implant* release* veroffentlich* publi*",
    "container* pod* cluster* kubernetes node* knoten* namespace* helm",
    "log* logs protokoll* journal* registro* output ausgabe* sortie*",
    "status* state* health* zustand* etat* estado* progress* fortschritt*",
    "error* exception* fehler* erreur* erro* crash* fail* broken kaputt absturz*",
    "test* check* verif* pruf* comprob* controll* vergleich* compar* diff* differ* unterschied* diferenc*",
    "screenshot* picture* image* photo* bild* foto* captur* imagen* imagem* ecran* bildschirm*",
    "click* press* button* klick* druck* clic* clique* boton* botao* bouton* taste*",
    "fill* form* formular* ausfull* rempl* rellen* preench* field* feld* champ* campo* type* tipp*",
    "browser* navig* website* surf* visit* besuch* aufruf*",
    "memory* remember* merk* erinner* memoir* memor* recuerd* lembr* know* wissen* kenntnis* fact* fakt*",
    "relation* link* connect* verbind* verknupf* relier lien* relacion* relac* conect*",
    "run ride activit* training* workout* sport* lauf* course* entrenamiento* treino* entrainement* athlet* kilometer* pace segment* gear schuh*",
    "music song* playlist* lied* musik* musique cancion* musica*",
    "video* film* clip* aufnahme* recording* enregistrement* grabacion* gravac*",
    "number* count* sum* total* anzahl* wieviele nombre* combien cuant* quant* numero* zahl* calculat* rechne* formula* formel*",
    "format* style* color* colour* bold fett farb* couleur* couleurs gras color* negrit* formatier* border* rahmen* highlight*",
    "replace* ersetz* remplac* reemplaz* substitu* everywhere uberall partout instead statt",
    "suggest* propos* vorschlag* vorschlage* sugger* suger* edits",
    "accept* approve* genehmig* annehm* accept* aprob* aprov* zusag* confirm* bestatig* agree*",
    "reject* refus* decline* ablehn* absag* refuser rechaz* recus* rejeit*",
    "assign* zuweis* zuteil* attribu* asign* atribu* responsib* zustandig* owner* besitzer*",
    "close* resolve* schliess* erledig* ferm* cerr* fech* complete* done finish* fertig termin* acab* conclu*",
    "priority priorit* urgent dringend important wichtig",
    "permission* who can access* berechtigung* zugriff* autoris* droits permisos permissoes",
    "key* secret* token* password* schlussel* passwort* cle* clave* chave* senha* contrasena*",
    "webhook* subscri* abonn* suscri* assin* notif* benachrichtig* alert* alarm* avis* warn*",
    "function* edge lambda serverless funktion* fonction* funcion* func*",
    "organi* company* firma* unternehmen* entreprise* empresa* workspace* arbeitsbereich*",
    "question* ask* frage* frag* demand* pregunt* pergunt* clarif* choose* wahl* choisir elegir escolher choice* option*",
    "think* reason* denk* nachdenk* reflech* pens* razon* raciocin* step schritt* etape* paso* passo*",
    "news nachrichten nouvelles noticias actualite* latest neueste* dernier* ultim* recent* newest",
    "profile* konto* account* compte* cuenta* conta* myself meine eigene",
    "size large big gross* grand* grande* tamano tamanho taille biggest space platz* espace espacio espaco",
    "hotel* stay* accommodation* apartment* unterkunft* ferienwohnung* logement* alojamiento* hospedagem* alquil* rent* mieten location",
    "library* package* dependenc* bibliothek* paket* paquet* biblioteca* pacote* documentation* api sdk framework*",
    "wiki knowledge wissensdatenbank page* confluence handbuch* handbook* manual*",
    "sprint* board* backlog* epic* milestone* meilenstein*",
    "undo* restore* recover* rollback* ruckgangig* wiederherstell* annul* restaur* recuper* deshacer desfazer zuruckhol* back",
    "signature* vacation autorepl* abwesenheit* absence* out-of-office ausencia* ferias urlaub*",
    "filter* rule* regel* regle* regla* regra* filtre* filtro* automat*",
];

static TABLE: LazyLock<Table> = LazyLock::new(Table::read);

#[derive(Default)]
struct Table {
    whole: HashMap<&'static str, Vec<u16>>,
    beginnings: HashMap<&'static str, Vec<u16>>,
}

impl Table {
    fn read() -> Self {
        let mut table = Self::default();
        for (number, line) in MEANINGS.iter().enumerate() {
            let number = u16::try_from(number).unwrap_or(u16::MAX);
            for word in line.split_whitespace() {
                match word.strip_suffix('*') {
                    Some(beginning) => table.beginnings.entry(beginning).or_default().push(number),
                    None => table.whole.entry(word).or_default().push(number),
                }
            }
        }
        table
    }
}

/// Everything a word can mean.
pub(super) fn meanings_of(word: &str) -> impl Iterator<Item = u16> {
    let table = &*TABLE;
    let mut found: Vec<u16> = table.whole.get(word).cloned().unwrap_or_default();
    let beginnings = (3..=word.len()).filter_map(|end| word.get(..end));
    found.extend(beginnings.filter_map(|beginning| table.beginnings.get(beginning)).flatten());
    found.sort_unstable();
    found.dedup();
    found.into_iter()
}
