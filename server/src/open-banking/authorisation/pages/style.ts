import { shadeFor, textOn } from '../../../institution/index.ts'

/** Colours of a theme; those of the institution are added to them. */
const LIGHT = {
  ink: '#14212b',
  soft: '#42525e',
  paper: '#f4f6f8',
  card: '#ffffff',
  line: '#c3ccd3',
  edge: '#6b7a85',
  bad: '#9c1c1c',
  'bad-paper': '#fdecec',
  'warn-paper': '#fff4d6',
  'note-paper': '#eef3f7',
  focus: '#b45309',
}
const DARK: typeof LIGHT = {
  ink: '#eef3f6',
  soft: '#b9c6cf',
  paper: '#10171d',
  card: '#1a242c',
  line: '#44535f',
  edge: '#8496a3',
  bad: '#ffb4ab',
  'bad-paper': '#3b1818',
  'warn-paper': '#3a2e0c',
  'note-paper': '#22303a',
  focus: '#fbbf24',
}

/** Least contrast of text that is a link or on a button (WCAG 1.4.6). */
const LEAST = 7

/** Returns both themes for a colour: links and buttons get the nearest shade of it that is easy to read. */
function themesOf(colour: string): Record<string, string>[] {
  return [LIGHT, DARK].map((theme) => {
    const act = shadeFor(colour, theme.card, LEAST)
    return { ...theme, brand: colour, 'on-brand': textOn(colour), act, 'on-act': textOn(act) }
  })
}

const variablesOf = (theme: Record<string, string>): string =>
  Object.entries(theme)
    .map(([name, value]) => `--${name}: ${value}`)
    .join('; ')

/**
 * Returns the style of the users' pages in the colour of an institution: one column that fits a phone, contrast of at least
 * 7:1, focus that shows, and the buttons of a decision always in view.
 */
export function styleOf(colour: string): string {
  const [light, dark] = themesOf(colour)
  return `:root { color-scheme: light dark; ${variablesOf(light!)} }
@media (prefers-color-scheme: dark) { :root { ${variablesOf(dark!)} } }
${RULES}`
}

