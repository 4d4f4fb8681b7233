import type { Picture } from '../institution/index.ts'

/** The institution that issues a document, as its letterhead, its foot and its parties name it. */
export interface Issuer {
  /** Name in everyday use. */
  name: string
  /** Registered name, where it is another one. */
  legalName?: string
  /** Lines of the address. */
  address?: readonly string[]
  lei?: string
  /** Licence of the institution and safeguarding of clients' money, one sentence each. */
  licence: string
  safeguarding: string
  contact: string
  /** Days after its issue in which a client can object to a confirmation. */
  objectionDays: number
  /** Colour of the letterhead: six hexadecimal digits after #. */
  colour?: string
  logo?: Picture
}

/** Content of a document in order, before layout. Texts are final; nothing here is looked up or computed. */
export interface DocumentModel {
  title: string
  subtitle?: string
  issuer: Issuer
  /** Reference repeated on every page beside the page number: our id of the documented object. */
  reference: string
  /** The document's own instant: all that is dated in the file, so that the same model gives the same bytes. */
  issuedAt: Date
  blocks: readonly Block[]
  /** Small print at the foot of every page, above the issuer's. */
  footer?: readonly string[]
}

export type Block = Heading | Paragraph | Parties | Facts | Figures | Lines | Signatures

interface Heading {
  kind: 'heading'
  text: string
}

interface Paragraph {
  kind: 'paragraph'
  text: string
  /** Small print. */
  small?: boolean
}

/** Two or three parties side by side. */
export interface Parties {
  kind: 'parties'
  parties: readonly { role: string; name: string; lines: readonly string[] }[]
}

/** Names and values under one another; in two columns where they are short. Absent values are left out. */
export interface Facts {
  kind: 'facts'
  title?: string
  facts: readonly (readonly [name: string, value: string | null | undefined])[]
  columns?: 1 | 2
}

/** Key amounts in large type, at most four. */
export interface Figures {
  kind: 'figures'
  figures: readonly { name: string; value: string }[]
}

/** Places to sign, side by side: a line to write on above each word. They stay on one page. */
export interface Signatures {
  kind: 'signatures'
  parties: readonly { name: string; lines: readonly string[] }[]
}

/** One cell: the text, and smaller lines under it. */
export type Cell = string | { text: string; under?: readonly string[]; bold?: boolean }

/** A row of a table; an entry has small print that runs from one of its columns to the right edge. */
export type Row = readonly Cell[] | Entry

export interface Entry {
  cells: readonly Cell[]
  note: { column: number; text: string }
}

export interface Column {
  title: string
  /** Share of the width; the shares of a table are summed. */
  width: number
  align?: 'left' | 'right'
  /** The longest texts that must each fit on one line, in bold; the widest column without any gives way. */
  oneLine?: readonly string[]
}

/** A table over any number of pages; its head is repeated on each. Rows may come from a stream. */
export interface Lines {
  kind: 'lines'
  title?: string
  columns: readonly Column[]
  rows: Iterable<Row> | AsyncIterable<Row>
  /** Columns of the balance carried forward between pages: its label and its value. */
  carry?: { label: number; value: number }
  /** A last row in bold, kept with the one before. */
  total?: readonly Cell[]
  /** Small print under the table, kept with its last row. */
  note?: string
  /** Instead of rows where there are none. */
  empty?: string
}
