import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Creates an empty folder while a function runs. */
export async function withFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cambist-load-'))
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Creates a file of the given text while a function runs. */
export const withFile = <T>(text: string, run: (file: string) => Promise<T>): Promise<T> =>
  withFolder((folder) => {
    const file = path.join(folder, 'file')
    writeFileSync(file, text)
    return run(file)
  })
