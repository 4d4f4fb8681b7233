import { isUtf8 } from 'node:buffer'
import { UnreadableFile } from '../nodes.ts'

/** The declared encoding in the first bytes of a file. */
const DECLARED = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/
const MOST_DECLARATION = 300

/**
 * Decodes a file: by its byte order mark, or as UTF-8 if it is valid UTF-8, or in the encoding that it declares. Programs that
 * convert a file to UTF-8 often leave its declaration as it was.
 *
 * @throws UnreadableFile
 */
export function decoded(bytes: Buffer): string {
  const wide = wideEncodingOf(bytes)
  if (wide === undefined && isUtf8(bytes)) return new TextDecoder().decode(bytes)
  const declared = DECLARED.exec(bytes.toString('latin1', 0, MOST_DECLARATION))?.[1]
  const encoding = wide ?? declared ?? 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    throw new UnreadableFile(reasonOf(error as NodeJS.ErrnoException, encoding, bytes), { cause: error })
  }
}

/** Returns the UTF-16 that a byte order mark, or a zero byte beside the first character, shows. */
function wideEncodingOf([first, second]: Buffer): string | undefined {
  if ((first === 0xff && second === 0xfe) || (first === OPEN && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second === OPEN) ? 'utf-16be' : undefined
}

const OPEN = 0x3c

const TRY_AGAIN = 'Ask the bank to correct it, or convert the file to UTF-8 and move it back to the inbox.'

function reasonOf({ code }: NodeJS.ErrnoException, encoding: string, bytes: Buffer): string {
  if (code !== 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return `The file declares the encoding ${encoding}, which is not supported. ${TRY_AGAIN}`
  const before = new TextDecoder(encoding).decode(bytes).split('\uFFFD', 1)[0]!
  return `Line ${before.split('\n').length} of the file has bytes that are not ${encoding.toUpperCase()}, its encoding. ${TRY_AGAIN}`
}
