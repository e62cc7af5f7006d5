//! Lists with some of their items dropped, the boldest cuts first.

/// The list without some of it: halves and quarters first, then up to `widest` neighbours anywhere.
pub fn shorter<T: Clone>(list: &[T], widest: usize) -> impl Iterator<Item = Vec<T>> {
    let length = list.len();
    let halves = std::iter::successors(Some(length), |width| Some(width / 2))
        .take_while(move |&width| width > widest);
    let cuts = halves
        .map(|width| (width, width))
        .chain((1..=widest.min(length)).rev().map(|width| (width, 1)));
    let places = cuts.flat_map(move |(width, step)| {
        (0..length)
            .step_by(step)
            .rev()
            .map(move |from| (from, width))
    });
    places.map(move |(from, width)| [&list[..from], &list[(from + width).min(length)..]].concat())
}
