// Builds the console into dist: one page, one script, one style sheet, no request to anywhere but the service.
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

const source = path.join(import.meta.dirname, 'src')
export const consoleDirectory = path.join(import.meta.dirname, 'dist')

export async function buildConsole() {
  rmSync(consoleDirectory, { recursive: true, force: true })
  mkdirSync(consoleDirectory, { recursive: true })
  cpSync(path.join(source, 'index.html'), path.join(consoleDirectory, 'index.html'))
  await build({
    entryPoints: [path.join(source, 'console.ts'), path.join(source, 'console.css')],
    outdir: consoleDirectory,
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  })
}

if (process.argv[1] === import.meta.filename) await buildConsole()
