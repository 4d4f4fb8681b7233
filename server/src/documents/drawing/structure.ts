import type { Pdf } from './fonts.ts'

/** Elements of a document's structure, as assistive technology reads them. */
type Container = 'Document' | 'Sect' | 'Table' | 'THead' | 'TBody' | 'TR'
type Leaf = 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Figure'
type Tag = Container | Leaf

interface TagOptions {
  /** Text in place of a picture. */
  alt?: string
  /** Place of a picture on its page, in points from the lower left: left, bottom, right, top. */
  box?: readonly [number, number, number, number]
  /** The cells that a header cell is of. */
  scope?: 'Row' | 'Column'
  /** True if it is read after everything else, wherever it is drawn. */
  isLast?: boolean
}

/**
 * Tags what is drawn (ISO 14289, PDF/UA): text inside an element belongs to it, everything else is an artifact, which readers
 * leave out. An element is written as soon as it is closed, and the marks of a page with its end, so that a long document is
 * never held as a whole.
 */
export interface Structure {
  open(tag: Tag, options?: TagOptions): void
  close(): void
  /** Draws inside an element; an artifact inside one remains an artifact. */
  inside(tag: Tag, draw: () => void, options?: TagOptions): void
  /** Draws lines, repeated heads, page numbers: all that readers leave out. */
  artifact(draw: () => void): void
  /** Prepares the page for text of the open element. */
  startText(): void
  startPage(): void
  endPage(): void
  end(): void
}

interface Element {
  ref: Reference
  tag: Tag
  options: TagOptions
  kids: string[]
  /** Page of the kids that are marks. */
  page?: string
}

type Reference = ReturnType<Pdf['ref']> & { offset?: number }
const LEAVES: ReadonlySet<Tag> = new Set<Leaf>(['H1', 'H2', 'P', 'TH', 'TD', 'Figure'])
const ARTIFACT = Symbol('artifact')

/** @param hexOf writes a text as PDF takes it in hexadecimal */
export function createStructure(pdf: Pdf, hexOf: (text: string) => string): Structure {
  const root = pdf._root.data.StructTreeRoot
  const marks = createMarks(pdf)
  const stack: Element[] = [{ ref: pdf.ref({}), tag: 'Document', options: {}, kids: [] }]
  const last: string[] = []
  let artifacts = 0

  const open = (tag: Tag, options: TagOptions = {}) => void stack.push({ ref: pdf.ref({}), tag, options, kids: [] })

  function close(): void {
    const element = stack.pop()!
    marks.leave(element)
    const parent = stack.at(-1)
    const name = nameOf(element.ref)
    if (parent) (element.options.isLast ? last : parent.kids).push(name)
    writeObject(pdf, element.ref, entriesOf(element, nameOf(parent?.ref ?? root), hexOf))
  }

  return {
    open,
    close,
    inside(tag, draw, options) {
      if (artifacts > 0) return draw()
      open(tag, options)
      draw()
      close()
    },
    artifact(draw) {
      artifacts++
      marks.enter(ARTIFACT)
      draw()
      artifacts--
    },
    startText() {
      const element = stack.at(-1)!
      marks.enter(artifacts > 0 || !LEAVES.has(element.tag) ? ARTIFACT : element)
    },
    startPage: () => marks.startPage(),
    endPage: () => marks.endPage(),
    end() {
      marks.endPage()
      const [document] = stack
      document!.kids.push(...last)
      close()
      Object.assign(root.data, { K: document!.ref, ...marks.end() })
    },
  }
}

const nameOf = ({ id }: { id: number }): string => `${id} 0 R`

function writeObject(pdf: Pdf, ref: Reference, body: string): void {
  ref.offset = pdf._offset
  pdf._write(`${ref.id} 0 obj\n${body}\nendobj`)
  pdf._refEnd(ref)
}

/** The dictionary of an element. */
function entriesOf({ tag, page, kids, options }: Element, parent: string, hexOf: (text: string) => string): string {
  const { alt, scope, box } = options
  const entries = [
    `/S/${tag}/P ${parent}`,
    page && `/Pg ${page}`,
    kids.length > 0 && `/K ${kids.length === 1 ? kids[0] : `[${kids.join(' ')}]`}`,
    alt !== undefined && `/Alt <${hexOf(alt)}>`,
    scope && `/A <</O/Table/Scope/${scope}>>`,
    box && `/A <</O/Layout/BBox [${box.join(' ')}]>>`,
  ]
  return `<<${entries.filter(Boolean).join('')}>>`
}

/** Marks in the contents of pages, numbered by page, and the tree that leads from them to their elements. */
function createMarks(pdf: Pdf) {
  /** Number and parents of each page, as the tree lists them. */
  const pages: string[] = []
  /** The elements of the page's marks, by number. */
  let parents: string[] = []
  let current: Element | typeof ARTIFACT | undefined

  function endMark(): void {
    if (current) pdf.addContent('EMC')
    current = undefined
  }

  return {
    /** Begins a mark, unless the last one is of the same element. */
    enter(element: Element | typeof ARTIFACT): void {
      if (current === element) return
      endMark()
      current = element
      if (element === ARTIFACT) return void pdf.addContent('/Artifact BMC')
      const [number, page] = [parents.length, nameOf(pdf.page.dictionary)]
      parents.push(nameOf(element.ref))
      element.page ??= page
      element.kids.push(element.page === page ? `${number}` : `<</Type/MCR/Pg ${page}/MCID ${number}>>`)
      pdf.addContent(`/${element.tag} <</MCID ${number}>> BDC`)
    },
    leave(element: Element): void {
      if (current === element) endMark()
    },
    startPage(): void {
      parents = []
      pdf.page.dictionary.data.StructParents = pages.length
    },
    endPage(): void {
      endMark()
      if (!pdf.page) return
      const ref = pdf.ref({})
      writeObject(pdf, ref, `[${parents.join(' ')}]`)
      pages.push(`${pages.length} ${nameOf(ref)}`)
    },
    /** Writes the tree and returns its entries in the root of the structure. */
    end() {
      const tree = pdf.ref({})
      writeObject(pdf, tree, `<</Nums [${pages.join(' ')}]>>`)
      return { ParentTree: tree, ParentTreeNextKey: pages.length }
    },
  }
}
