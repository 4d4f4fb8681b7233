import { Type } from 'typebox'
import { isPemText } from './errors.ts'

interface Texts {
  description: string
  /** Valid values, if they are not those of each setting of its kind. */
  expected?: string
}

type Scheme = 'http' | 'https'

/** Schema of the path of a PEM file. Its text in place of its path is rejected: an error about an unreadable file would print it. */
export const pemFile = (description: string) =>
  Type.Optional(
    Type.Refine(Type.String({ description, expected: 'the path of a PEM file' }), (text) => !isPemText(text)),
  )

/** Schema of a public address of this service; paths are appended to it. */
export const baseAddress = (texts: Texts) =>
  Type.Optional(
    Type.Refine(
      Type.String({ expected: 'like https://host:port, without a user name or a trailing slash', ...texts }),
      (text) => isAddress(text, ['http', 'https']) && takesPaths(text),
    ),
  )

/** Schema of the address of a collector of traces; paths are appended to it. Its client sends the user name and password in it. */
export const collectorAddress = (texts: Texts) =>
  Type.Optional(
    Type.Refine(
      Type.String({ expected: 'like https://host:port, without a trailing slash', ...texts }),
      (text) => /^https?:\/\/[^/]/.test(text) && URL.canParse(text) && takesPaths(text),
    ),
  )

/** Schema of a bearer token. White space around it, such as the end of the line in a file, is not sent. */
export const bearerToken = (texts: Texts) =>
  Type.Optional(
    Type.Refine(Type.String({ expected: 'a bearer token: one line of text in Latin characters', ...texts }), isHeader),
  )

/** Schema of the http or https address of another service. */
export const serviceAddress = (texts: Texts) =>
  Type.Optional(
    Type.Refine(Type.String({ expected: 'like https://host:port/path, without a user name', ...texts }), (text) =>
      isAddress(text, ['http', 'https']),
    ),
  )

/** Schema of a file or an address with one of `schemes`. */
export const fileOrAddress = (schemes: readonly Scheme[], description: string) =>
  Type.Optional(
    Type.Refine(
      Type.String({
        description,
        expected: `the path of a file or an ${schemes.join(' or ')} address without a user name`,
      }),
      (text) => isFileOrAddress(text, schemes),
    ),
  )

/** Returns whether a text may be the path of a file, or is an address with one of `schemes` that can be requested. */
export const isFileOrAddress = (text: string, schemes: readonly Scheme[]): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? isAddress(text, schemes) : !isPemText(text)

const takesPaths = (text: string): boolean => !/[?#\s]|\/$/.test(text)

function isHeader(text: string): boolean {
  try {
    return new Headers({ authorization: `Bearer ${text}` }).has('authorization')
  } catch {
    return false
  }
}

/**
 * Returns whether a text is an address that can be requested: a request to one with a user name fails. Spaces in its path and after it
 * are allowed: the request encodes or drops them.
 */
function isAddress(text: string, schemes: readonly Scheme[]): boolean {
  if (!schemes.some((scheme) => text.startsWith(`${scheme}://`)) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === '' && !/^https?:\/\/\//.test(text)
}
