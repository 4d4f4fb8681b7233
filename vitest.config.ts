import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,sdk,cli}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.crash.test.ts'],
    setupFiles: ['server/test/support/after-file.ts'],
    globalSetup: ['server/test/support/global-setup.ts'],
    pool: 'threads',
    isolate: false, // modules hold no state, and loading them anew for each file costs more than the tests
    maxWorkers: 3, // on two cores: browsers, servers and banks of the tests keep one waiting
    testTimeout: 240_000, // a busy machine is slow, and a hung test is rare
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } }, // as long as it takes: what must be fast is measured in bench/
  },
})
