import { link, open, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Files of the folder `inbox`, which the bank's transfer program writes at any time, and the folders that they move to. */

/** Returns the names of the messages in a folder, oldest first. Skips files that are moved meanwhile. */
export async function waitingFiles(folder: string): Promise<string[]> {
  const found = await filesIn(folder, isMessage)
  return found.sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1)).map(({ name }) => name)
}

/** Time in which a transfer program gives a file its final name. */
const ARRIVAL_MS = 600_000

/** Returns the names of files in a folder that are not read because of their ending, and did not change for a while. */
export async function unreadFiles(folder: string, wall: Date): Promise<string[]> {
  const found = await filesIn(folder, (name) => !isMessage(name) && !name.startsWith('.'))
  return found.filter(({ at }) => at < wall.getTime() - ARRIVAL_MS).map(({ name }) => name)
}

const isMessage = (name: string): boolean => /^[^.].*\.xml$/i.test(name)

async function filesIn(folder: string, isWanted: (name: string) => boolean): Promise<{ name: string; at: number }[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && isWanted(entry.name)).map(({ name }) => name)
  const aged = await Promise.all(
    names.map(async (name) => {
      const found = await stat(path.join(folder, name)).catch(ignoreMissing)
      return found ? [{ name, at: found.mtimeMs }] : []
    }),
  )
  return aged.flat()
}

/** A file as it is at one time. */
interface FileVersion {
  /** Differs from that of another file of this name; a move keeps it. */
  text: string
  /** Time of any change in nanoseconds, also of one that keeps the size and sets the time of the last change. */
  touchedAt: bigint
  /** Wall time of the last change. */
  changedAt: number
}

export async function versionOf(file: string): Promise<FileVersion> {
  const { ino, size, mtimeNs, mtimeMs, ctimeNs } = await stat(file, { bigint: true })
  return { text: `${ino} ${size} ${mtimeNs}`, touchedAt: ctimeNs, changedAt: Number(mtimeMs) }
}

/** End of a file that is read for its closing tag. */
const END_BYTES = 4096

/** Returns true if the file ends like a complete message, so that waiting would not help. */
export async function isWhole(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, END_BYTES)
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    const end = buffer.toString('latin1').replaceAll('\0', '') // UTF-16 has a zero in each of these characters
    return /<\/[\w:]*(Document|BusMsg)>\s*$/.test(end)
  } finally {
    await handle.close()
  }
}

/** Folder for files that were read, and the ending of the result beside each. */
const RESULTS = { done: '.result.json', failed: '.error.txt' }

/**
 * Moves a file that was read out of the inbox, its result first: a file in `done` always has one. If the folder has a file of
 * its name, this one gets a number before its ending. A file that replaced it at the last moment goes back to the inbox.
 *
 * @param read the file as it was read
 * @returns false if another file has replaced it
 */
export async function putAway(
  directory: string,
  folder: keyof typeof RESULTS,
  { name, read }: { name: string; read: FileVersion },
  result: string | string[],
): Promise<boolean> {
  const waiting = path.join(directory, 'inbox', name)
  const before = await versionOf(waiting)
  if (before.text !== read.text || before.touchedAt !== read.touchedAt) return false
  const free = path.join(directory, folder, await freeName(path.join(directory, folder), name))
  await writeFile(`${free}${RESULTS[folder]}`, result)
  await rename(waiting, free)
  if ((await versionOf(free)).text === read.text) return true
  await moveBack(free, path.dirname(waiting), name)
  await unlink(`${free}${RESULTS[folder]}`)
  return false
}

/** Moves a file into the inbox, where another one of its name may have arrived. */
async function moveBack(file: string, inbox: string, name: string): Promise<void> {
  await link(file, path.join(inbox, await freeName(inbox, name)))
  await unlink(file)
}

async function freeName(folder: string, name: string): Promise<string> {
  const { name: start, ext } = path.parse(name)
  let free = name
  for (let number = 2; await exists(path.join(folder, free)); number++) free = `${start}-${number}${ext}`
  return free
}

export const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

export function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  throw error
}
