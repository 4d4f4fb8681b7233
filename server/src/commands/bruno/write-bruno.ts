import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { makeDirectories } from '../../kernel/directories.ts'
import { type ApiDocument, brunoCollection } from './collection.ts'

/** `write-bruno <folder>`: writes a collection for the API client Bruno from the document of a running server. */
export const writeBrunoCommand = () =>
  new Command('write-bruno')
    .description('write a Bruno collection from the API document of a running server')
    .argument('<folder>', 'folder to write to; files of the same name are replaced')
    .option('--url <address>', 'address of the server', 'http://127.0.0.1:8080')
    .action(async (folder: string, { url }: { url: string }) => {
      const address = url.replace(/\/$/, '')
      const answer = await fetch(`${address}/openapi.json`)
      if (!answer.ok) throw new Error(`${address}/openapi.json answers ${answer.status}. Name the server by --url.`)
      const files = brunoCollection((await answer.json()) as ApiDocument, address)
      for (const [name, text] of files) {
        const file = path.join(folder, name)
        makeDirectories(path.dirname(file), 0o777)
        writeFileSync(file, text)
      }
      console.log(`Wrote ${files.size} files to ${folder}. Open the folder in Bruno and set clientId and clientSecret.`)
    })
