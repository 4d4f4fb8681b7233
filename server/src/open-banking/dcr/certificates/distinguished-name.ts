/** Attribute types by the names that certificates and registrations use for them, and by their object identifiers. */
const TYPES: Record<string, string> = {
  cn: '2.5.4.3',
  sn: '2.5.4.4',
  serialnumber: '2.5.4.5',
  c: '2.5.4.6',
  l: '2.5.4.7',
  st: '2.5.4.8',
  street: '2.5.4.9',
  o: '2.5.4.10',
  ou: '2.5.4.11',
  businesscategory: '2.5.4.15',
  postalcode: '2.5.4.17',
  organizationidentifier: '2.5.4.97',
  uid: '0.9.2342.19200300.100.1.1',
  dc: '0.9.2342.19200300.100.1.25',
  emailaddress: '1.2.840.113549.1.9.1',
  jurisdictioncountryname: '1.3.6.1.4.1.311.60.2.1.3',
  jurisdictionc: '1.3.6.1.4.1.311.60.2.1.3',
}

export const OID = {
  commonName: TYPES.cn!,
  organisation: TYPES.o!,
  unit: TYPES.ou!,
  organisationIdentifier: TYPES.organizationidentifier!,
}

/** One attribute: an object identifier (or an unknown name in small letters) and its value as read by people. */
interface NameAttribute {
  type: string
  value: string
}

/**
 * The attributes of a distinguished name in the text form of RFC 4514, in the order written. Also reads a certificate's
 * subject as Node writes it, one attribute a line.
 *
 * @returns undefined when it is no such text
 */
export function parseName(text: string): NameAttribute[] | undefined {
  const attributes = splitUnescaped(text).map(parseAttribute)
  return attributes.every((attribute) => attribute !== undefined) && attributes.length > 0 ? attributes : undefined
}

/**
 * Compares two distinguished names part by part, in the same or reverse order (RFC 4514 writes the last part first, but
 * some registrants do not). Letters and blanks compare as in X.500.
 */
export function isSameName(left: string, right: string): boolean {
  const [a, b] = [parseName(left), parseName(right)]
  if (!a || !b || a.length !== b.length) return false
  const [wanted, ...either] = [a, b, b.toReversed()].map((name) => name.map(comparable).join('\n'))
  return either.includes(wanted!)
}

/** The values of one type of attribute in a name. */
export const valuesOf = (name: string, type: string): string[] =>
  (parseName(name) ?? []).filter((attribute) => attribute.type === type).map(({ value }) => value)

/** A certificate's subject on one line, in the order of RFC 4514. */
export const oneLine = (subject: string): string => subject.split('\n').toReversed().join(',')

const comparable = ({ type, value }: NameAttribute): string =>
  `${type}=${value.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()}`

/** Splits at commas, plus signs and line ends that are not escaped by a backslash. */
function splitUnescaped(text: string): string[] {
  return (text.match(/(?:\\[^]|[^\\,+\n])+/g) ?? []).map((part) => part.trim()).filter((part) => part !== '')
}

function parseAttribute(text: string): NameAttribute | undefined {
  const [, name, value] = /^(?:oid\.)?([A-Za-z][\w-]*|\d+(?:\.\d+)+)\s*=\s*([^]*)$/i.exec(text) ?? []
  if (name === undefined || value === undefined) return undefined
  const known = name.toLowerCase()
  const type = Object.hasOwn(TYPES, known) ? TYPES[known]! : known
  return { type, value: value.startsWith('#') ? (fromHex(value) ?? value) : unescaped(value) }
}

/** Backslash before a special character, or before two hexadecimal digits of a UTF-8 byte. */
function unescaped(value: string): string {
  const bytes = value.replace(/(?:\\[0-9A-Fa-f]{2})+/g, (run) =>
    Buffer.from(run.replaceAll('\\', ''), 'hex').toString(),
  )
  return bytes.replace(/\\([^])/g, '$1')
}

/** `#` and the DER of a short string: tag, one byte of length, text. */
function fromHex(value: string): string | undefined {
  const der = Buffer.from(value.slice(1), 'hex')
  return der.length >= 2 && der[1] === der.length - 2 ? der.subarray(2).toString('utf8') : undefined
}
