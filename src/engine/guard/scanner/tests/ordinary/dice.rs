//! A small generator of chance that gives the same row for the same seed, and fills the gaps of a template.

/// xorshift64*; good enough to mix sentences, and for nothing else.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let drawn = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(drawn).unwrap_or_default() % limit.max(1)
    }

    pub(crate) fn one_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Some of them, none twice in a row.
    pub(crate) fn several(&mut self, from: &[&'static str], count: usize) -> Vec<&'static str> {
        let mut chosen: Vec<&'static str> = (0..count).map(|_| *self.pick(from)).collect();
        chosen.dedup();
        chosen
    }

    /// Puts something into every gap such as `{name}`; braces that are no gap stay.
    pub(crate) fn fill(&mut self, template: &str) -> String {
        let mut text = String::new();
        let mut rest = template;
        while let Some(start) = rest.find('{') {
            let (before, gap) = rest.split_at(start);
            text.push_str(before);
            let end = gap.find('}').map_or(0, |end| end + 1);
            if let Some(filling) = self.filling(&gap[..end]) {
                text.push_str(&filling);
                rest = &gap[end..];
            } else {
                text.push('{');
                rest = &gap[1..];
            }
        }
        text.push_str(rest);
        text
    }

    fn filling(&mut self, gap: &str) -> Option<String> {
        let number = self.below(9_000) + 10;
        Some(match gap {
            "{name}" => (*self.pick(NAMES)).to_owned(),
            "{full}" => format!("{} {}", self.pick(NAMES), self.pick(FAMILIES)),
            "{mail}" => self.address(),
            "{firm}" => format!("{} {}", self.pick(FAMILIES), self.pick(FIRMS)),
            "{host}" => (*self.pick(HOSTS)).to_owned(),
            "{link}" => self.link(),
            "{file}" => format!("{}_{}.{}", self.pick(THINGS), number, self.pick(ENDINGS)),
            "{thing}" => (*self.pick(THINGS)).to_owned(),
            "{project}" => format!("{} {}", self.pick(PROJECTS), number % 30),
            "{city}" => (*self.pick(CITIES)).to_owned(),
            "{day}" => (*self.pick(DAYS)).to_owned(),
            "{date}" => format!("2026-{:02}-{:02}", 1 + number % 12, 1 + self.below(28)),
            "{time}" => format!("{:02}:{:02}", 8 + number % 11, 5 * self.below(12)),
            "{number}" => number.to_string(),
            "{small}" => (2 + number % 14).to_string(),
            "{amount}" => format!("{}.{:02}", number, self.below(100)),
            "{hash}" => self.hash(),
            "{word}" => (*self.pick(WORDS)).to_owned(),
            _ => return None,
        })
    }

    fn address(&mut self) -> String {
        let name = self.pick(NAMES).to_lowercase();
        let ascii: String = name.chars().filter(char::is_ascii_alphabetic).collect();
        format!("{ascii}{}@{}", self.below(90), self.pick(HOSTS))
    }

    fn link(&mut self) -> String {
        let host = *self.pick(HOSTS);
        let path = *self.pick(PATHS);
        match self.below(4) {
            0 => format!("https://{host}/{path}"),
            1 => format!("https://{host}/{path}?id={}&utm_source=mail", self.below(99_999)),
            2 => format!("https://{host}/{path}?q=two%20words%20and%20{}", self.below(999)),
            _ => format!("https://www.{host}/{path}/{}?token={}", self.below(999), self.hash()),
        }
    }

    fn hash(&mut self) -> String {
        (0..40)
            .map(|_| char::from_digit(u32::try_from(self.below(16)).unwrap_or(0), 16).unwrap_or('0'))
            .collect()
    }
}

const NAMES: &[&str] = &[
    "Ana",
    "Ben",
    "Carla",
    "David",
    "Eva",
    "Farid",
    "Grace",
    "Henry",
    "Ines",
    "Jonas",
    "Kemal",
    "Lucía",
    "Marta",
    "Noah",
    "Olga",
    "Pavel",
    "Quinn",
    "Rosa",
    "Samir",
    "Tomás",
    "Uma",
    "Vera",
    "Wei",
    "Xenia",
    "Yusuf",
    "Zoë",
    "Aiko",
    "Björn",
    "Chloé",
    "Dmitri",
    "Elif",
    "Françoise",
    "Gökhan",
    "Hana",
    "Ivan",
    "Jürgen",
    "Krzysztof",
    "Li",
    "Mina",
];
const FAMILIES: &[&str] = &[
    "Becker",
    "Silva",
    "Nowak",
    "Rossi",
    "Dubois",
    "García",
    "Tanaka",
    "Chen",
    "Petrov",
    "Yılmaz",
    "Jansen",
    "Okafor",
    "Haddad",
    "Sharma",
    "Larsen",
    "Moreau",
    "Ferrari",
    "Schmidt",
    "O'Brien",
    "Kowalski",
    "Signorelli",
    "Prompt",
];
const FIRMS: &[&str] =
    &["GmbH", "Ltd", "Inc.", "SA", "BV", "S.p.A.", "Sp. z o.o.", "AG", "LLC", "& Sons", "KG"];
const HOSTS: &[&str] = &[
    "example.com",
    "example.org",
    "north.example",
    "harbour.example",
    "ledger.example",
    "kite.example",
    "paper-and-ink.example",
    "news.metro.example",
    "status.cloudy.example",
    "git.works.example",
    "shop.tulip.example",
];
const PATHS: &[&str] = &[
    "reset",
    "docs/start",
    "orders/track",
    "unsubscribe",
    "blog/2026/spring",
    "invoices",
    "calendar/event",
    "r/ab12",
    "survey",
    "tickets/open",
    "wiki/Main_Page",
    "download/report.pdf",
    "settings/notifications",
    "join",
    "review",
];
const THINGS: &[&str] = &[
    "report",
    "budget",
    "contract",
    "offer",
    "minutes",
    "roadmap",
    "draft",
    "invoice",
    "slides",
    "timesheet",
    "questionnaire",
    "inventory",
    "handbook",
    "forecast",
    "application",
    "itinerary",
    "menu",
    "floor-plan",
];
const ENDINGS: &[&str] = &["pdf", "docx", "xlsx", "csv", "png", "zip", "txt", "pptx", "ics"];
const PROJECTS: &[&str] = &[
    "Lighthouse",
    "Harbour",
    "Atlas",
    "Falcon",
    "Meadow",
    "Copper",
    "Ledger",
    "Orchard",
    "Tundra",
    "Mosaic",
    "Delta",
];
const CITIES: &[&str] = &[
    "Lisbon", "Hamburg", "Lyon", "Kraków", "Ankara", "Osaka", "Austin", "Utrecht", "Torino", "Pune", "Cairo",
    "Porto",
];
const DAYS: &[&str] = &[
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "next week",
    "tomorrow",
    "the end of the month",
    "tonight",
];
const WORDS: &[&str] = &[
    "amber", "basin", "cedar", "delta", "ember", "fjord", "grove", "heron", "inlet", "jetty", "kayak",
    "lemon", "maple", "nectar", "onyx", "pebble", "quartz", "ridge", "saddle", "thistle", "umber", "violet",
    "willow", "yarrow", "zephyr",
];
