import { existsSync, readFileSync } from 'node:fs'
import type { SentStatements } from '../support/sent-statements.ts'

/** Returns the statements of the test files that a run with RECORD_STATEMENTS recorded; none where it recorded nothing. */
export const readRecord = (record: string | undefined): SentStatements[] =>
  record === undefined || !existsSync(record)
    ? []
    : readFileSync(record, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as SentStatements)

/**
 * Returns few test files that together send each statement that `files` sent, in little time. Files without a record always
 * run, because their statements are unknown, and so do those that `isAlways` names. The others send each of their statements
 * among themselves: a simulation that always runs sends some only if it takes long. No file repeats the rest of them.
 */
export function coverStatements(
  files: readonly string[],
  record: readonly SentStatements[],
  isAlways: (file: string) => boolean,
): string[] {
  const recorded = new Map(record.map((sent) => [sent.file, sent]))
  const always = files.filter((file) => !recorded.has(file) || isAlways(file))
  const candidates = files.filter((file) => !always.includes(file)).map((file) => recorded.get(file)!)
  const open = new Set(candidates.flatMap(({ statements }) => statements))
  const chosen: SentStatements[] = []
  while (open.size > 0) {
    const next = bestOf(candidates, open)
    for (const each of next.statements) open.delete(each)
    chosen.push(next)
  }
  return [...always, ...withoutRepeated(chosen).map(({ file }) => file)]
}

/** Returns the file that sends most of the open statements for the time that it takes. */
function bestOf(candidates: readonly SentStatements[], open: ReadonlySet<string>): SentStatements {
  const gain = ({ statements, milliseconds }: SentStatements) =>
    statements.filter((each) => open.has(each)).length / Math.max(milliseconds, 1)
  return candidates.reduce((best, each) => (gain(each) > gain(best) ? each : best))
}

/** Leaves out files whose statements the others send, the slowest first. */
function withoutRepeated(chosen: readonly SentStatements[]): SentStatements[] {
  let kept = [...chosen]
  for (const file of [...chosen].sort((a, b) => b.milliseconds - a.milliseconds)) {
    const others = kept.filter((each) => each !== file)
    const sent = new Set(others.flatMap(({ statements }) => statements))
    if (file.statements.every((each) => sent.has(each))) kept = others
  }
  return kept
}
