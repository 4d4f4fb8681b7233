import { existsSync, readFileSync } from 'node:fs'
import type { SentStatements } from '../support/sent-statements.ts'

/** Returns the statements of the test files that a run with RECORD_STATEMENTS recorded; none where it recorded nothing. */
export const readRecord = (record: string | undefined): SentStatements[] =>
  record === undefined || !existsSync(record)
    ? []
    : readFileSync(record, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as SentStatements)

/**
 * Returns few test files that together send each statement that `files` sent, in little time. Files without a record are
 * among them, because what they send is not known, and those that `isAlways` names. No other file sends only what the rest sends.
 */
export function coverStatements(
  files: readonly string[],
  record: readonly SentStatements[],
  isAlways: (file: string) => boolean,
): string[] {
  const recorded = new Map(record.map((sent) => [sent.file, sent]))
  const always = files.filter((file) => !recorded.has(file) || isAlways(file))
  const open = new Set<string>()
  const candidates = files.flatMap((file) => (always.includes(file) ? [] : recorded.get(file)!))
  for (const { statements } of candidates) for (const each of statements) open.add(each)
  const close = ({ statements }: SentStatements) => statements.forEach((each) => open.delete(each))
  for (const file of always) if (recorded.has(file)) close(recorded.get(file)!)
  const chosen: SentStatements[] = []
  while (open.size > 0) {
    const next = bestOf(candidates, open)
    close(next)
    chosen.push(next)
  }
  const sentAlways = always.flatMap((file) => recorded.get(file)?.statements ?? [])
  return [...always, ...withoutRepeated(chosen, sentAlways).map(({ file }) => file)]
}

/** Returns the file that sends most of the open statements for the time that it takes. */
function bestOf(candidates: readonly SentStatements[], open: ReadonlySet<string>): SentStatements {
  const gain = ({ statements, milliseconds }: SentStatements) =>
    statements.filter((each) => open.has(each)).length / Math.max(milliseconds, 1)
  return candidates.reduce((best, each) => (gain(each) > gain(best) ? each : best))
}

/** Leaves out files whose statements the others send, the slowest first. */
function withoutRepeated(chosen: readonly SentStatements[], sentAlways: readonly string[]): SentStatements[] {
  let kept = [...chosen]
  for (const file of [...chosen].sort((a, b) => b.milliseconds - a.milliseconds)) {
    const others = kept.filter((each) => each !== file)
    const sent = new Set([...sentAlways, ...others.flatMap(({ statements }) => statements)])
    if (file.statements.every((each) => sent.has(each))) kept = others
  }
  return kept
}
