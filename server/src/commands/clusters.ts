import { Command } from 'commander'
import { type DisplacedCluster, listDisplaced, removeDisplaced } from '../kernel/postgres/displaced.ts'

/** `clusters`: lists and removes databases that root's starts put outside their DATA_DIR. */
export const clustersCommand = (): Command =>
  new Command('clusters')
    .description('list and remove embedded databases that lie outside their DATA_DIR')
    .addHelpText(
      'after',
      `
If root starts the service with a DATA_DIR that the database account cannot reach, the database lies in /var/lib/cambist or /tmp. Deleting DATA_DIR then leaves it behind. Only such an orphaned database can be removed: never one that runs or whose DATA_DIR exists. While a volume is not mounted, its DATA_DIR can look deleted.`,
    )
    .addCommand(listCommand())
    .addCommand(removeCommand())

const listCommand = () =>
  new Command('list')
    .description('list the databases with their status and DATA_DIR')
    .option('--json', 'print the list as JSON')
    .action(({ json }: { json?: boolean }) => {
      const clusters = listDisplaced()
      console.log(json ? JSON.stringify(clusters, null, 2) : describe(clusters))
    })

const removeCommand = () =>
  new Command('remove')
    .description('remove orphaned databases with all their data, for good')
    .argument('[directories...]', 'directories of the databases, as listed')
    .option('--orphans', 'remove every orphaned database')
    .action(async (directories: string[], { orphans }: { orphans?: boolean }, command: Command) => {
      if (directories.length === 0 && !orphans) command.error('Name the directories to remove, or use --orphans.')
      const found = orphans ? listDisplaced().filter(({ status }) => status === 'Orphaned') : []
      for (const home of new Set([...directories, ...found.map((cluster) => cluster.home)])) {
        await removeDisplaced(home)
        console.log(`Removed ${home}.`)
      }
    })

function describe(clusters: DisplacedCluster[]): string {
  if (clusters.length === 0) return 'No database lies outside its DATA_DIR.'
  return clusters
    .map(({ status, home, dataDirectory }) => `${status.padEnd(8)}  ${home}  of ${dataDirectory ?? 'unknown'}`)
    .join('\n')
}
