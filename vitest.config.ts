import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'
import { SOURCES } from './sdk/sources.ts'

/** The longest files, longest first: begun last, one of them would run alone at the end. */
const FIRST = [
  'test/days/days.test.ts',
  'test/site/site.test.ts',
  'test/journeys/readme.test.ts',
  'test/stopping/stopping.test.ts',
  'pages/every-page.test.ts',
  'test/packages/packages.test.ts',
  'authorisation/browser.test.ts',
  'test/conformance/conformance.test.ts',
  'test/crash/crash.test.ts',
  'test/site/samples.test.ts',
  'test/journeys/clients.test.ts',
  'test/journeys/third-party-journey.test.ts',
  'bank-files/large-files.test.ts',
  'test/simulation/mixed-load.test.ts',
  'test/contract/listeners.test.ts',
  'test/journeys/event-commands.test.ts',
  'test/contract/errors.test.ts',
  'payments/batches/batches.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = FIRST.findIndex((end) => moduleId.endsWith(end))
      return index < 0 ? FIRST.length : index
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  resolve: { alias: SOURCES },
  test: {
    include: ['{server,sdk,cli}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.crash.test.ts'],
    setupFiles: ['server/test/support/after-file.ts'],
    globalSetup: ['server/test/support/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    pool: 'threads',
    isolate: false, // modules hold no state, and loading them anew for each file costs more than the tests
    maxWorkers: 3, // on two cores: browsers, servers and banks of the tests keep one waiting
    testTimeout: 240_000, // a busy machine is slow, and a hung test is rare
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } }, // as long as it takes: what must be fast is measured in bench/
  },
})
