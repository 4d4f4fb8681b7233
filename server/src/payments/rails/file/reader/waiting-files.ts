import { open, readdir, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Files of the folder `inbox`, which the bank's transfer program writes at any time, and the folders that they move to. */

/** Returns the names of the files in a folder, oldest first. */
export async function waitingFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && /^[^.].*\.xml$/i.test(entry.name)).map(({ name }) => name)
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })),
  )
  return aged.sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1)).map(({ name }) => name)
}

/** Returns a text that no other file of this name has, and the wall time of the last change. */
export async function versionOf(file: string): Promise<{ text: string; changedAt: number }> {
  const { ino, size, mtimeNs, mtimeMs } = await stat(file, { bigint: true })
  return { text: `${ino} ${size} ${mtimeNs}`, changedAt: Number(mtimeMs) }
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

/**
 * Moves a file out of the inbox, its result first: a file in `done` always has one. If the folder has a file of its name, this
 * one gets a number before its ending.
 */
export async function putAway(
  directory: string,
  folder: string,
  name: string,
  result: string | string[],
  ending: string,
): Promise<void> {
  const free = await freeName(path.join(directory, folder), name)
  await writeFile(path.join(directory, folder, `${free}${ending}`), result)
  await rename(path.join(directory, 'inbox', name), path.join(directory, folder, free))
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
