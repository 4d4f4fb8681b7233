import { type Finding, finding } from './findings.ts'

/** The server logs no error. */
export const compareLogLine = (line: string): Finding[] =>
  isError(line) ? [finding('the server logs no error', essenceOf(line), 'nothing', line.slice(0, 1500))] : []

/** Returns true if a line of the server's log reports an error. */
function isError(line: string): boolean {
  if (!line.startsWith('{')) return /\b(error|unhandled|rejection)\b/i.test(line)
  try {
    return Number((JSON.parse(line) as { level?: number }).level) >= 50
  } catch {
    return true
  }
}

/** Returns the distinguishing part of an error: its message without ids and times. */
function essenceOf(line: string): string {
  try {
    const { msg, err, work } = JSON.parse(line) as {
      msg?: string
      err?: { message?: string }
      work?: { kind?: string }
    }
    return [msg, work?.kind, err?.message]
      .filter(Boolean)
      .join(': ')
      .replace(/[0-9a-f-]{36}|\d{4,}/g, '…')
      .slice(0, 200)
  } catch {
    return line.slice(0, 200)
  }
}
