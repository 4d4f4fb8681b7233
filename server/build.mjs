// Bundles the server's own code into dist/main.mjs and its thread into dist/batch-reader.mjs; packages stay in node_modules but for those of many small files.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export const directory = import.meta.dirname
export const bundle = path.join(directory, 'dist', 'main.mjs')

/** Thread that reads large batches: a bundle of its own, which the server opens beside its own. */
const THREAD = path.join(directory, 'src', 'payments', 'batches', 'reader', 'worker.ts')

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

/** Writes the bundle under another name first, so that a server starting meanwhile never reads half of it. */
export async function buildServer() {
  const { outputFiles } = await build({
    entryPoints: { 'batch-reader': THREAD, main: path.join(directory, 'src', 'main.ts') },
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
  // The server's own bundle comes last: its age tells whether all are up to date.
  const isMain = (/** @type {{ path: string }} */ file) => Number(file.path === bundle)
  for (const { path: file, contents } of outputFiles.sort((a, b) => isMain(a) - isMain(b))) {
    writeFileSync(`${file}.${process.pid}`, contents)
    renameSync(`${file}.${process.pid}`, file)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer()
