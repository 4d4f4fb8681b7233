// Starts the server, or one of its commands, from the bundle; makes the bundle and the console first when their sources are newer.
// An old Node must get as far as this check, so that everything else is imported after it.
const OLDEST = [20, 19]
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(`Cambist needs Node.js ${OLDEST.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
const { default: path } = await import('node:path')
const { pathToFileURL } = await import('node:url')
const { stop: stopEsbuild } = await import('esbuild')
const { ensureConsole } = await import('../console/build.mjs')
const { buildServer, bundle, directory } = await import('./build.mjs')
const { isStale } = await import('./stale.mjs')

if (isStale(bundle, [path.join(directory, 'src')])) await buildServer()
await ensureConsole()
await stopEsbuild() // its process would otherwise stay beside ours
process.setSourceMapsEnabled(true)
await import(pathToFileURL(bundle).href)
