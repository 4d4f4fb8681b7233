import { defineConfig } from 'vitest/config'

// The long crash tests (`npm run crash`): each starts servers and durable databases of its own and kills them.
export default defineConfig({
  test: {
    include: ['{server,sdk,cli}/**/*.crash.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    setupFiles: ['server/test/support/after-file.ts'],
    globalSetup: ['server/test/support/global-setup.ts'],
    fileParallelism: false,
    testTimeout: 1_200_000,
    hookTimeout: 120_000,
  },
})
