// The line goes: the app opens, the form goes on, and nothing that was typed, chosen or sent is lost or sent twice. The
// network is cut both as the browser notices it (`setOffline`) and as it does not: by what stands between it and the server.
import type { BrowserContext, Page } from '@playwright/test'
import { aPaidApplicant, aReadyApplicant, type TestApplicant } from '#tests/support/accounts.ts'
import { completeAnswers } from '#tests/support/answers.ts'
import { type CuttableLine, startCuttableLine } from '#tests/support/cuttable-line.ts'
import { test as base, type ExpectedFailure, expect, expectAccessible } from '#tests/support/journey.ts'
import { comeBack, kept, toastOf } from '#tests/support/pages.ts'
import { heavyScan, letter } from '#tests/support/sample-files.ts'
import type { StagedProduct } from '#tests/support/staged-product.ts'
import { expectSaved, expectStep, section } from '#tests/support/wizard-pages.ts'

const cuts: ExpectedFailure['status'][] = [
  'ERR_INTERNET_DISCONNECTED',
  'ERR_CONNECTION_REFUSED',
  'ERR_CONNECTION_RESET',
  'ERR_EMPTY_RESPONSE',
  'ERR_SOCKET_NOT_CONNECTED',
]

const test = base.extend<{ line: CuttableLine }>({
  line: async ({ product }, use) => {
    const line = await startCuttableLine(product.url)
    await use(line)
    await line.close()
  },
  baseURL: ({ line }, use) => use(line.url),
})
test.use({ serviceWorkers: 'allow' })
test.beforeEach(({ expectFailure }) => {
  for (const status of cuts) expectFailure({ status, url: /./ })
})

const offline = (page: Page) => page.getByText('You are offline. What you write is kept on this device')
const online = (page: Page) => page.getByText('You are back online.')
const birthplace = (page: Page) => page.getByLabel('Place of birth')
const onDevice = (page: Page) => expect(page.getByText('Saved on this device only')).toBeVisible({ timeout: 20_000 })

