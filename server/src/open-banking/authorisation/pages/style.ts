/** The style of the users' pages: one column that fits a phone, contrast of at least 7:1, focus that shows. */
export const STYLE = `:root { color-scheme: light dark; --ink: #14212b; --soft: #42525e; --paper: #f4f6f8; --card: #fff; --line: #c3ccd3;
  --act: #0b4f8a; --on-act: #fff; --bad: #9c1c1c; --bad-paper: #fdecec; --good-paper: #e8f3fb; --focus: #b45309 }
@media (prefers-color-scheme: dark) { :root { --ink: #eef3f6; --soft: #b9c6cf; --paper: #10171d; --card: #1a242c; --line: #44535f;
  --act: #8cc8ff; --on-act: #0b1a26; --bad: #ffb4ab; --bad-paper: #3b1818; --good-paper: #17303f; --focus: #fbbf24 } }
* { box-sizing: border-box }
html { font: 100%/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; color: var(--ink); background: var(--paper) }
body { margin: 0 auto; max-width: 38rem; padding: 1rem }
header { padding: .5rem 0 1rem; color: var(--soft); font-weight: 600 }
main { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem }
@media (min-width: 40rem) { body { padding: 2rem 1rem } main { padding: 2rem } }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem } h2 { font-size: 1.125rem; margin: 1.75rem 0 .5rem }
p { margin: .5rem 0 } form + p { margin-top: 1.25rem } ul { margin: .5rem 0; padding-left: 1.25rem } li { margin: .3rem 0 }
.soft { color: var(--soft) } .note, .fault { border-left: 4px solid var(--act); background: var(--good-paper); padding: .6rem .9rem; border-radius: .25rem; margin: 1rem 0 }
.fault { border-color: var(--bad); background: var(--bad-paper); color: var(--bad) }
label { display: block; font-weight: 600; margin-top: 1rem } .hint { color: var(--soft); font-size: .925rem; margin: .1rem 0 .3rem }
input[type=text], input[type=password] { width: 100%; font: inherit; padding: .65rem .75rem; border: 1px solid var(--soft); border-radius: .4rem; background: var(--card); color: inherit }
button { font: inherit; font-weight: 600; min-height: 2.9rem; padding: .6rem 1.2rem; border-radius: .4rem; border: 2px solid var(--act); background: var(--card); color: var(--act); cursor: pointer }
button.main { background: var(--act); color: var(--on-act) } .actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem } .actions button { flex: 1 1 12rem }
a { color: var(--act) } :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
dl { margin: .5rem 0 } dl div { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .55rem 0; border-bottom: 1px solid var(--line) } dt { flex: 0 0 9.5rem; color: var(--soft) } dd { margin: 0; flex: 1 1 12rem; font-weight: 600; overflow-wrap: anywhere }
.amount { font-size: 1.75rem; font-weight: 700; margin: .25rem 0 }
fieldset { border: 0; padding: 0; margin: 1.5rem 0 0 } legend { font-weight: 700; font-size: 1.125rem; padding: 0 }
.choice { display: flex; gap: .75rem; align-items: flex-start; font-weight: 400; margin: 0; padding: .7rem 0; border-bottom: 1px solid var(--line); cursor: pointer }
.choice input { width: 1.35rem; height: 1.35rem; margin: .15rem 0 0; flex: none } .choice strong { display: block } .choice span span { display: block; color: var(--soft); overflow-wrap: anywhere }
article { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 1rem 0 } article h3 { margin: 0 0 .25rem; font-size: 1.0625rem }
.skip { position: absolute; left: -999px } .skip:focus { position: static }
[hidden] { display: none !important }
footer { color: var(--soft); font-size: .9rem; padding: 1rem 0 }
`
