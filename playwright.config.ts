// The browser tests: Chromium against the built product, started with `npm start`.
import { registerHooks } from 'node:module'
import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/support/browser/chromium.ts'

// Each process that loads journeys takes half a second less for the CommonJS build of this package.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, /^drizzle-orm(\/|$)/.test(specifier) ? { ...context, conditions: ['node', 'require'] } : context),
})

const { env, ...browser } = await findChromium()

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/browser/product-setup.ts',
  // In the order of the files' names. Those that take a minute, or a worker of their own, come first: begun last, they would
  // keep the run waiting.
  fullyParallel: true,
  // More workers than a small machine has processors: journeys often wait, for instance three seconds before a redirect.
  workers: 5,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/test/journeys.json' }]],
  use: {
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    // `page.route` does not see requests that a service worker answers; only the offline tests allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: { ...browser, env: { ...process.env, ...env } as Record<string, string> },
  },
})
