// The base of offline journeys: an unreliable network and a browser with the service worker.
import type { Page } from '@playwright/test'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import type { TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { type ExpectedFailure, expect, test as journey } from '../journey.ts'
import { restoreSession } from '../pages.ts'
import type { ProductWithDatabase } from '../product-with-database.ts'
import { expectStep } from '../wizard-pages.ts'
import { startUnreliableProxy, type UnreliableProxy } from './unreliable-proxy.ts'

const networkErrors: ExpectedFailure['status'][] = [
  'ERR_INTERNET_DISCONNECTED',
  'ERR_CONNECTION_REFUSED',
  'ERR_CONNECTION_RESET',
  'ERR_EMPTY_RESPONSE',
  'ERR_SOCKET_NOT_CONNECTED',
]

export const test = journey.extend<{ network: UnreliableProxy; networkErrorsExpected: undefined }>({
  network: async ({ product }, use) => {
    const network = await startUnreliableProxy(product.url)
    await use(network)
    await network.close()
  },
  baseURL: ({ network }, use) => use(network.url),
  serviceWorkers: 'allow',
  networkErrorsExpected: [
    async ({ expectFailure }, use) => {
      for (const status of networkErrors) expectFailure({ status, url: /./ })
      await use(undefined)
    },
    { auto: true },
  ],
})

export const findOfflineBanner = (page: Page) => page.getByText('No network.')
export const birthplaceField = (page: Page) => page.getByLabel('Place of birth')
export const expectSavedOnDevice = (page: Page) =>
  expect(page.getByText('Saved on this device only')).toBeVisible({ timeout: 20_000 })

/** The service worker has cached the app and controls this page. */
export async function expectServiceWorker(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

export async function openFormOnPage(page: Page, applicant: TestApplicant) {
  await restoreSession(page, applicant)
  await page.goto('/app/application')
  await expectStep(page, 1, 'Personal details')
  // The page does so by itself after three seconds without a call.
  await page.evaluate(() => void navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }))
  await expectServiceWorker(page)
}

export async function readServerDraft(product: ProductWithDatabase, { token }: TestApplicant) {
  const { body } = await product.call('GET', '/applications/draft', { token })
  return body.data.document
}

export async function saveServerDraft(product: ProductWithDatabase, { token }: TestApplicant, more: object = {}) {
  const answers = createCompleteAnswers('/api/v1/files/1')
  const { status } = await product.call('PUT', '/applications/draft', {
    token,
    body: { document: { ...answers, ...more }, revision: 0 },
  })
  expect(status).toBe(200)
}
