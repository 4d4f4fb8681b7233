// Bundles the server's own code into dist/main.mjs; packages stay in node_modules.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export const directory = import.meta.dirname
export const bundle = path.join(directory, 'dist', 'main.mjs')

/** Writes the bundle under another name first, so that a server starting meanwhile never reads half of it. */
export async function buildServer() {
  const { outputFiles } = await build({
    entryPoints: [path.join(directory, 'src', 'main.ts')],
    outfile: bundle,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'error',
    write: false,
  })
  mkdirSync(path.dirname(bundle), { recursive: true })
  for (const { path: file, contents } of outputFiles) {
    writeFileSync(`${file}.${process.pid}`, contents)
    renameSync(`${file}.${process.pid}`, file)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer()
