import { link, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { newUuid } from '../../../kernel/values/ids.ts'
import { asSent } from '../as-sent.ts'
import type { RailInstruction, RailPort } from '../rail.ts'
import { pacs008 } from './pacs008.ts'
import { pain001 } from './pain001.ts'
import { shortId } from './parts.ts'
import type { FileRailSettings } from './settings.ts'
import { exists, ignoreMissing } from './reader/waiting-files.ts'

const WRITERS = { 'pacs.008': pacs008, 'pain.001': pain001 }

/**
 * Bank connected by files: each payment is one message in the folder `outbox`, named by its uetr, and reports are read
 * from `inbox`. A payment is written once, even if several processes submit it, or one after a crash: the folder `written`
 * has a second name (hard link) of each message, and an empty file for each payment that was withdrawn.
 */
export function createFileRail(directory: string, settings: FileRailSettings): RailPort {
  const write = WRITERS[settings.format]
  return {
    async submit(instruction, at, _report, signal) {
      const place = placeOf(directory, fileName(instruction, settings))
      if ((await exists(place.outbox)) || (await exists(place.sent))) return
      const written = (await exists(place.claim))
        ? undefined
        : await claim(place, write(asSent(instruction), settings, at), signal)
      if (written === undefined && (await isWithdrawn(place))) throw new Error('The payment was withdrawn.')
      await publish(place, written ?? (await claimedFile(place)))
    },
    holds: (instruction) => isWritten(placeOf(directory, fileName(instruction, settings))),
    async withdraw(instruction) {
      const place = placeOf(directory, fileName(instruction, settings))
      const mark = (await isWritten(place)) ? undefined : await claim(place, WITHDRAWN)
      if (mark !== undefined) await unlink(mark)
      return isWithdrawn(place)
    },
  }
}

/** Contents of a claim that no message follows. */
const WITHDRAWN = ''

const isWithdrawn = async ({ claim: claimed }: Place): Promise<boolean> =>
  (await stat(claimed).catch(ignoreMissing))?.size === WITHDRAWN.length

/**
 * Returns true if a message is written or withdrawn.
 *
 * @throws the error of a folder that is away: its messages are unknown
 */
async function isWritten(place: Place): Promise<boolean> {
  const { outbox, claim: claimed, sent } = place
  const folder = () => stat(path.dirname(claimed), { bigint: true })
  const before = await folder()
  const found = await Promise.all([claimed, outbox, sent].map(inodeOf))
  if ((await folder()).ino !== before.ino) throw new Error('The folder of the bank was exchanged meanwhile.')
  return found.some((inode) => inode !== undefined)
}

const FOLDERS = ['outbox', 'written', 'sent', 'inbox', 'done', 'failed']

/** Makes the folders that the rail and the bank's transfer program use. */
export async function makeRailFolders(directory: string): Promise<void> {
  for (const folder of FOLDERS) await mkdir(path.join(directory, folder), { recursive: true })
}

const fileName = ({ uetr }: RailInstruction, { format }: FileRailSettings): string => `${format}-${shortId(uetr)}.xml`

interface Place {
  /** Path of the message once it may be sent. */
  outbox: string
  /** Path of the message once one process has written it; stays. */
  claim: string
  /** Path to which the bank's transfer program moves the message. */
  sent: string
}

const placeOf = (directory: string, name: string): Place => ({
  outbox: path.join(directory, 'outbox', name),
  claim: path.join(directory, 'written', name),
  sent: path.join(directory, 'sent', name),
})

/**
 * Writes the message to disk under a name of its own, and claims the payment for it.
 *
 * @param signal aborted if the call has failed: a message that could not be written for a day has an old date
 * @returns the file; undefined if another process was faster
 */
async function claim(
  { outbox, claim: claimed }: Place,
  content: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const partial = `${outbox}.${newUuid()}${PARTIAL}`
  try {
    await writeDurably(partial, content)
    signal?.throwIfAborted()
    await link(partial, claimed)
  } catch (error) {
    await unlink(partial).catch(ignoreMissing)
    if (hasCode(error, 'EEXIST')) return undefined
    throw error
  }
  await sync(path.dirname(claimed))
  return partial
}

async function writeDurably(file: string, content: string): Promise<void> {
  const handle = await open(file, 'w', 0o640)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Finds the claimed message where it is not published yet: its process is slow or was killed. */
async function claimedFile({ outbox, claim: claimed }: Place): Promise<string | undefined> {
  const ours = await inodeOf(claimed)
  const names = await readdir(path.dirname(outbox))
  for (const name of names.filter((each) => each.startsWith(path.basename(outbox)) && each.endsWith(PARTIAL))) {
    const partial = path.join(path.dirname(outbox), name)
    if ((await inodeOf(partial)) === ours) return partial
  }
  return undefined
}

/**
 * Gives a claimed message its name in the outbox. It can be renamed only once, so a message that was sent and moved does
 * not return.
 */
async function publish({ outbox }: Place, partial: string | undefined): Promise<void> {
  if (partial !== undefined) await rename(partial, outbox).catch(ignoreMissing)
  await sync(path.dirname(outbox))
}

const PARTIAL = '.partial'

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code

const inodeOf = async (file: string): Promise<bigint | undefined> =>
  (await stat(file, { bigint: true }).catch(ignoreMissing))?.ino

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
