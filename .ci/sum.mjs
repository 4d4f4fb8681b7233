// Sums vitest's JSON reports: node sum.mjs <failed steps> <report> ...; prints "N passed, N failed".
import { readFileSync } from 'node:fs'

let passed = 0
let failed = Number(process.argv[2])
for (const file of process.argv.slice(3)) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    passed += report.numPassedTests
    // A file that could not be loaded has no failed test to count, and a run may fail outside of any test.
    const unloaded = report.testResults.filter(
      (result) => result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'),
    )
    const inFiles = report.numFailedTests + unloaded.length
    failed += inFiles || (report.success ? 0 : 1)
  } catch {
    failed += 1 // the run ended before it wrote its report
  }
}
if (passed === 0) failed = Math.max(failed, 1)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
