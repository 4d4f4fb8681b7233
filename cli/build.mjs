// Bundles the command line and the sdk's sources into dist/main.mjs; commander stays a package.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

export const directory = import.meta.dirname
export const bundle = path.join(directory, 'dist', 'main.mjs')

/** Written under another name first, so that a command starting meanwhile never reads half of it. */
export async function buildCli() {
  const { outputFiles } = await build({
    entryPoints: [path.join(directory, 'src', 'main.ts')],
    outfile: bundle,
    bundle: true,
    external: ['commander'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    write: false,
  })
  mkdirSync(path.dirname(bundle), { recursive: true })
  for (const { path: file, contents } of outputFiles) {
    writeFileSync(`${file}.${process.pid}`, contents)
    renameSync(`${file}.${process.pid}`, file)
  }
}

if (process.argv[1] === import.meta.filename) await buildCli()
