/** An element as the parser gives it: children and "@attributes" by name. */
export type Xml = { [name: string]: unknown }

/** Children of one name; the parser gives one alone, several as a list. */
export function listOf(value: unknown): Xml[] {
  if (value === undefined || value === null || value === '') return []
  return (Array.isArray(value) ? value : [value]) as Xml[]
}

/** An element's text, trimmed; empty where there is none. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return decoded(value).trim()
  if (typeof value !== 'object' || value === null) return ''
  const text = (value as Xml)['#text']
  return typeof text === 'string' ? decoded(text).trim() : ''
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** XML's own references; the parser expands none, so that a file cannot define others. */
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[(name as string).toLowerCase()]!
    const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
