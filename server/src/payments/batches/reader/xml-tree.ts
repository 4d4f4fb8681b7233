/**
 * Parsed XML tree that tracks the elements read from it. Every element of a file is either carried by the payment or
 * reported, never dropped silently.
 */

import { own } from '../../../kernel/own.ts'

/** Parsed XML: a text, or an element's children by name, attributes with an @ in front. */
type Node = { readonly [name: string]: Node | readonly Node[] | undefined } | string
export type Element = Exclude<Node, string>

const taken = new WeakMap<Element, Set<string>>()

function take(node: Element, mark: string): void {
  const marks = taken.get(node) ?? new Set()
  taken.set(node, marks.add(mark))
}

const isElement = (node: unknown): node is Element => typeof node === 'object' && node !== null && !Array.isArray(node)

/** The only element of that name. */
export function child(node: Element | undefined, name: string): Element | undefined {
  const found = node?.[name]
  return isElement(found) ? found : undefined
}

/** All elements of that name, of those that may be repeated. */
export const children = (node: Element | undefined, name: string): Element[] => {
  const found = node?.[name]
  return Array.isArray(found) ? found.filter(isElement) : []
}

/** The text of an element, without taking it. */
export function peek(node: Element | undefined, name: string): string | undefined {
  const value = textOf(node?.[name])
  return value === undefined || value === '' ? undefined : decoded(value)
}

/** The text of an element, taken. */
export function text(node: Element | undefined, name: string): string | undefined {
  const found = peek(node, name)
  if (found !== undefined) take(node!, name)
  return found
}

/** The texts of a repeated element, taken: the first `most` of them. */
export function texts(node: Element | undefined, name: string, most = Number.POSITIVE_INFINITY): string[] {
  const found = node?.[name]
  if (!Array.isArray(found)) return []
  const given = found.slice(0, most)
  for (const i of given.keys()) take(node!, `${name}/${i}`)
  return given
    .map(textOf)
    .filter((value): value is string => value !== undefined && value !== '')
    .map(decoded)
}

/** An amount and its currency, taken. */
export function amount(node: Element | undefined, name: string): { value?: string; currency?: string } {
  const value = text(node, name)
  const currency = child(node, name)?.['@Ccy']
  return { ...(value === undefined ? {} : { value }), ...(typeof currency === 'string' ? { currency } : {}) }
}

const textOf = (node: unknown): string | undefined =>
  typeof node === 'string' ? node : isElement(node) ? textOf(node['#text']) : undefined

/** Returns the paths of all unread texts below an element, each once. */
export function leftIn(element: Element, except: readonly string[] = []): string[] {
  const found = Object.entries(element)
    .filter(([name]) => !name.startsWith('@') && name !== '#text' && !except.includes(name))
    .flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.flatMap((each: Node, i) => leftAt(element, name, `${name}/${i}`, each))
        : leftAt(element, name, name, value as Node | undefined),
    )
  return [...new Set(found)]
}

function leftAt(parent: Element, name: string, mark: string, node: Node | undefined): string[] {
  const isText = textOf(node) !== undefined
  if (isText) return textOf(node) === '' || taken.get(parent)?.has(mark) ? [] : [name]
  return isElement(node) ? leftIn(node).map((path) => `${name}/${path}`) : []
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Begin and end of a comment and of character data, and references by name. */
const MARKS = /<!\[CDATA\[|\]\]>|<!--|-->|&([^#&;<>\]\s][^&;<>\]\s]*);/g

/** Finds a reference to an entity that XML itself does not have: no document type declares others here. */
export function findUnknownEntity(xml: string): string | undefined {
  let end: string | undefined
  for (const [mark, name] of xml.matchAll(MARKS)) {
    if (end !== undefined) end = mark === end ? undefined : end
    else if (mark.startsWith('<')) end = mark === '<!--' ? '-->' : ']]>'
    else if (name !== undefined && own(NAMED, name) === undefined) return mark
  }
  return undefined
}

/** Half of a surrogate pair, a control character but tab, line feed and carriage return, or no character at all. */
const NO_XML_CHARACTER = /[\p{Surrogate}\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/u // oxlint-disable-line no-control-regex -- those that XML 1.0 leaves out

/** Checks that a document contains only valid XML characters, including numeric references. */
export function hasXmlCharacters(xml: string): boolean {
  if (NO_XML_CHARACTER.test(xml)) return false
  for (const [, hex, decimal] of xml.matchAll(/&#(?:x([0-9a-f]+)|([0-9]+));/gi)) {
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    if (point > 0x10ffff || NO_XML_CHARACTER.test(String.fromCodePoint(point))) return false
  }
  return true
}

/**
 * The five entities that XML itself has, and characters by number, of a document with `hasXmlCharacters`: each stands for
 * one character and nothing more. A line break, as an indented document has it within a text, is a space.
 */
const decoded = (value: string): string => replaced(value).replace(/\s*[\t\r\n]\s*/g, ' ')

const replaced = (value: string): string =>
  value.replace(/&(?:#x([0-9a-f]+)|#([0-9]+)|([a-z]+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return own(NAMED, name) ?? whole
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  })
