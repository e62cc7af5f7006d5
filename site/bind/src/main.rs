//! `stickler-bind MODULE OUT`: writes `module.wasm`, and the scripts that load it, `module.js` for a worker and `node.js`.

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [module, out] = &words[..] else {
        eprintln!("stickler-bind MODULE OUT");
        return ExitCode::from(2);
    };
    match bind(Path::new(module), Path::new(out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("stickler-bind: {why}");
            ExitCode::FAILURE
        }
    }
}

fn bind(module: &Path, out: &Path) -> Result<(), String> {
    let words = |error: &dyn std::fmt::Display| error.to_string();
    let mut wasm = Vec::new();
    for (script, is_node) in [("module.js", false), ("node.js", true)] {
        let mut bindgen = Bindgen::new();
        bindgen
            .input_path(module)
            .typescript(false)
            .out_name("module");
        let bindgen = if is_node {
            bindgen.web(true)
        } else {
            bindgen.no_modules(true)
        };
        let mut made = bindgen
            .and_then(|bindgen| bindgen.generate_output())
            .map_err(|error| words(&error))?;
        wasm.push(made.wasm_mut().emit_wasm());
        fs::write(out.join(script), made.js()).map_err(|error| words(&error))?;
    }
    if wasm[0] != wasm[1] {
        return Err("the two scripts want different modules".into());
    }
    fs::write(out.join("module.wasm"), &wasm[0]).map_err(|error| words(&error))
}
