import type { Command } from 'commander'
import { readBacklog } from '../../kernel/jobs/backlog.ts'
import type { Run } from './run.ts'

/** Registers the command that shows the backlog of scheduled jobs. */
export function jobCommands(operator: Command, run: Run): void {
  operator
    .command('list-backlog')
    .description('list the due jobs of each partition: their number, and the seconds that the oldest has waited')
    .addHelpText('after', '\nExample:\n  npm run operator -- list-backlog')
    .action(() =>
      run(async (tx, { at }) =>
        (await readBacklog(tx, at)).map(({ lane: partition, depth, oldestSeconds }) => ({
          partition,
          due: depth,
          oldestSeconds: Math.round(oldestSeconds),
        })),
      ),
    )
}
