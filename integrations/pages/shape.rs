//! What is moved away, made too small, cut off or covered.

use crate::colour::number;
use crate::css_text::parted;
use crate::length::Length;
use crate::verdict::Verdict;

/// Further out than this to the left or above, in pixels, nobody sees it.
pub(crate) const OUT: f32 = 500.0;
/// Nobody scrolls as far as this.
pub(crate) const AWAY: f32 = 3_000.0;
/// Further to the right or below than this, it is outside of what most windows show.
pub(crate) const FAR: f32 = 1_500.0;
/// In a box no larger than this, in pixels, nothing can be read.
pub(crate) const NO_ROOM: f32 = 4.0;
/// So far out, something may be seen.
pub(crate) const PARTLY_OUT: f32 = 100.0;

/// What becomes of something that is drawn otherwise than it lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Change {
    /// How much larger.
    pub(crate) scale: f32,
    /// How much of it shines through.
    pub(crate) share: f32,
    pub(crate) verdict: Verdict,
}

impl Change {
    const NONE: Self = Self { scale: 1.0, share: 1.0, verdict: Verdict::Seen };

    fn and(self, verdict: Verdict) -> Self {
        Self { verdict: self.verdict.max(verdict), ..self }
    }
}

/// `translate(…) scale(…)`.
pub(crate) fn transformed(value: &str) -> Change {
    each_function(value).fold(Change::NONE, |change, (name, given)| {
        let numbers: Vec<f32> = given.iter().filter_map(|part| number(part)).collect();
        match name {
            "scale" | "scalex" | "scaley" | "scale3d" | "scalez" => {
                let smallest = given
                    .iter()
                    .filter_map(|part| factor(part))
                    .fold(f32::MAX, |one, two| one.min(two.abs()));
                let scale = if smallest < 1.0 { change.scale * smallest } else { change.scale };
                Change { scale, ..change }.and(Verdict::hidden_if(smallest < 0.01))
            }
            "translate" | "translatex" | "translatey" | "translate3d" | "translatez" => {
                given.iter().fold(change, |change, part| change.and(moved(part)))
            }
            "matrix" => match numbers.as_slice() {
                [a, b, c, d, right, down] => {
                    let area = (a * d - b * c).abs();
                    let scale = change.scale * area.sqrt().min(1.0);
                    let gone = area < 0.0001 || right.min(*down) <= -OUT || right.max(*down) >= AWAY;
                    Change { scale, ..change }.and(Verdict::hidden_if(gone))
                }
                _ => change,
            },
            "matrix3d" | "rotate3d" => change.and(Verdict::Doubtful),
            "rotatex" | "rotatey" => change.and(turned_away(given.first().copied().unwrap_or_default())),
            "skew" | "skewx" | "skewy" => {
                change.and(Verdict::doubtful_if(numbers.iter().any(|angle| angle.abs() > 60.0)))
            }
            _ => change,
        }
    })
}

/// `opacity(…) blur(…)`.
pub(crate) fn filtered(value: &str) -> Change {
    each_function(value).fold(Change::NONE, |change, (name, given)| {
        let first = given.first().copied().unwrap_or_default();
        let amount = factor(first).unwrap_or(1.0);
        match name {
            "opacity" => Change { share: change.share * amount.clamp(0.0, 1.0), ..change },
            "blur" => {
                let blurred = Length::read(first).is_some_and(|length| length.usual() >= 3.0);
                change.and(Verdict::doubtful_if(blurred))
            }
            "brightness" | "contrast" => change.and(Verdict::doubtful_if(!(0.3..=4.0).contains(&amount))),
            "alpha" | "url" => change.and(Verdict::Doubtful),
            _ => change,
        }
    })
}

/// `rect(top, right, bottom, left)`.
pub(crate) fn clipped(value: &str) -> Verdict {
    let Some((_, given)) = each_function(value).next() else { return Verdict::Seen };
    let sides: Vec<Option<f32>> = given.iter().map(|part| Length::read(part).map(Length::usual)).collect();
    match sides.as_slice() {
        [top, right, bottom, left] => {
            let is_narrow = |from: f32, to: f32| to - from <= NO_ROOM;
            let flat = bottom.is_some_and(|bottom| is_narrow(top.unwrap_or(0.0), bottom));
            let thin = right.is_some_and(|right| is_narrow(left.unwrap_or(0.0), right));
            Verdict::hidden_if(flat || thin).max(Verdict::Doubtful)
        }
        _ => Verdict::Doubtful,
    }
}

