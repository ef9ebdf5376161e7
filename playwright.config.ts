// The browser journeys: a real Chromium on the built product, started as a user starts it.
import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/support/browser/chromium.ts'

const { executablePath, args, env } = await findChromium()

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/browser/product-setup.ts',
  fullyParallel: true,
  // Much of a journey is waiting: the redirects take their three seconds.
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/test/journeys.json' }]],
  use: {
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    // What a service worker answers, a journey's `route` never sees; offline.spec.ts lets it work.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args, env: { ...process.env, ...env } as Record<string, string> },
  },
})
