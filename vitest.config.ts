import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'
import { reactAliases } from './tools/build/react/aliases.mjs'

// More memory, and no other threads, for the collection of garbage: a twentieth less processor time.
const workerOptions = [
  '--max-semi-space-size=64',
  '--initial-heap-size=512',
  '--no-flush-bytecode',
  '--single-threaded-gc',
]

// At least three workers, because many tests wait for a database or a simulator.
const workers = Math.max(3, availableParallelism() - 1)

const unit = {
  execArgv: workerOptions,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  restoreMocks: true,
  // Long enough for a busy machine.
  expect: { poll: { timeout: 15_000 } },
}
// Loads modules once per worker instead of once per file: no module here has state that tests could share.
const sharedModules = { ...unit, isolate: false }

const browserModules = {
  ...sharedModules,
  // After the server's tests and with more workers, as they wait more, for timers and answers, and other parts of the suite
  // have ended by then.
  sequence: { groupOrder: 1 },
  maxWorkers: workers + 2,
  environment: './tests/support/ui/dom-environment.ts',
  // Scripts that a test puts into the page are not fetched, and that is no error.
  environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
  setupFiles: ['tests/support/ui/setup.ts'],
}

/** Importing the ES modules of this package costs each worker a second of processor time, its CommonJS build a tenth. */
const drizzleAsCommonJs: Plugin = {
  name: 'drizzle-as-commonjs',
  enforce: 'pre',
  resolveId: (id) => (/^drizzle-orm(\/|$)/.test(id) ? createRequire(import.meta.url).resolve(id) : undefined),
}

// One project per world: only the server's tests need PostgreSQL, only the web's a DOM.
export default defineConfig({
  plugins: [drizzleAsCommonJs],
  test: {
    maxWorkers: workers,
    env: {
      // The same everywhere, unless it is given: the tests pass in every time zone.
      TZ: process.env.TZ ?? 'Africa/Lagos',
      // For threads and programs that tests start: compiling their sources takes longer than many of those tests.
      NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/node'),
    },
    // Transformed modules are kept between runs. `npm ci` would remove the default place below node_modules.
    fsModuleCachePath: '.cache/vitest',
    projects: [
      // Tests of deploy/, with programs that many machines lack: `npm run test:deploy`.
      ...(process.env.DEPLOY
        ? [
            {
              extends: true as const,
              test: {
                ...unit,
                name: 'deploy',
                include: ['tests/deploy/**/*.test.ts'],
                globalSetup: ['tests/support/faults/setup.ts'],
                // They start dozens of processes each and measure times.
                fileParallelism: false,
              },
            },
          ]
        : []),
      {
        extends: true,
        test: {
          ...sharedModules,
          // Some read all sources.
          testTimeout: 120_000,
          name: 'shared',
          include: ['src/shared/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tools/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...sharedModules,
          name: 'server',
          include: ['src/{server,demo}/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/support/postgres/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: { ...sharedModules, name: 'simulators', include: ['src/simulators/**/*.test.ts'] },
      },
      // What both apps use is tested with Preact, which renders the applicants' pages, and with React.
      {
        extends: true,
        resolve: { alias: reactAliases },
        test: {
          ...browserModules,
          name: 'applicant',
          include: ['src/{kit,applicant}/**/*.test.{ts,tsx}'],
          execArgv: [...workerOptions, '--import', './tools/build/react/register.mjs'],
        },
      },
      {
        extends: true,
        test: { ...browserModules, name: 'staff', include: ['src/{kit,staff}/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: 'smoke',
          include: ['tests/smoke/**/*.test.ts'],
          globalSetup: ['tests/support/postgres/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...sharedModules,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/support/faults/setup.ts'],
        },
      },
    ],
  },
})
