/** Parts of which an XML document has too many. */
export interface Excess {
  parts: string
  limit: number
}

/** Most parts of a document. */
interface XmlLimits {
  tags: number
  attributes: number
  references: number
}

/** Most attributes of one tag: a message of a bank has five. */
const MOST_IN_TAG = 100

const OPEN = 0x3c
const CLOSE = 0x3e
const EQUALS = 0x3d
const AMPERSAND = 0x26

/** Counts the parts of a document before anything is built from it. */
export function findExcess(xml: string, most: XmlLimits): Excess | undefined {
  let [tags, attributes, references, ofTag, longestTag] = [0, 0, 0, 0, 0]
  let isInTag = false
  for (let i = 0; i < xml.length; i++) {
    const code = xml.charCodeAt(i)
    if (code === OPEN) {
      tags++
      ofTag = 0
      isInTag = true
    } else if (code === CLOSE) isInTag = false
    else if (code === EQUALS && isInTag) {
      attributes++
      if (++ofTag > longestTag) longestTag = ofTag
    } else if (code === AMPERSAND) references++
  }
  if (tags > most.tags) return { parts: 'tags', limit: most.tags }
  if (attributes > most.attributes) return { parts: 'attributes', limit: most.attributes }
  if (longestTag > MOST_IN_TAG) return { parts: 'attributes in one tag', limit: MOST_IN_TAG }
  return references > most.references ? { parts: 'character references', limit: most.references } : undefined
}
