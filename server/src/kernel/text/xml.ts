/** Writing XML, as ISO 20022 messages need it: elements and text, nothing else. */

/** An element; one without content is left out. */
export const tag = (name: string, ...content: (string | null | undefined | false)[]): string => {
  const inner = content.filter(Boolean).join('')
  return inner === '' ? '' : `<${name}>${inner}</${name}>`
}

/** An amount element with its currency, for example `<InstdAmt Ccy="EUR">12.50</InstdAmt>`. */
export const amountTag = (name: string, amount: string, currency: string): string =>
  `<${name} Ccy="${currency}">${amount}</${name}>`

/**
 * Escapes the text of an element and drops characters invalid in XML 1.0.
 *
 * @param most characters that the schema allows; what is longer is cut, so bound it where it is accepted
 */
export function text(value: string | null | undefined, most: number): string {
  // oxlint-disable-next-line no-control-regex -- these are what XML 1.0 cannot hold
  const shown = Array.from((value ?? '').replace(/[\u0000-\u001F\u007F-\u009F\uFFFE\uFFFF]/gu, ' '))
    .slice(0, most)
    .join('')
    .trim()
  return shown.replace(/[&<>"]/g, (character) => ESCAPES[character]!)
}
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
