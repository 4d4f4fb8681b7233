// Starts the server, or one of its commands, from the bundle; makes the bundle and the console first when their sources are newer.
// `npm start` then builds the documentation in the background where it is missing or out of date.
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

const isServer = ['serve', undefined].includes(process.argv[2])
if (isServer && process.env.npm_lifecycle_event === 'start') await buildSiteInBackground()

async function buildSiteInBackground() {
  const { isSiteStale, siteProgram } = await import('../site/build.mjs')
  if (!isSiteStale()) return
  const { spawn } = await import('node:child_process')
  const { constants, setPriority } = await import('node:os')
  const child = spawn(process.execPath, [siteProgram, '--if-stale'], { stdio: ['ignore', 'ignore', 'inherit'] })
  child.on('spawn', () => setPriority(child.pid, constants.priority.PRIORITY_LOW))
  child.on('error', (error) => console.error(`The documentation could not be built: ${error.message}`))
  child.unref()
  process.on('exit', () => child.kill())
}
