import { tag, text } from '../../kernel/text/xml.ts'
import type { Pdf } from './fonts.ts'

/** Title, author, subject and date of a file. */
export interface Info {
  title: string
  author: string
  subject: string
  /** The only date in the file. */
  at: Date
}

const MOST = 500

/** Has the metadata (XMP) state title, author, subject and date, and that the file is tagged for assistive technology (PDF/UA-1). */
export function describeFile(pdf: Pdf, { title, author, subject, at }: Info): void {
  const alternative = (value: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${text(value, MOST)}</rdf:li></rdf:Alt>`
  const spaces = Object.entries(SPACES).map(([prefix, address]) => ` xmlns:${prefix}="${address}"`)
  pdf._addInfo = () =>
    pdf.appendXML(
      `<rdf:Description rdf:about=""${spaces.join('')}>` +
        tag('dc:title', alternative(title)) +
        tag('dc:description', alternative(subject)) +
        tag('dc:creator', `<rdf:Seq><rdf:li>${text(author, MOST)}</rdf:li></rdf:Seq>`) +
        tag('xmp:CreateDate', at.toISOString().replace(/\.\d+/, '')) +
        tag('pdfuaid:part', '1') +
        '</rdf:Description>',
    )
}

const SPACES = {
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdfuaid: 'http://www.aiim.org/pdfua/ns/id/',
}
