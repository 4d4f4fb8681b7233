import { defineConfig } from 'vitest/config'

/** Runs the sample with the setup of every test file. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.sample.ts'],
    setupFiles: ['../../support/after-file.ts'],
    isolate: false,
  },
})
