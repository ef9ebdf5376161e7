// The browser journeys: a real Chromium on the built product, started as a user starts it.
import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/support/chromium.ts'
import { findFreePorts } from './tests/support/free-ports.ts'
import { addressesAt } from './tests/support/product.ts'

// The workers read this file too: they must come to the same port.
process.env.E2E_PORT ??= String(await findFreePorts(4300, 5))
const { executablePath, args, env } = await findChromium()

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/product-setup.ts',
  // Journeys share the demo's accounts and the machine's two cores.
  workers: 1,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/test/journeys.json' }]],
  use: {
    baseURL: addressesAt(Number(process.env.E2E_PORT)).url,
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: { executablePath, args, env: { ...process.env, ...env } as Record<string, string> },
  },
})
