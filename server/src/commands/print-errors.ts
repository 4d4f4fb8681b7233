import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import '../composition/api.ts' // every module's table of refusals, with those of the operator's commands
import './operator.ts'
import { lifecyclePage } from '../payments/index.ts'
import { allRefusals } from '../kernel/values/refusals.ts'
import { errorReference, errorReferenceFile } from './error-reference.ts'

const lifecyclePageFile = path.join(path.dirname(errorReferenceFile), 'payment-life-cycle.md')

/** `print-errors`: writes the error reference and the life cycle of payments into the documentation. */
export const printErrorsCommand = () =>
  new Command('print-errors')
    .description('write docs/errors.md and docs/payment-life-cycle.md from the tables in the source')
    .action(() => {
      writeFileSync(errorReferenceFile, errorReference(allRefusals()))
      writeFileSync(lifecyclePageFile, lifecyclePage())
      console.log(`wrote ${errorReferenceFile} and ${lifecyclePageFile}`)
    })
