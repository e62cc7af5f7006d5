//! Writes a file of rules anew with single changes in it, each behind its number: `changed-rules FILE OUT FIRST PATH [BY-HAND]`.
//!
//! PATH is the function that tells which change is on; 0 is none. BY-HAND is a file of changes that no operator makes: pairs of an
//! expression and the one in its place, `old => new`, a pair a line. It prints a line for each change: its number, its line, and what it is.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::process::ExitCode;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, Lit, Stmt, UnOp, parse_quote};

struct Changer {
    next: u32,
    now: TokenStream,
    by_hand: Vec<(String, Expr)>,
    /// The function that is being changed.
    function: String,
}

fn shown(tokens: impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    let short: String = text.chars().take(70).collect();
    if short.len() < text.len() {
        format!("{short}…")
    } else {
        short
    }
}

fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// The operators that are tried in place of this one.
fn others(op: &BinOp) -> Vec<BinOp> {
    match op {
        BinOp::Lt(_) => vec![parse_quote!(<=), parse_quote!(>)],
        BinOp::Le(_) => vec![parse_quote!(<), parse_quote!(>=)],
        BinOp::Gt(_) => vec![parse_quote!(>=), parse_quote!(<)],
        BinOp::Ge(_) => vec![parse_quote!(>), parse_quote!(<=)],
        BinOp::Eq(_) => vec![parse_quote!(!=)],
        BinOp::Ne(_) => vec![parse_quote!(==)],
        BinOp::And(_) => vec![parse_quote!(||)],
        BinOp::Or(_) => vec![parse_quote!(&&)],
        BinOp::Add(_) => vec![parse_quote!(-)],
        BinOp::Sub(_) => vec![parse_quote!(+)],
        BinOp::Mul(_) => vec![parse_quote!(+)],
        BinOp::BitAnd(_) => vec![parse_quote!(|)],
        BinOp::BitOr(_) => vec![parse_quote!(&)],
        _ => Vec::new(),
    }
}

fn other_method(name: &str) -> Option<&'static str> {
    Some(match name {
        "any" => "all",
        "all" => "any",
        "min" => "max",
        "max" => "min",
        "union" => "without",
        "intersection" => "union",
        "is_some" => "is_none",
        "is_none" => "is_some",
        "is_some_and" => "is_none_or",
        "is_none_or" => "is_some_and",
        "saturating_sub" => "saturating_add",
        _ => return None,
    })
}

