import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { databaseDirectory } from '../../../test/support/temporary-directory.ts'
import { isRoot } from './account.ts'
import { listDisplaced, removeDisplaced } from './displaced.ts'
import { startPostgres } from './index.ts'

const root = databaseDirectory()
const places = [`${root}/lib/`, `${root}/tmp-`]
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Makes a directory that looks like a cluster of `dataDirectory`. */
function givenCluster(home: string, dataDirectory?: string): string {
  mkdirSync(path.join(home, 'data'), { recursive: true, mode: 0o700 })
  writeFileSync(path.join(home, 'password'), 'secret\n')
  if (dataDirectory) writeFileSync(path.join(home, 'state-directory'), `${path.join(dataDirectory, 'postgres')}\n`)
  return home
}

test('only a database whose data directory was deleted is removed, with nothing left', async () => {
  const dataDirectory = path.join(root, 'data')
  mkdirSync(dataDirectory) // empty, as the mount point of a volume can be
  const inUse = givenCluster(`${root}/lib/0123456789ab`, dataDirectory)
  const orphaned = givenCluster(`${root}/lib/0123456789ac`, path.join(root, 'deleted'))
  const alsoOrphaned = givenCluster(`${root}/tmp-0123456789ad`, path.join(root, 'deleted'))
  const unknown = givenCluster(`${root}/lib/0123456789ae`)
  const foreign = givenCluster(`${root}/lib/other`, path.join(root, 'deleted'))

  expect(listDisplaced(places).map(({ home, status }) => [home, status])).toEqual([
    [inUse, 'InUse'],
    [orphaned, 'Orphaned'],
    [unknown, 'Unknown'],
    [alsoOrphaned, 'Orphaned'],
  ])
  await expect(removeDisplaced(inUse, places)).rejects.toThrow(`belongs to ${dataDirectory}, which exists`)
  await expect(removeDisplaced(unknown, places)).rejects.toThrow('is not known')
  await expect(removeDisplaced(foreign, places)).rejects.toThrow('No cluster lies in')
  for (const home of [inUse, unknown, foreign]) expect(existsSync(path.join(home, 'password'))).toBe(true)

  await removeDisplaced(orphaned, places)
  await removeDisplaced(alsoOrphaned, places)
  for (const home of [orphaned, alsoOrphaned]) expect(existsSync(home)).toBe(false)
})

test('a removal that waited for a start removes nothing that the start took over', async () => {
  const dataDirectory = path.join(root, 'recreated')
  const home = givenCluster(`${root}/lib/0123456789af`, dataDirectory)
  const lock = path.join(home, 'start.lock')
  writeFileSync(lock, 'held') // by a start that has just begun
  const removal = removeDisplaced(home, places)
  mkdirSync(dataDirectory)
  rmSync(lock)
  await expect(removal).rejects.toThrow('which exists')
  expect(existsSync(path.join(home, 'password'))).toBe(true)
})

test.runIf(isRoot())(
  'root’s database is listed, kept while it runs, used again, and removed when orphaned',
  async () => {
    const dataDirectory = path.join(root, 'closed')
    const stateDir = path.join(dataDirectory, 'postgres')
    const start = () => {
      mkdirSync(dataDirectory, { mode: 0o700, recursive: true })
      return startPostgres({ stateDir, settings: { fsync: 'off' } })
    }
    const server = await start()
    const { home } = server
    const status = () => listDisplaced().find((cluster) => cluster.home === home)
    try {
      expect(status()).toEqual({ home, dataDirectory, status: 'Running' })
      rmSync(dataDirectory, { recursive: true })
      await expect(removeDisplaced(home)).rejects.toThrow('is running')
      await server.stop()
      expect(status()?.status).toBe('Orphaned')
      const again = await start()
      expect(again.home).toBe(home)
      await again.stop()
      expect(status()?.status).toBe('InUse')
      rmSync(dataDirectory, { recursive: true })
      await removeDisplaced(home)
      expect([existsSync(home), status()]).toEqual([false, undefined])
    } finally {
      await server.stop({ evenIfShared: true })
      rmSync(home, { recursive: true, force: true })
    }
  },
)