const RULES = `* { box-sizing: border-box }
html { font: 100%/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; color: var(--ink); background: var(--paper); scroll-padding: 1rem 0 10rem }
body { margin: 0; min-width: 0; overflow-wrap: break-word }
.institution { display: flex; align-items: center; gap: .75rem; border-top: .375rem solid var(--brand); border-bottom: 1px solid var(--line); background: var(--card); padding: .75rem max(1rem, calc((100% - 42rem) / 2)); font-weight: 700 }
.institution p { margin: 0; min-width: 0 }
.logo { display: block; height: 2.5rem; max-width: 10rem; object-fit: contain; background: #fff; border-radius: .375rem; padding: .125rem }
.mark { flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: .5rem; background: var(--brand); color: var(--on-brand); font-weight: 700; font-size: 1.125rem; line-height: 1 }
main { max-width: 42rem; margin: 0 auto 1rem; background: var(--card); border: 0 solid var(--line); border-bottom-width: 1px; padding: 1.25rem 1rem }
main:focus { outline: none }
footer { max-width: 42rem; margin: 0 auto; padding: 0 1rem 1.5rem; color: var(--soft); font-size: .9375rem }
@media (min-width: 40rem) { main, footer { width: calc(100% - 2rem) } main { margin: 2rem auto; border-width: 1px; border-radius: .75rem; padding: 2rem } footer { padding: 0 2rem 2rem } }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; text-wrap: balance; overflow-wrap: anywhere } h2 { font-size: 1.125rem; line-height: 1.35; margin: 2rem 0 .5rem } h3 { font-size: 1.0625rem; margin: 0 }
p { margin: .5rem 0; text-wrap: pretty } ul { margin: .5rem 0; padding-left: 1.25rem } li { margin: .3rem 0 }
a { color: var(--act); text-underline-offset: .15em } :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: .2rem }
.skip { position: absolute; left: -999px; background: var(--card); padding: .75rem 1rem } .skip:focus { position: static; display: block }
.soft { color: var(--soft) } .small { font-size: .9375rem }
.note, .error, .warning { border-left: .25rem solid var(--act); background: var(--note-paper); padding: .75rem 1rem; border-radius: .25rem; margin: 1rem 0 }
.note > :first-child, .error > :first-child, .warning > :first-child { margin-top: 0 } .note > :last-child, .error > :last-child, .warning > :last-child { margin-bottom: 0 }
.error { border-color: var(--bad); background: var(--bad-paper) } .error h2, .error strong { color: var(--bad) }
.note h2, .error h2, .warning h2 { font-size: 1.0625rem; margin: 0 0 .25rem } .error a { color: var(--bad); font-weight: 600 }
.warning { border-color: var(--focus); background: var(--warn-paper) }
.error { color: var(--bad); font-weight: 600; margin: .25rem 0 }
label { display: block; font-weight: 600; margin-top: 1.25rem } .hint { color: var(--soft); font-size: .9375rem; margin: 0 0 .35rem }
input[type=text], input[type=password] { width: 100%; font: inherit; padding: .65rem .75rem; border: 1px solid var(--edge); border-radius: .4rem; background: var(--card); color: inherit; margin-top: .25rem }
input[inputmode=numeric] { max-width: 12rem; font-variant-numeric: tabular-nums; letter-spacing: .1em }
input[aria-invalid=true] { border: 2px solid var(--bad) }
button, .button { display: inline-grid; place-items: center; font: inherit; font-weight: 600; text-align: center; text-decoration: none; min-height: 2.9rem; padding: .6rem 1.1rem; border-radius: .4rem; border: 2px solid var(--act); background: var(--card); color: var(--act); cursor: pointer }
button.main { background: var(--act); color: var(--on-act) } button.danger { border-color: var(--bad); color: var(--bad) }
button:hover, .button:hover { text-decoration: underline; text-underline-offset: .2em } button:disabled { opacity: .6; cursor: default }
button.plain { min-height: 2.75rem; border: 0; padding: .5rem 0; background: none; text-align: start; text-decoration: underline; text-underline-offset: .15em }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem } .actions button, .actions .button { flex: 1 1 auto } .actions .main { flex-grow: 2 }
@media (min-width: 40rem) { .actions button, .actions .button, .actions .main { flex: 0 1 auto; padding-inline: 1rem } }
@media (min-width: 40rem) { .actions.warned .main { flex: 1 0 100% } }
@media (min-height: 26rem) { .actions.sticky { position: sticky; bottom: 0; z-index: 1; background: var(--card); border-top: 1px solid var(--line); margin: 1.5rem -1rem 0; padding: .75rem 1rem } }
@media (min-width: 40rem) and (min-height: 26rem) { .actions.sticky { margin: 1.5rem -2rem 0; padding: .75rem 2rem } }
dl { margin: .5rem 0 } dd details { margin: 0 } dd summary { padding: 0 } dl div { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .55rem 0; border-bottom: 1px solid var(--line) } dt { flex: 0 0 9.5rem; color: var(--soft) } dd { margin: 0; flex: 1 1 12rem; font-weight: 600; overflow-wrap: anywhere }
.amount { font-size: 1.75rem; font-weight: 700; line-height: 1.25; margin: .25rem 0; overflow-wrap: anywhere }
fieldset { border: 0; padding: 0; margin: 2rem 0 0; min-width: 0 } legend { font-weight: 700; font-size: 1.125rem; padding: 0 }
.choice { display: flex; gap: .75rem; align-items: flex-start; font-weight: 400; margin: 0; padding: .7rem 0; border-bottom: 1px solid var(--line); cursor: pointer }
.choice input { width: 1.5rem; height: 1.5rem; margin: .1rem 0 0; flex: none; accent-color: var(--act) } .choice > span { flex: 1 1 auto; min-width: 0 } .choice strong { display: block } .choice span span { display: block; color: var(--soft); overflow-wrap: anywhere }
.choice.confirm { font-weight: 600; margin-top: 1rem } .choice .balance { color: var(--ink); font-weight: 600 } .choice .short { color: var(--bad) } .choice.unusable { padding-left: 2.25rem; cursor: default }
.party { display: flex; gap: .75rem; align-items: center; margin: 0 0 1rem; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem } .party p { margin: 0; overflow-wrap: anywhere } .party div { min-width: 0 } .party .logo { width: 3rem; height: 3rem } .party .mark { width: 3rem; height: 3rem; background: var(--note-paper); color: var(--ink); border: 1px solid var(--line) }
article { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 1rem 0 } article .party { border: 0; padding: 0; margin: 0 0 .5rem }
.list { list-style: none; padding: 0 } .list li { padding: .75rem 0; margin: 0; border-bottom: 1px solid var(--line) } .list p { margin: 0 } .list form { margin-top: .25rem }
details { margin: .5rem 0 } summary { cursor: pointer; color: var(--act); font-weight: 600; padding: .35rem 0 }
.time { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between } .time p { margin: 0; flex: 1 1 14rem }
.time-warning { position: sticky; top: .5rem; z-index: 2 } .time-warning:has(#time-warning:not(:empty)) { border: 2px solid var(--focus); border-radius: .4rem; background: var(--warn-paper); padding: .5rem 1rem; margin: 0 0 1rem } .time-warning p { margin: .35rem 0 }
.actions.sticky + .time, form:has(> .actions.sticky:last-child) + .time { border-top: 0; margin-top: .5rem }
html:has(#time-warning:not(:empty)) { scroll-padding-top: 9rem }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap } button.unseen { min-height: 0; padding: 0; border: 0 } .line { font-weight: 600; border: 0; padding: 0; display: block } .line + .line { margin-top: .4rem } .line .soft { display: block; font-weight: 400 }
[hidden] { display: none !important }
code { font-size: 1rem } .qr { display: block; border: 1px solid var(--line); border-radius: .5rem }
pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth } }
@media (max-width: 30rem) { dt { flex-basis: 100% } }
@media (max-width: 24rem) { h1 { font-size: 1.375rem } .actions { gap: .5rem } .actions button, .actions .button { padding-inline: .6rem } }
@media (forced-colors: active) { .mark, button { border: 1px solid } }
`
