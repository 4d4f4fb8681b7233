import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { readSecretFile } from '../../../kernel/secret-file.ts'
import { readBounded } from '../revocation/sources.ts'
import { type DirectoryStatus, readPage } from './document.ts'

/** The directory's list of third parties, and what the directory asks of a caller. */
export interface DirectorySource {
  /** File or https address of the list. */
  list: string
  /** PEM file of the authorities of the directory's own certificate; absent: the public ones. */
  authorities?: string
  /** PEM files of our certificate for the directory and its key. */
  certificate?: { file: string; key: string }
  /** File with a bearer token, read again each time. */
  token?: string
}

/** Seconds for one page. */
const TIMEOUT_SECONDS = 20
/** A page, or a file, that is read in some fifty milliseconds. */
const MOST_BYTES = 4 * 1024 * 1024
const MOST_PAGES = 200
const MOST_STATUSES = 100_000

/** Reads the whole list, page by page. @throws Error with the reason */
export async function readDirectory(source: DirectorySource): Promise<DirectoryStatus[]> {
  const pages = source.list.startsWith('https://') ? pagesAt(source) : pagesOf(source.list)
  const statuses = new Map<string, DirectoryStatus>()
  for await (const page of pages)
    for (const each of page) {
      const key = `${each.kind} ${each.directoryId}`
      const known = statuses.get(key)
      if (!known || known.status === 'Active') statuses.set(key, each) // listed twice: the rejecting one counts
      if (statuses.size > MOST_STATUSES) throw new Error(`it lists more than ${MOST_STATUSES} statuses`)
    }
  return [...statuses.values()]
}

/** A file holds the whole list. */
async function* pagesOf(file: string): AsyncGenerator<DirectoryStatus[]> {
  const { count, totalResults, statuses } = readPage(await readBounded(file, MOST_BYTES))
  if (count !== totalResults) throw new Error(`it holds ${count} of ${totalResults} third parties`)
  yield statuses
}

async function* pagesAt(source: DirectorySource): AsyncGenerator<DirectoryStatus[]> {
  const options = await connectionTo(source)
  let total: number | undefined
  let have = 0
  for (let number = 0; number < MOST_PAGES; number++) {
    const address = new URL(source.list)
    if (have > 0) address.searchParams.set('startIndex', String(have + 1))
    const { count, totalResults, statuses } = readPage(await fetchPage(address, options))
    if (totalResults !== (total ??= totalResults)) throw new Error('it changed while it was read')
    have += count
    yield statuses
    if (have > total) throw new Error(`it holds more than its ${total} third parties`)
    if (have === total) return
  }
  throw new Error(`it has more than ${MOST_PAGES} pages`)
}

const SETTING = 'OPEN_BANKING_DIRECTORY_STATUS'

/** Files are read each time, so that a renewed certificate or token needs no restart. */
async function connectionTo({ authorities, certificate, token }: DirectorySource): Promise<https.RequestOptions> {
  const bearer = token === undefined ? undefined : readSecretFile(`${SETTING}_TOKEN`, token).trim()
  return {
    agent: false,
    headers: {
      accept: 'application/scim+json, application/json',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    ...(authorities !== undefined && { ca: await readFile(authorities, 'utf8') }),
    ...(certificate && {
      cert: await readFile(certificate.file, 'utf8'),
      key: readSecretFile(`${SETTING}_KEY`, certificate.key),
    }),
  }
}

/** No redirects: the certificate and the token are for this address alone. */
async function fetchPage(address: URL, options: https.RequestOptions): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000)
  try {
    const request = https.get(address, { ...options, signal })
    request.on('error', () => {}) // it is reported below, also if it comes after the response has begun
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    if (response.statusCode !== 200) {
      response.destroy()
      throw new Error(`it answered ${response.statusCode}`)
    }
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MOST_BYTES) throw new Error(`a page is larger than ${MOST_BYTES} bytes`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    throw signal.aborted ? new Error(`it did not answer within ${TIMEOUT_SECONDS} seconds`) : error
  }
}
