//! Records of `fixtures/records/`, a folder a format: whole ones conform, and each broken twin is refused at its place.

use crate::support::record_files::{
    differences, folders, guessed, list, made, seen, table, wanted,
};
use crate::support::trials::named;
use libtest_mimic::Trial;
use serde_json::Value;
use std::collections::BTreeSet;

pub(crate) fn tests() -> Vec<Trial> {
    let mut tests = vec![named("records::every_format_has_broken_twins", || {
        every_format_has_broken_twins();
        Ok(())
    })];
    for (format, folder) in folders() {
        let table = match table(&folder) {
            Ok(table) => table,
            Err(why) => {
                tests.push(named(&format!("records::{format}"), move || {
                    Err(why.clone().into())
                }));
                continue;
            }
        };
        for row in list(&table, "good")
            .iter()
            .chain(list(&table, "twins"))
            .cloned()
        {
            let name = row["name"]
                .as_str()
                .or(row["file"].as_str())
                .expect("a name")
                .to_string();
            let (table, folder) = (table.clone(), folder.clone());
            tests.push(named(&format!("records::{format}::{name}"), move || {
                let (good, bytes) = made(&table, &folder, &row);
                let guessed = guessed(&bytes);
                if row["file"].is_string() && guessed != Some(format) {
                    return Err(format!("it seems to be {guessed:?}").into());
                }
                let (seen, examined) = seen(format, good, &bytes);
                if seen == wanted(&row) {
                    Ok(())
                } else {
                    let differs = differences(&wanted(&row), &seen);
                    let why = examined.findings.first().map(|broken| &broken.why);
                    Err(format!("{differs}\nthe first finding says: {why:?}").into())
                }
            }));
        }
    }
    tests
}

fn every_format_has_broken_twins() {
    let tables = folders().into_iter();
    // One that cannot be read is a red test of its own.
    let tables = tables.filter_map(|(format, folder)| Some((format, table(&folder).ok()?)));
    for (format, table) in tables {
        assert!(!list(&table, "good").is_empty(), "{format}");
        let names: BTreeSet<&str> = list(&table, "twins")
            .iter()
            .filter_map(|twin| twin["name"].as_str())
            .collect();
        let is_broken =
            |twin: &Value| twin["extent"] != "whole" && twin["change"][0] != twin["change"][1];
        assert!(list(&table, "twins").iter().all(is_broken), "{format}");
        assert!(names.len() >= 8, "{format}: {} twins", names.len());
    }
}
