//! Plots as SVG: the clocks of a run, and ratings with their error bars.

use crate::summary::Clocks;
use maud::{Markup, PreEscaped, html};

/// Colours of a plot that stands alone.
const ALONE: &str = "text{font:13px system-ui,sans-serif;fill:#222}line{stroke:#5b564c}.error{stroke:#14527d;stroke-width:2}\
circle{fill:#14527d}.name{font-weight:700}svg{background:#fffdf8}\
@media(prefers-color-scheme:dark){text{fill:#eee}line{stroke:#b8b2a4}.error{stroke:#8fcaf2}circle{fill:#8fcaf2}svg{background:#1b1a17}}";
const WIDTH: usize = 640;
const ROW: usize = 24;
/// Height of the title of a plot that stands alone.
const TITLE: usize = 36;
/// Where the bars begin, right of their names.
const LEFT: usize = 160;
/// Where they end, left of their numbers.
const RIGHT: usize = 500;

/// How many games had a slowest answer of how many milliseconds.
pub fn clocks(clocks: &Clocks) -> Markup {
    let most = clocks.0.iter().copied().max().unwrap_or(0).max(1);
    let height = ROW * clocks.0.len() + ROW;
    html! {
        svg.plot role="img" viewBox={ "0 0 " (WIDTH) " " (height) } width=(WIDTH) height=(height) {
            title { "Games by their slowest answer" }
            @for (class, games) in clocks.0.iter().enumerate() {
                @let y = ROW * class;
                text x=(LEFT - 8) y=(y + 17) text-anchor="end" { "up to " (1u64 << class.min(63)) " ms" }
                rect x=(LEFT) y=(y + 3) width=((RIGHT - LEFT) * games / most) height=(ROW - 6) {}
                text x=(LEFT + 6 + (RIGHT - LEFT) * games / most) y=(y + 17) { (games) }
            }
        }
    }
}

/// A player of a plot: a value, and the ends of its interval.
pub struct Bar {
    /// The player.
    pub name: String,
    /// The value.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// All three as a reader is told them.
    pub words: String,
}

/// Players with their values and intervals as a plot that stands alone, a row each: a title, and an axis with a few round numbers and
/// its words.
pub fn bars(title: &str, axis_words: &str, rows: &[Bar]) -> String {
    let low = rows.iter().map(|row| row.low).fold(f64::INFINITY, f64::min);
    let high = rows
        .iter()
        .map(|row| row.high)
        .fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = (low.floor(), high.ceil());
    let x =
        |value: f64| LEFT as f64 + (value - low) / (high - low).max(1.0) * (RIGHT - LEFT) as f64;
    let height = TITLE + ROW * (rows.len() + 3);
    let axis = TITLE + ROW * rows.len() + 4;
    let plot = html! {
        svg.plot xmlns="http://www.w3.org/2000/svg" role="img" viewBox={ "0 0 " (WIDTH) " " (height) } width=(WIDTH) height=(height) {
            title { (title) }
            style { (PreEscaped(ALONE)) }
            text.name x=(LEFT) y="20" { (title) }
            @for (at, Bar { name, value, low, high, words }) in rows.iter().enumerate() {
                @let y = TITLE + ROW * at + ROW / 2;
                text.name x=(LEFT - 8) y=(y + 5) text-anchor="end" { (name.chars().take(20).collect::<String>()) }
                line.error x1=(x(*low)) x2=(x(*high)) y1=(y) y2=(y) {}
                circle cx=(x(*value)) cy=(y) r="5" {}
                text x=(RIGHT + 14) y=(y + 5) { (words) }
            }
            line x1=(LEFT) x2=(RIGHT) y1=(axis) y2=(axis) {}
            @for tick in ticks(low, high) {
                line x1=(x(tick)) x2=(x(tick)) y1=(axis) y2=(axis + 5) {}
                text x=(x(tick)) y=(axis + 19) text-anchor="middle" { (tick) }
            }
            text x=((LEFT + RIGHT) / 2) y=(axis + 19 + ROW) text-anchor="middle" { (axis_words) }
        }
    };
    plot.into_string()
}

/// A few round numbers between two.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let wide = (high - low).max(1.0);
    let step = 10f64.powf((wide / 5.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|of| of * step)
        .into_iter()
        .find(|step| wide / step <= 6.0);
    let step = step.unwrap_or(wide).max(1.0);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|at| at as f64 * step).collect()
}