/// `inset(50%)`, `circle(0)`, `polygon(0 0, 0 0, 0 0)`.
pub(crate) fn cut_out(value: &str) -> Verdict {
    let Some((name, given)) = each_function(value).next() else { return Verdict::Seen };
    let words: Vec<&str> = given
        .iter()
        .flat_map(|part| parted(part, ' '))
        .take_while(|word| *word != "round" && *word != "at")
        .collect();
    let shares: Vec<f32> = words
        .iter()
        .filter_map(|word| Length::read(word))
        .map(|length| length.in_pixels(16.0, 16.0, 100.0))
        .collect();
    match (name, shares.as_slice()) {
        ("inset", shares) if shares.iter().all(|share| *share <= 0.0) => Verdict::Seen,
        ("inset", shares) => {
            let at = |places: [usize; 3]| {
                places.into_iter().find_map(|place| shares.get(place)).copied().unwrap_or(0.0)
            };
            let gone = at([0, 0, 0]) + at([2, 0, 0]) >= 98.0 || at([1, 0, 0]) + at([3, 1, 0]) >= 98.0;
            Verdict::hidden_if(gone).max(Verdict::Doubtful)
        }
        ("circle" | "ellipse", shares) => {
            Verdict::hidden_if(shares.iter().any(|radius| *radius <= 1.0)).max(Verdict::Doubtful)
        }
        ("polygon", shares) => Verdict::hidden_if(area(shares) < 1.0).max(Verdict::Doubtful),
        _ => Verdict::Doubtful,
    }
}

/// A share of something may be less than it seems.
pub(crate) fn out_of(share: f32) -> Verdict {
    if share == 0.0 { Verdict::Hidden } else { Verdict::Doubtful }
}

fn moved(by: &str) -> Verdict {
    let Some(length) = Length::read(by) else { return Verdict::Seen };
    let pixels = length.usual();
    if pixels <= -OUT || pixels >= AWAY { out_of(length.share) } else { Verdict::Seen }
}

/// Whether a length alone takes text out of most windows.
pub(crate) fn is_far(value: &str) -> bool {
    Length::read(value).is_some_and(|length| length.usual() >= FAR)
}

/// Whether words lie upon one another, or far apart.
pub(crate) fn spreads(value: &str) -> bool {
    Length::read(value).is_some_and(|length| length.usual() <= -NO_ROOM || length.usual() >= PARTLY_OUT)
}

fn turned_away(angle: &str) -> Verdict {
    let degrees = number(angle).unwrap_or(0.0) * if angle.ends_with("turn") { 360.0 } else { 1.0 };
    let facing = degrees.to_radians().cos();
    Verdict::hidden_if(facing.abs() < 0.1).max(Verdict::doubtful_if(facing < 0.3))
}

fn factor(value: &str) -> Option<f32> {
    Length::read(value).map(|length| length.number + length.share)
}

/// Twice what lies between corners, given as across and down in turn.
fn area(corners: &[f32]) -> f32 {
    let corners: Vec<(f32, f32)> =
        corners.chunks(2).filter_map(|pair| Some((*pair.first()?, *pair.get(1)?))).collect();
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(one, two)| one.0 * two.1 - two.0 * one.1).sum::<f32>().abs()
}

/// The names of functions, and what is in their brackets.
fn each_function(value: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    parted(value, ' ').into_iter().filter_map(|word| {
        let (name, given) = word.strip_suffix(')')?.split_once('(')?;
        let given = parted(given, ',');
        // Old spellings part the sides of a rectangle by spaces alone.
        let given = if name == "rect" && given.len() == 1 {
            given.iter().flat_map(|one| parted(one, ' ')).collect()
        } else {
            given
        };
        Some((name, given))
    })
}
