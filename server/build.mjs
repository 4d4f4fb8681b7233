// Bundles the server's own code into dist/main.mjs and its threads beside it; packages stay in node_modules but for those of many small files.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export const directory = import.meta.dirname
export const bundle = path.join(directory, 'dist', 'main.mjs')

/** Threads: those that read large files and set documents are bundles of their own, which the server opens beside its own. */
const THREADS = {
  'bank-file-reader': path.join(directory, 'src/payments/rails/file/reader/worker.ts'),
  'batch-reader': path.join(directory, 'src/payments/batches/reader/worker.ts'),
  'document-setter': path.join(directory, 'src/documents/thread/worker.ts'),
}

/** Packages in the bundle: Node needs a quarter of a second to load typebox's 680 files. */
const INCLUDED = ['typebox', '@fastify/type-provider-typebox']

/** Leaves other packages out of the bundle. */
const packagesOutside = {
  name: 'packages-outside',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) => {
      const isIncluded = INCLUDED.some((each) => name === each || name.startsWith(`${each}/`))
      return kind === 'entry-point' || isIncluded ? undefined : { path: name, external: true }
    })
  },
}

/** Matches the brace of an object literal that begins with a spread, as esbuild prints it. */
const SPREAD_FIRST = /(?<=[([=:,?|&>]\s*|\breturn )\{(?=\s*\.\.\.)/g

/**
 * Gives each object literal that begins with a spread another first property: the prototype that it has anyway. The
 * objects stay the same. Without it Node 20 needs a microsecond for each property that is added after the spread, which was
 * a quarter of the time of a payment. Newer versions of Node are faster without it.
 *
 * @param {string} code as esbuild prints it
 */
export const withoutLeadingSpreads = (code) => code.replace(SPREAD_FIRST, '{ __proto__: Object.prototype,')

/** True for the versions of Node.js whose spreads are slow. */
export const hasSlowSpreads = Number(process.versions.node.split('.')[0]) < 22

/**
 * Bundles a program that starts the server into dist, beside the server's threads. Files are written under another name
 * first, so that a server starting meanwhile never reads half of one.
 *
 * @param {string} name of the file, without `.mjs`
 * @param {string} entry the program's own file
 * @returns {Promise<string>} the bundle
 */
export async function buildProgram(name, entry) {
  const file = path.join(path.dirname(bundle), `${name}.mjs`)
  const { outputFiles } = await build({
    entryPoints: { ...THREADS, [name]: entry },
    outdir: path.dirname(bundle),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    plugins: [packagesOutside],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'error',
    write: false,
  })
  mkdirSync(path.dirname(bundle), { recursive: true })
  // The program comes last: its age tells whether all are up to date.
  const isLast = (/** @type {{ path: string }} */ output) => Number(output.path === file)
  for (const { path: output, text } of outputFiles.sort((a, b) => isLast(a) - isLast(b))) {
    const isSlow = hasSlowSpreads && output.endsWith('.mjs')
    writeFileSync(`${output}.${process.pid}`, isSlow ? withoutLeadingSpreads(text) : text)
    renameSync(`${output}.${process.pid}`, output)
  }
  return file
}

/** Bundles the server. */
export const buildServer = () => buildProgram('main', path.join(directory, 'src', 'main.ts'))

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer()
