//! What the pages of `docs/` show of a file stands in that file, and their links lead somewhere.

use crate::support::files::{below, root, text};

tests! {
    blocks_stand_in_the_files_that_they_name,
    links_lead_to_files,
}

/// A block begins with ```` ```rust examples/own-game/src/main.rs ````: the language, and the file that it is a part of.
fn blocks_stand_in_the_files_that_they_name() {
    let mut seen = 0;
    for page in below(&root().join("docs"), "md") {
        let shown = text(&page);
        for block in shown.split("```").skip(1).step_by(2) {
            let (info, block) = block.split_once('\n').expect("a block has lines");
            let Some((_, file)) = info.split_once(' ') else { continue };
            let file = text(&root().join(file));
            assert!(file.contains(block), "{} shows of {info} what is not there:\n{block}", page.display());
            seen += 1;
        }
    }
    assert!(seen > 5, "{seen} blocks");
}

fn links_lead_to_files() {
    let mut seen = 0;
    for page in below(&root().join("docs"), "md").into_iter().chain([root().join("README.md")]) {
        for link in text(&page).split("](").skip(1).filter_map(|rest| rest.split(')').next().map(str::to_string)) {
            let path = link.split('#').next().unwrap_or_default();
            if path.is_empty() || link.contains("://") {
                continue;
            }
            let target = page.parent().expect("a folder").join(path);
            assert!(target.exists(), "{} links to {link}, which is not there", page.display());
            seen += 1;
        }
    }
    assert!(seen > 5, "{seen} links");
}
