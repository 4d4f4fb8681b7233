/** Observation that contradicts the actions taken. */
export interface Finding {
  /** Name of the comparison that found it. */
  check: string
  /** Ids of its subject. */
  subject: string
  expected: string
  actual: string
}

export interface Dated extends Finding {
  day: string
}

/** Collects findings; a repeated one is reported once, on the day it is first seen. */
export function createFindings(onNew: (finding: Dated) => void) {
  const known = new Set<string>()
  const all: Dated[] = []
  return {
    all,
    add(day: string, found: readonly Finding[]): void {
      for (const finding of found) {
        const key = `${finding.check} ${finding.subject}`
        if (known.has(key)) continue
        known.add(key)
        const dated = { day, ...finding }
        all.push(dated)
        onNew(dated)
      }
    },
  }
}

export const finding = (check: string, subject: string, expected: unknown, actual: unknown): Finding => ({
  check,
  subject,
  expected: String(expected),
  actual: String(actual),
})
