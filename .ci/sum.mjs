// Sums vitest's JSON reports: node sum.mjs <failed steps> <report> ...; names what failed, and last prints "N passed, N failed".
import { readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'

let passed = 0
let failed = Number(process.argv[2])
for (const file of process.argv.slice(3)) {
  const { counted, faults } = countsOf(file)
  passed += counted
  failed += faults.length
  for (const fault of faults) console.log(`failed on ${basename(file, '.json')}: ${fault}`)
}
if (passed === 0) failed = Math.max(failed, 1)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** How many tests of a report passed, and a text for each of its failures. */
function countsOf(file) {
  let report
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { counted: 0, faults: ['the run ended before it wrote its report'] }
  }
  const faults = report.testResults.filter((result) => result.status === 'failed').flatMap(faultsOf)
  if (faults.length === 0 && !report.success) faults.push('the run failed outside of any test')
  return { counted: report.numPassedTests, faults }
}

/** The failed tests of a file, or the file itself where none failed: then it could not be loaded or cleaned up after. */
function faultsOf({ name, message, assertionResults }) {
  const path = relative(process.cwd(), name)
  const faults = []
  for (const test of assertionResults)
    if (test.status === 'failed')
      faults.push(`${path}: ${test.fullName}\n  ${shortened(test.failureMessages.join('\n'))}`)
  return faults.length > 0 ? faults : [`${path}\n  ${shortened(message)}`]
}

function shortened(message) {
  return `${message}`.trim().split('\n').slice(0, 12).join('\n  ')
}
