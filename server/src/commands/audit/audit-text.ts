import type { auditLedger } from '../../ledger/index.ts'

/** Replacer for JSON that writes large integers as text. */
export const integersAsText = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value

/** Returns the outcome of an audit as text: what was counted, and a line for each difference. */
export function auditText(report: Awaited<ReturnType<typeof auditLedger>>): string {
  const { findings, accounts, postings, journals, openHolds } = report
  const checked = [
    counted(accounts, 'account'),
    counted(postings, 'posting'),
    counted(journals, 'journal'),
    counted(openHolds, 'open hold'),
  ].join(', ')
  if (findings.length === 0) return `The books agree: ${checked}.`
  return [
    `${counted(findings.length, 'difference')} in ${checked}:`,
    ...findings.map((finding) => `  ${JSON.stringify(finding, integersAsText)}`),
  ].join('\n')
}

const counted = (count: bigint | number, name: string): string =>
  `${count.toLocaleString('en-GB')} ${name}${Number(count) === 1 ? '' : 's'}`