/** The app is on the device, and this page asks the worker. */
async function expectKept(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

async function openForm(page: Page, applicant: TestApplicant) {
  await comeBack(page, applicant)
  await page.goto('/app/application')
  await expectStep(page, 1, 'Personal details')
  await expectKept(page)
}

async function serverDraft(product: StagedProduct, { token }: TestApplicant) {
  const { body } = await product.call('GET', '/applications/draft', { token })
  return body.data.document
}

test('the app opens without a line after one visit, on every screen of /app', async ({ page, product, line }) => {
  const applicant = await aPaidApplicant(product)
  await openForm(page, applicant)
  await line.cut()
  for (const [path, title] of [
    ['/app/dashboard', /Example Amina Bola/],
    ['/app/application', 'Application'],
    ['/app/prints', /./],
    ['/app/payment', /./],
    ['/app/notification', 'Notifications'],
    ['/app/settings', /./],
    ['/no/such/page', 'Page not found'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    // A page that asks the server nothing has nothing to miss.
    if (path.startsWith('/app')) await expect(offline(page)).toBeVisible()
  }
})

test('typed while the line goes, reloaded without one: every letter is there, and reaches the server', async ({
  page,
  context,
  product,
  line,
}) => {
  const applicant = await aPaidApplicant(product)
  await openForm(page, applicant)
  const text = 'Nnewi in the Anambra valley'

  await birthplace(page).pressSequentially(text.slice(0, 5), { delay: 20 })
  await context.setOffline(true)
  await birthplace(page).pressSequentially(text.slice(5, 12), { delay: 20 })
  await expect(offline(page)).toBeVisible()
  await onDevice(page)

  await birthplace(page).pressSequentially(text.slice(12, 18), { delay: 20 })
  // Chromium lets a worker through that is started while the context is offline.
  await line.cut()
  await page.reload()
  await expect(birthplace(page)).toHaveValue(text.slice(0, 18))
  await birthplace(page).press('End')
  await birthplace(page).pressSequentially(text.slice(18, 24), { delay: 20 })
  await onDevice(page)
  await expectAccessible(page)

  await line.mend()
  await context.setOffline(false)
  await birthplace(page).pressSequentially(text.slice(24), { delay: 20 })
  await expect(online(page)).toBeVisible()
  await expectSaved(page)
  expect((await serverDraft(product, applicant)).placeOfBirth).toBe(text)
  await expect(online(page)).toBeHidden()
  await expect(offline(page)).toBeHidden()
})

test('a Wi-Fi that leads nowhere is told as such, and nothing is lost by it', async ({
  page,
  product,
  line,
  expectFailure,
}) => {
  test.setTimeout(150_000)
  // What the page sent as it was left may yet arrive before what the next one sends; it is known again.
  expectFailure({ status: 409, url: /\/applications\/draft$/ })
  const applicant = await aPaidApplicant(product)
  await openForm(page, applicant)
  await birthplace(page).fill('Calabar')
  await expectSaved(page)
  line.goSilent()
  await birthplace(page).fill('Calabar South')
  await expect(offline(page)).toBeVisible({ timeout: 40_000 })

  await page.goto('/app/application')
  await expect(birthplace(page)).toHaveValue('Calabar South', { timeout: 80_000 })
  await line.mend()
  await birthplace(page).fill('Calabar South East')
  await expectSaved(page)
  expect((await serverDraft(product, applicant)).placeOfBirth).toBe('Calabar South East')
})

test('when the server got a draft and its answer was lost, nobody is asked which one counts', async ({
  page,
  product,
  line,
  expectFailure,
}) => {
  const applicant = await aPaidApplicant(product)
  await openForm(page, applicant)
  await birthplace(page).fill('Onitsha')
  await expectSaved(page)

  expectFailure({ status: 409, url: /\/applications\/draft$/ })
  const lost = line.loseAnswers()
  await birthplace(page).fill('Onitsha, by the river')
  await lost
  await line.cut()
  await expect.poll(async () => (await serverDraft(product, applicant)).placeOfBirth).toBe('Onitsha, by the river')
  await birthplace(page).fill('Onitsha, by the river Niger')
  await onDevice(page)
  await page.reload()
  await expect(birthplace(page)).toHaveValue('Onitsha, by the river Niger')

  await line.mend()
  await expectSaved(page)
  await expect(page.getByText('Your form was changed in another window')).toBeHidden()
  expect((await serverDraft(product, applicant)).placeOfBirth).toBe('Onitsha, by the river Niger')
})

test('whoever comes without a line to a device that holds no form may begin one, and the older one is not lost', async ({
  page,
  product,
  line,
  expectFailure,
}) => {
  const applicant = await aPaidApplicant(product)
  await openForm(page, applicant)
  await page.goto('/app/dashboard')
  await product.call('PUT', '/applications/draft', {
    token: applicant.token,
    body: {
      document: { ...completeAnswers('/api/v1/files/1'), academicQualification: [], placeOfBirth: 'Older' },
      revision: 0,
    },
  })
  await page.evaluate(() => localStorage.removeItem('formData'))
  await line.cut()
  await page.goto('/app/application')
  await expect(page.getByText('What you saved before is on our server')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Start a blank form' }).click()
  await birthplace(page).fill('Newer')
  await onDevice(page)
  expectFailure({ status: 409, url: /\/applications\/draft$/ })
  await line.mend()
  await expect(page.getByText('Your form was changed in another window')).toBeVisible({ timeout: 45_000 })
  await page.getByRole('button', { name: 'Use the newer one' }).click()
  await expect(birthplace(page)).toHaveValue('Older')
})

test('files wait for the line and go by themselves: each arrives once', async ({ page, product, line }) => {
  const applicant = await aReadyApplicant(product)
  await seedDraft(product, applicant, { academicQualification: [] })
  await comeBack(page, applicant)
  await page.goto('/app/application?step=4')
  await expectStep(page, 2, 'Education')
  await expectKept(page)
  await section(page, 'Academic qualifications').getByRole('button', { name: 'Add academic qualification' }).click()

  const files = await Promise.all(['first.png', 'second.png', 'third.png'].map(heavyScan))
  const isCut = line.cutAfter(400_000)
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Choose files/ }).click()
  await (await picker).setFiles(files)
  await isCut
  await expect(page.getByText('Waits for the line')).toHaveCount(3)
  await expect(offline(page)).toBeVisible()
  await expect(page.getByText('File upload failed')).toBeHidden()
  await expectAccessible(page)

  await line.mend()
  await expect(page.getByRole('link', { name: /^View File \d+$/ })).toHaveCount(3, { timeout: 45_000 })
  await expect(toastOf(page, 'Files uploaded successfully!')).toBeVisible()
  await expectSaved(page)
  const [qualification] = (await serverDraft(product, applicant)).academicQualification
  expect(new Set(qualification.fileUrl).size).toBe(3)
  expect(qualification.fileUrl).toHaveLength(3)
})

test('Submit without a line says so and keeps everything; with one it goes through', async ({
  page,
  product,
  line,
}) => {
  const applicant = await aReadyApplicant(product)
  await openPreview(page, product, applicant)
  await line.cut()
  await page.getByRole('button', { name: 'Submit' }).click()
  const problem = page.getByRole('alert').filter({ hasText: 'An error occurred submitting application.' })
  await expect(problem).toContainText('Your answers are kept; press Submit again')
  await expect(problem).toContainText('You are offline.')
  expect((await product.call('GET', '/applications/my', { token: applicant.token })).status).toBe(404)

  await page.reload()
  await expectStep(page, 6, 'Preview')
  await line.mend()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Congratulations!')).toBeVisible()
})

test('when the answer to Submit is lost, pressing it again gives the same application', async ({
  page,
  product,
  line,
}) => {
  const applicant = await aReadyApplicant(product)
  await openPreview(page, product, applicant)
  const lost = line.loseAnswers()
  await page.getByRole('button', { name: 'Submit' }).click()
  await lost
  await expect(page.getByText('press Submit again')).toBeVisible()
  const { status, body } = await product.call('GET', '/applications/my', { token: applicant.token })
  expect(status).toBe(200)

  await line.mend()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Congratulations!')).toBeVisible()
  await expect(page.getByText(/^Application ID: /)).toContainText(body.data.applicationId)
})

test('a session that ends in the middle takes no letter along', async ({ page, product, expectFailure }) => {
  const applicant = await aPaidApplicant(product)
  await openForm(page, applicant)
  await birthplace(page).fill('Ikot Ekpene')
  await expectSaved(page)
  expectFailure({ status: 401, url: /\/api\/v1\// })
  const { token } = await page.evaluate(() => ({ token: localStorage.getItem('token') ?? '' }))
  await product.call('POST', '/users/logout', { token })
  await birthplace(page).pressSequentially(' town', { delay: 20 })
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByText('Your session has ended. Log in again.').first()).toBeVisible()

  await page.getByLabel('User ID').fill(applicant.userId)
  await page.getByLabel('Password', { exact: true }).fill(applicant.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/app/dashboard')
  await page.goto('/app/application')
  await expect(birthplace(page)).toHaveValue('Ikot Ekpene town')
  await expectSaved(page)
  expect((await serverDraft(product, applicant)).placeOfBirth).toBe('Ikot Ekpene town')
})

test('what is kept on the device is the app, and nothing of anybody who used it', async ({
  page,
  context,
  product,
  expectFailure,
}) => {
  expectFailure({ status: 400, url: /\/slips\/0000-0000$/ })
  const applicant = await aReadyApplicant(product)
  await openForm(page, applicant)
  await birthplace(page).fill('Secret place')
  await expectSaved(page)
  for (const path of ['/app/dashboard', '/app/prints', '/app/payment', '/auth/payment', '/verify/0000-0000', '/']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto('/app/dashboard')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/auth/login')

  const { paths, text } = await everythingCached(context)
  expect(paths.length).toBeGreaterThan(30)
  expect(
    paths.filter(
      (path) => !/^\/(assets\/[\w.-]+\.(js|css)|app\/dashboard|[\w-]+\.(svg|woff2|webmanifest))$/.test(path),
    ),
  ).toEqual([])
  for (const words of [applicant.userId, applicant.email, applicant.token, 'Secret place', 'Amina'])
    expect(text).not.toContain(words)
  expect(Object.keys(await kept(page))).toEqual([])
})

test('the shell that is kept has the strict policy, and the payment page its own again when the line is back', async ({
  page,
  context,
  product,
}) => {
  const applicant = await aPaidApplicant(product)
  await openForm(page, applicant)
  const policy = await page.evaluate(async () =>
    (await caches.match('/app/dashboard'))?.headers.get('content-security-policy'),
  )
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-src 'none'")
  await context.setOffline(true)
  await page.goto('/auth/payment').catch(() => {})
  await context.setOffline(false)
  const answer = await page.goto('/auth/payment')
  expect(answer?.fromServiceWorker()).toBe(false)
  expect(answer?.headers()['content-security-policy']).toContain(
    `frame-src http://localhost:${new URL(product.remita).port}`,
  )
})

async function seedDraft(product: StagedProduct, { token }: TestApplicant, more: object = {}) {
  const answers = completeAnswers('/api/v1/files/1')
  const { status } = await product.call('PUT', '/applications/draft', {
    token,
    body: { document: { ...answers, ...more }, revision: 0 },
  })
  expect(status).toBe(200)
}

/** A complete form, its one file uploaded for real, opened at its preview. */
async function openPreview(page: Page, product: StagedProduct, applicant: TestApplicant) {
  const form = new FormData()
  const { buffer, mimeType, name } = await letter('certificate.pdf')
  form.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const uploaded = await fetch(`${product.url}/api/v1/upload/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${applicant.token}` },
    body: form,
  })
  const { fileUrl } = await uploaded.json()
  await seedDraft(product, applicant, completeAnswers(fileUrl))
  await comeBack(page, applicant)
  await page.goto('/app/application?step=6')
  await expectStep(page, 6, 'Preview')
  await expect(page.getByRole('heading', { name: 'Referees' })).toBeVisible()
  await expectKept(page)
}

async function everythingCached(context: BrowserContext) {
  const [page] = context.pages()
  if (!page) throw new Error('No page is open.')
  return page.evaluate(async () => {
    const paths: string[] = []
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        paths.push(new URL(request.url).pathname)
        texts.push((await (await cache.match(request))?.text()) ?? '')
      }
    }
    return { paths, text: texts.join('\n') }
  })
}
