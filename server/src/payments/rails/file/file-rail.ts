import { mkdir, open, rename, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { newUuid } from '../../../kernel/values/ids.ts'
import { asSent } from '../as-sent.ts'
import type { RailInstruction, RailPort } from '../rail.ts'
import { pacs008 } from './pacs008.ts'
import { pain001 } from './pain001.ts'
import { shortId } from './parts.ts'
import type { FileRailSettings } from './settings.ts'

const WRITERS = { 'pacs.008': pacs008, 'pain.001': pain001 }

/**
 * Bank connected by files: each payment is one message in the folder `outbox`, named by its uetr, and reports are read
 * from `inbox`. Submitting the same payment again finds its file, or the copy the bank moved to `sent`, and writes no
 * second one.
 */
export function createFileRail(directory: string, settings: FileRailSettings): RailPort {
  const write = WRITERS[settings.format]
  return {
    async submit(instruction, at) {
      const name = fileName(instruction, settings)
      const isWritten = async () =>
        (await exists(path.join(directory, 'outbox', name))) || (await exists(path.join(directory, 'sent', name)))
      if (await isWritten()) return
      await writeDurably(path.join(directory, 'outbox', name), write(asSent(instruction), settings, at), isWritten)
    },
  }
}

/** Makes the folders that the rail and the bank's transfer program use. */
export async function makeRailFolders(directory: string): Promise<void> {
  for (const folder of ['outbox', 'sent', 'inbox', 'done', 'failed'])
    await mkdir(path.join(directory, folder), { recursive: true })
}

const fileName = ({ uetr }: RailInstruction, { format }: FileRailSettings): string => `${format}-${shortId(uetr)}.xml`

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

/**
 * Writes a file so that it appears under its name only when complete and on disk; a transfer program that polls the
 * folder never sees half of one.
 */
async function writeDurably(file: string, content: string, isWritten: () => Promise<boolean>): Promise<void> {
  const partial = `${file}.${newUuid()}.partial` // two processes may write the same payment
  const handle = await open(partial, 'w', 0o640)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (await isWritten()) return unlink(partial)
  await rename(partial, file)
  const folder = await open(path.dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