impl Changer {
    /// The expression, or one of the others where its number is on.
    fn choose(&mut self, original: &Expr, instrumented: Expr, others: Vec<(Expr, String)>) -> Expr {
        if others.is_empty() {
            return instrumented;
        }
        let line = original.span().start().line;
        let now = self.now.clone();
        let mut arms = Vec::new();
        for (other, what) in others {
            let number = self.next;
            self.next += 1;
            println!("{number}\t{line}\t{}\t{what}", self.function);
            arms.push(quote!(#number => #other,));
        }
        parse_quote!((match #now { #(#arms)* _ => #instrumented }))
    }

    fn condition(&mut self, cond: &mut Expr) {
        let original = cond.clone();
        self.visit_expr_mut(cond);
        if has_let(&original) {
            return;
        }
        let what = |value: &str| format!("{} is {value}", shown(&original));
        let others = vec![
            (parse_quote!(true), what("true")),
            (parse_quote!(false), what("false")),
        ];
        *cond = self.choose(&original, cond.clone(), others);
    }
}

impl VisitMut for Changer {
    fn visit_item_const_mut(&mut self, _: &mut syn::ItemConst) {}
    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}
    fn visit_item_static_mut(&mut self, _: &mut syn::ItemStatic) {}
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}
    fn visit_macro_mut(&mut self, _: &mut syn::Macro) {}

    fn visit_local_mut(&mut self, node: &mut syn::Local) {
        if matches!(&node.pat, syn::Pat::Ident(name) if name.ident == "numbers") {
            return;
        }
        visit_mut::visit_local_mut(self, node);
    }

    fn visit_impl_item_fn_mut(&mut self, node: &mut syn::ImplItemFn) {
        self.function = node.sig.ident.to_string();
        visit_mut::visit_impl_item_fn_mut(self, node);
    }

    fn visit_item_fn_mut(&mut self, node: &mut syn::ItemFn) {
        self.function = node.sig.ident.to_string();
        visit_mut::visit_item_fn_mut(self, node);
    }

    fn visit_expr_method_call_mut(&mut self, node: &mut syn::ExprMethodCall) {
        self.visit_expr_mut(&mut node.receiver);
        // The words of an error are no rules.
        if node.method == "numbers" {
            return;
        }
        if node.method == "filter"
            && let Some(Expr::Closure(closure)) = node.args.first_mut()
        {
            self.condition(&mut closure.body);
            return;
        }
        node.args
            .iter_mut()
            .for_each(|arg| self.visit_expr_mut(arg));
    }

    fn visit_expr_if_mut(&mut self, node: &mut syn::ExprIf) {
        self.condition(&mut node.cond);
        self.visit_block_mut(&mut node.then_branch);
        if let Some((_, rest)) = &mut node.else_branch {
            self.visit_expr_mut(rest);
        }
    }

    fn visit_arm_mut(&mut self, node: &mut syn::Arm) {
        if let Some((_, guard)) = &mut node.guard {
            self.condition(guard);
        }
        self.visit_expr_mut(&mut node.body);
    }

    fn visit_block_mut(&mut self, node: &mut Block) {
        visit_mut::visit_block_mut(self, node);
        for stmt in &mut node.stmts {
            let Stmt::Expr(expr, Some(_)) = stmt else {
                continue;
            };
            let is_left_out = match expr {
                Expr::MethodCall(_) | Expr::Call(_) | Expr::Assign(_) => true,
                Expr::Binary(binary) => matches!(
                    binary.op,
                    BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::BitOrAssign(_)
                ),
                _ => false,
            };
            if is_left_out {
                let (number, now, line) = (self.next, self.now.clone(), expr.span().start().line);
                self.next += 1;
                println!(
                    "{number}\t{line}\t{}\t{} is left out",
                    self.function,
                    shown(&*expr).replace("crate :: changed :: now ()", "…")
                );
                let expr = expr.clone();
                *stmt = parse_quote!(if #now != #number { #expr; });
            }
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let original = expr.clone();
        let text = original.to_token_stream().to_string();
        let mut by_hand: Vec<(Expr, String)> = Vec::new();
        for (old, new) in &self.by_hand {
            if *old == text {
                by_hand.push((
                    new.clone(),
                    format!("{} becomes {}", shown(&original), shown(new)),
                ));
            }
        }
        if let Expr::Repeat(repeat) = expr {
            self.visit_expr_mut(&mut repeat.expr);
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
        let mut found: Vec<(Expr, String)> = by_hand;
        match &original {
            Expr::Binary(binary) if !has_let(&original) => {
                for op in others(&binary.op) {
                    let other = syn::ExprBinary {
                        op,
                        ..binary.clone()
                    };
                    found.push((
                        parse_quote!((#other)),
                        format!("{} for {}", op.to_token_stream(), shown(&original)),
                    ));
                }
            }
            Expr::Lit(lit) => match &lit.lit {
                Lit::Int(int) if !int.suffix().starts_with('f') => {
                    let Ok(value) = int.base10_parse::<i64>() else {
                        return;
                    };
                    for other in [value + 1, value - 1] {
                        if other >= 0 && value < 1000 {
                            let other: Expr = syn::parse_str(&format!("{other}{}", int.suffix()))
                                .expect("a number");
                            let what = format!("{} for {value}", shown(&other));
                            found.push((other, what));
                        }
                    }
                }
                Lit::Bool(value) => {
                    let other = !value.value;
                    found.push((parse_quote!(#other), format!("{other} for {}", value.value)));
                }
                _ => {}
            },
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                let inner = &unary.expr;
                found.push((
                    parse_quote!((#inner)),
                    format!("{} without !", shown(&original)),
                ));
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                let inner = &unary.expr;
                found.push((
                    parse_quote!((#inner)),
                    format!("{} without -", shown(&original)),
                ));
            }
            Expr::MethodCall(call) => {
                let other = other_method(&call.method.to_string());
                if let Some(other) = other
                    .filter(|_| !call.args.is_empty() || call.method.to_string().starts_with("is_"))
                {
                    let mut changed = call.clone();
                    changed.method = syn::Ident::new(other, call.method.span());
                    found.push((
                        parse_quote!(#changed),
                        format!("{other} in {}", shown(&original)),
                    ));
                }
            }
            Expr::Array(array) if array.elems.len() > 1 && !text.contains(". clone ()") => {
                for at in 0..array.elems.len() {
                    let mut changed = array.clone();
                    let next = array.elems[(at + 1) % array.elems.len()].clone();
                    let gone = shown(&array.elems[at]);
                    changed.elems[at] = next;
                    found.push((
                        parse_quote!(#changed),
                        format!("{gone} left out of {}", shown(&original)),
                    ));
                }
            }
            _ => {}
        }
        *expr = self.choose(&original, expr.clone(), found);
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, out, first, path, hand @ ..] = &args[..] else {
        eprintln!("changed-rules FILE OUT FIRST PATH [BY-HAND]");
        return ExitCode::from(2);
    };
    let read =
        |path: &str| std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{path}: {why}"));
    let mut source = syn::parse_file(&read(file)).expect("Rust");
    let now: Expr = syn::parse_str(&format!("{path}()")).expect("a path");
    let pairs = hand.iter().flat_map(|hand| {
        let text = read(hand);
        let pair = |line: &str| {
            let (old, new) = line.split_once(" => ")?;
            let old: Expr = syn::parse_str(old).expect("an expression");
            Some((
                old.to_token_stream().to_string(),
                syn::parse_str(new).expect("an expression"),
            ))
        };
        text.lines().filter_map(pair).collect::<Vec<_>>()
    });
    let mut changer = Changer {
        next: first.parse().expect("a number"),
        now: now.to_token_stream(),
        by_hand: pairs.collect(),
        function: String::new(),
    };
    changer.visit_file_mut(&mut source);
    std::fs::write(out, source.into_token_stream().to_string()).expect("written");
    ExitCode::SUCCESS
}
