// What every journey without a line begins with: a line that can be cut, a browser that keeps the app, and an open form.
import type { Page } from '@playwright/test'
import type { TestApplicant } from '../fixtures/accounts.ts'
import { completeAnswers } from '../fixtures/answers.ts'
import { type CuttableLine, startCuttableLine } from './cuttable-connection.ts'
import { type ExpectedFailure, expect, test as journey } from './journey.ts'
import { comeBack } from './pages.ts'
import type { StagedProduct } from './staged-product.ts'
import { expectStep } from './wizard-pages.ts'

const cuts: ExpectedFailure['status'][] = [
  'ERR_INTERNET_DISCONNECTED',
  'ERR_CONNECTION_REFUSED',
  'ERR_CONNECTION_RESET',
  'ERR_EMPTY_RESPONSE',
  'ERR_SOCKET_NOT_CONNECTED',
]

export const test = journey.extend<{ line: CuttableLine; cutsAreMeant: undefined }>({
  line: async ({ product }, use) => {
    const line = await startCuttableLine(product.url)
    await use(line)
    await line.close()
  },
  baseURL: ({ line }, use) => use(line.url),
  serviceWorkers: 'allow',
  cutsAreMeant: [
    async ({ expectFailure }, use) => {
      for (const status of cuts) expectFailure({ status, url: /./ })
      await use(undefined)
    },
    { auto: true },
  ],
})

export const offline = (page: Page) => page.getByText('You are offline. What you write is kept on this device')
export const birthplace = (page: Page) => page.getByLabel('Place of birth')
export const expectOnDevice = (page: Page) =>
  expect(page.getByText('Saved on this device only')).toBeVisible({ timeout: 20_000 })

/** The app is on the device, and this page asks the worker. */
export async function expectKept(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

export async function openForm(page: Page, applicant: TestApplicant) {
  await comeBack(page, applicant)
  await page.goto('/app/application')
  await expectStep(page, 1, 'Personal details')
  await expectKept(page)
}

export async function serverDraft(product: StagedProduct, { token }: TestApplicant) {
  const { body } = await product.call('GET', '/applications/draft', { token })
  return body.data.document
}

export async function seedDraft(product: StagedProduct, { token }: TestApplicant, more: object = {}) {
  const answers = completeAnswers('/api/v1/files/1')
  const { status } = await product.call('PUT', '/applications/draft', {
    token,
    body: { document: { ...answers, ...more }, revision: 0 },
  })
  expect(status).toBe(200)
}
