/** Reading of parsed XML: elements by path, lists, texts, amounts, and the payment that an element names. */
export type Node = Record<string, unknown>

/** Error for a file that is not one of the messages; its text states the valid ones. */
export class UnreadableFile extends Error {}

export const node = (of: unknown, ...path: string[]): Node | undefined => {
  const found = path.reduce<unknown>((held, name) => (held as Node | undefined)?.[name], of)
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Node) : undefined
}
export const list = (of: unknown, name: string): Node[] =>
  ((of as Node | undefined)?.[name] as Node[] | undefined) ?? []

/** The text at a path, without control characters, which XML forbids; entities are the five of XML. */
export function textAt(of: unknown, ...path: string[]): string | undefined {
  const found = path.reduce<unknown>((held, name) => (held as Node | undefined)?.[name], of)
  const value = typeof found === 'object' && found !== null ? (found as Node)['#text'] : found
  const said = typeof value === 'string' ? value.replaceAll(/\p{Cc}/gu, ' ').trim() : ''
  if (said === '') return undefined
  return said.replace(/&(amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);/gi, (_, name: string) => decoded(name))
}

function decoded(name: string): string {
  const named = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[name.toLowerCase()]
  if (named) return named
  const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  const isCharacter = code > 0x1f && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : ' '
}

export const moneyAt = (of: unknown, name: string): { amount: string; currency: string } | undefined => {
  const [amount, currency] = [textAt(of, name), textAt(of, name, '@Ccy')]
  return amount && currency ? { amount, currency } : undefined
}

export const reasonOf = (of: Node | undefined): string | undefined =>
  textAt(of, 'Rsn', 'Cd') ?? textAt(of, 'Rsn', 'Prtry') ?? textAt(of, 'Cd')

/** Elements with ids of a payment, the most certain first: each of our messages has one payment. */
const PLACES = ['UETR', 'TxId', 'InstrId', 'PmtInfId', 'MsgId'].flatMap((name) => [`Orgnl${name}`, name])

/** Returns the uetr of our payment, from its own field or from a field where we wrote it without hyphens. */
export function ourPayment(of: Node): string | undefined {
  return PLACES.map((name) => uetrOf(textAt(of, name))).find(Boolean)
}

function uetrOf(value: string | undefined): string | undefined {
  const hex = value?.toLowerCase().replaceAll('-', '')
  if (!hex || !/^[0-9a-f]{32}$/.test(hex)) return undefined
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
