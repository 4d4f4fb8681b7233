// Builds the console into dist: one page, one script, one style sheet, no request to anywhere but the service.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { isStale } from '../server/stale.mjs'

const source = path.join(import.meta.dirname, 'src')
const sdk = path.join(import.meta.dirname, '..', 'sdk', 'src')
export const consoleDirectory = path.join(import.meta.dirname, 'dist')
const page = path.join(consoleDirectory, 'index.html')

/**
 * Builds the console. Each file is written under another name first, so that no reader sees half of one; the page comes
 * last.
 */
export async function buildConsole() {
  const { outputFiles } = await build({
    entryPoints: [path.join(source, 'console.ts'), path.join(source, 'console.css')],
    outdir: consoleDirectory,
    bundle: true,
    conditions: ['@cambist/source'],
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
    write: false,
  })
  mkdirSync(consoleDirectory, { recursive: true })
  for (const { path: file, contents } of [
    ...outputFiles,
    { path: page, contents: readFileSync(path.join(source, 'index.html')) },
  ]) {
    writeFileSync(`${file}.${process.pid}`, contents)
    renameSync(`${file}.${process.pid}`, file)
  }
}

/** Builds it when its sources, or the sdk's, are newer. */
export async function ensureConsole() {
  if (isStale(page, [source, sdk])) await buildConsole()
}

if (process.argv[1] === import.meta.filename) await buildConsole()
