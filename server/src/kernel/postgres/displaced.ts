import { lstatSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { databaseAccounts } from './account.ts'
import { displacedPlaces, isOurs, ownerFile } from './home.ts'
import { withLock } from './lock.ts'
import { isServed } from './server.ts'
import { removeRememberedSocket } from './socket.ts'

/**
 * Reason that a cluster may or may not be removed. `Running`: its server runs. `InUse`: its data directory exists. `Orphaned`:
 * its data directory was deleted. `Unknown`: an earlier release did not record where it belongs.
 */
type ClusterStatus = 'Running' | 'InUse' | 'Orphaned' | 'Unknown'

/** A cluster outside its data directory, where root's start put it. */
export interface DisplacedCluster {
  home: string
  /** The data directory that it belongs to, if recorded. */
  dataDirectory: string | undefined
  status: ClusterStatus
}

/** Lists the clusters that lie outside their data directories, ordered by path. */
export function listDisplaced(places = displacedPlaces): DisplacedCluster[] {
  return places
    .flatMap((place) => homesAt(place))
    .map(describeCluster)
    .toSorted((a, b) => (a.home < b.home ? -1 : 1))
}

/**
 * Removes an orphaned cluster with its data. Checks under the cluster's start lock, so that no start takes it over
 * meanwhile.
 *
 * @throws Error with a sentence for the operator if the cluster is unknown, runs, or belongs to a data directory
 */
export async function removeDisplaced(home: string, places = displacedPlaces): Promise<void> {
  const listed = () => listDisplaced(places).find((cluster) => cluster.home === path.resolve(home))
  checkOrphaned(home, listed())
  const lock = path.join(path.resolve(home), 'start.lock')
  await withLock(lock, async () => {
    checkOrphaned(home, listed())
    removeRememberedSocket(home, databaseAccounts(path.join(home, 'data'))?.server)
    // The record goes last: an interrupted removal stays listed as orphaned.
    const last = [path.basename(lock), ownerFile]
    for (const name of readdirSync(home).filter((entry) => !last.includes(entry))) {
      rmSync(path.join(home, name), { recursive: true, force: true, maxRetries: 10 })
    }
    rmSync(path.join(home, ownerFile))
  })
  rmdirSync(home)
}

function checkOrphaned(home: string, cluster: DisplacedCluster | undefined): void {
  if (!cluster) throw new Error(`No cluster lies in ${home}. List them: npm run clusters -- list`)
  const { status, dataDirectory } = cluster
  if (status === 'Running') throw new Error(`The database in ${home} is running. Stop it first.`)
  if (status === 'InUse') throw new Error(`The database in ${home} belongs to ${dataDirectory}, which exists.`)
  if (status === 'Unknown') {
    throw new Error(
      `The data directory of the database in ${home} is not known. Start the service once with its DATA_DIR to record it.`,
    )
  }
}

/** Returns the directories that match a place, such as /tmp/cambist-0123456789ab, and that no other user planted. */
function homesAt(place: string): string[] {
  const parent = path.dirname(`${place}x`)
  const prefix = path.basename(`${place}x`).slice(0, -1)
  return namesIn(parent)
    .filter((name) => name.startsWith(prefix) && /^[0-9a-f]{12}$/.test(name.slice(prefix.length)))
    .map((name) => path.join(parent, name))
    .filter((home) => isOurs(home) && lstatSync(path.join(home, 'data'), { throwIfNoEntry: false }) !== undefined)
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch (error) {
    if (['ENOENT', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

function describeCluster(home: string): DisplacedCluster {
  const state = readOwner(home)
  const dataDirectory = state && path.dirname(state)
  if (isServed(path.join(home, 'data'))) return { home, dataDirectory, status: 'Running' }
  if (!dataDirectory) return { home, dataDirectory, status: 'Unknown' }
  return { home, dataDirectory, status: isMissing(dataDirectory) ? 'Orphaned' : 'InUse' }
}

function readOwner(home: string): string | undefined {
  try {
    return readFileSync(path.join(home, ownerFile), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

/** Returns true only if the directory does not exist: one that cannot be read may be a volume that fails for a moment. */
function isMissing(directory: string): boolean {
  try {
    return statSync(directory, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}
