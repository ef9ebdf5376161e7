import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const unit = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  restoreMocks: true,
  // What is awaited comes in a moment; on a machine that is busy with other tests, in a long one.
  expect: { poll: { timeout: 15_000 } },
}
// Modules are loaded once per worker, not once per file: nothing here keeps state in a module.
const loadedOnce = { ...unit, isolate: false }

// A project per world: only the server's tests pay for a PostgreSQL, only the web's for a DOM.
export default defineConfig({
  plugins: [react()],
  test: {
    // Much of it waits for a database or a simulator: two at a time even on a small machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // The same everywhere, unless it is given: the tests pass in every time zone.
    env: { TZ: process.env.TZ ?? 'Africa/Lagos' },
    projects: [
      {
        extends: true,
        test: {
          ...loadedOnce,
          name: 'shared',
          include: ['src/shared/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tools/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...loadedOnce,
          name: 'server',
          include: ['src/server/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/support/postgres/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: { ...loadedOnce, name: 'simulators', include: ['src/simulators/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: 'web',
          include: ['src/web/**/*.test.{ts,tsx}'],
          environment: './tests/support/web/dom-environment.ts',
          // Scripts that a test puts into the page are not fetched, and that is no error.
          environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
          setupFiles: ['tests/support/web/web-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/support/faults/setup.ts'],
        },
      },
    ],
  },
})
