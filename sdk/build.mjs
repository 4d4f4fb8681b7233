// Builds the package into dist: ES modules, CommonJS, and declarations of both.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const directory = import.meta.dirname
const compiler = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript')), 'tsc.js')

const FORMATS = {
  esm: { type: 'module', options: [] },
  cjs: {
    type: 'commonjs',
    options:
      '--module commonjs --moduleResolution node10 --esModuleInterop true --verbatimModuleSyntax false --customConditions null'.split(
        ' ',
      ),
  },
}

/** Compiles each format into a draft, which then replaces dist: no reader sees half of it. */
export function buildSdk(target = path.join(directory, 'dist')) {
  const draft = mkdtempSync(path.join(directory, '.dist-'))
  try {
    for (const [name, { type, options }] of Object.entries(FORMATS)) {
      const folder = path.join(draft, name)
      const project = ['-p', path.join(directory, 'tsconfig.build.json'), '--outDir', folder]
      execFileSync(process.execPath, [compiler, ...project, ...options], { stdio: 'inherit' })
      nameFiles(folder)
      writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify({ type })}\n`)
    }
    chmodSync(draft, 0o755)
    rmSync(target, { recursive: true, force: true })
    renameSync(draft, target)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Lets declarations import the compiled files: the compiler leaves the names of the sources in them. */
function nameFiles(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue
    const file = path.join(folder, name)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/((?:from|import\() ?')(\.{1,2}\/[^']+)\.ts'/g, "$1$2.js'"))
  }
}

if (process.argv[1] === import.meta.filename) buildSdk()
