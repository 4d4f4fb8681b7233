import type { Help, HelpConfiguration } from 'commander'

/** Descriptions have at least this room beside their terms, else the longer terms have theirs on the next line. */
const ROOM = 40
const WIDEST_TERM = 30
const INDENT = 2
const GAP = 2

/** Layout of all help: descriptions stay in their column at any width of the terminal. */
export const HELP_LAYOUT = { minWidthToWrap: 20, formatItem } satisfies HelpConfiguration

function formatItem(this: Help, term: string, termWidth: number, description: string, helper: Help): string {
  const lead = ' '.repeat(INDENT)
  if (!description) return lead + term
  const width = this.helpWidth ?? 80
  const column = width - termWidth - INDENT - GAP >= ROOM ? termWidth : Math.min(termWidth, WIDEST_TERM)
  const indent = ' '.repeat(INDENT + column + GAP)
  const wrapped = helper.boxWrap(description, width - indent.length).replaceAll('\n', `\n${indent}`)
  const space = column - helper.displayWidth(term)
  return lead + term + (space < 0 ? `\n${indent}` : ' '.repeat(space + GAP)) + wrapped
}
