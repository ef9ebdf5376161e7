// Two phones at the door of a sitting: who came is marked without a connection, sent later, and what differs is told.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { createStaff, getCode, staffPassword, type TestStaff } from '#tests/support/api/staff.ts'
import { findChromium } from '#tests/support/browser/chromium.ts'
import { prepareExercise } from '#tests/support/browser/exercises.ts'
import { expect, type Journey, test } from '#tests/support/browser/journey.ts'
import { installClock } from '#tests/support/browser/page-clock.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import type { ProductWithDatabase } from '#tests/support/browser/product-with-database.ts'
import { captureStaffPage, useStaffSession as openSession } from '#tests/support/browser/staff-pages.ts'
import { addSeatedSitting, type SeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } })

const hour = 3_600_000
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()
const times = { reportsAt: fromNow(-hour), startsAt: fromNow(-hour / 2), endsAt: fromNow(hour) }

async function prepareDoor(product: ProductWithDatabase) {
  const { id: exerciseId } = await prepareExercise(product)
  const officer = await createStaff(product, ['exam'], { name: 'Ngozi Uba', isFresh: true })
  const madeBy = officer.id
  const sitting = await addSeatedSitting(product, { count: 4, madeBy, exerciseId, sitting: times })
  const batch = { ...times, label: 'Batch B', startsAt: fromNow(2 * hour), endsAt: fromNow(3 * hour) }
  const later = await addSeatedSitting(product, { count: 1, madeBy, exerciseId, sitting: batch, venue: sitting.venue })
  const elsewhere = await addSeatedSitting(product, { count: 1, madeBy, exerciseId, sitting: times })
  return { officer, sitting, later, elsewhere, path: `/staff/sittings/${sitting.id}/door` }
}

/** The browser of a phone, which can be closed and opened again. */
async function openPhone(directory: string, product: ProductWithDatabase): Promise<BrowserContext> {
  const { executablePath, args, env } = await findChromium()
  return chromium.launchPersistentContext(directory, {
    executablePath,
    args,
    env: { ...process.env, ...env } as Record<string, string>,
    baseURL: product.url,
    viewport: { width: 360, height: 740 },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  })
}

const find = async (page: Page, text: string) => {
  await page.getByLabel('Seat, application number, slip code or name').fill(text)
  await page.keyboard.press('Enter')
}
const result = (page: Page) => page.getByRole('region', { name: 'Result' })
const markPresent = async (page: Page, seat: number) => {
  await find(page, String(seat))
  await result(page).getByRole('button', { name: 'Present' }).click()
  await expect(result(page).getByText('Present', { exact: true })).toBeVisible()
}
async function turnAway(page: Page, seat: number, reason: string) {
  await find(page, String(seat))
  await result(page).getByRole('button', { name: 'Turned away' }).click()
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Turn away' }).click()
  await expect(result(page).getByText('Turned away', { exact: true })).toBeVisible()
}
const expectWaiting = (page: Page, said: RegExp) =>
  expect(page.getByRole('status').filter({ hasText: said })).toBeVisible()
/** The files of the page are on the device once the last of them, the page itself, is. */
const expectFilesStored = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => Boolean(await (await caches.open('staff-door')).match('/staff/'))))
    .toBe(true)

async function readMarks({ database }: ProductWithDatabase, { id }: SeatedSitting) {
  const { rows } = await database.pool.query(
    `select seats.seat_number as seat, mark.state, person.name from attendance mark
      join seats on seats.id = mark.seat_id join staff person on person.id = mark.marked_by
      where seats.sitting_id = $1 order by seats.seat_number, mark.position`,
    [id],
  )
  return rows.map(({ seat, state, name }) => `${seat} ${state} ${name}`)
}

/** How many minutes before they arrived the marks of this person were made, by seat. */
async function readAges({ database }: ProductWithDatabase, { id }: TestStaff): Promise<string[]> {
  const { rows } = await database.pool.query(
    `select seats.seat_number as seat, round(extract(epoch from mark.arrived_at - mark.marked_at) / 60) as age
      from attendance mark join seats on seats.id = mark.seat_id where mark.marked_by = $1 order by seats.seat_number`,
    [id],
  )
  return rows.map(({ seat, age }) => `${seat}: ${age}`)
}

/** As the server ends a session that nobody has used for 15 minutes. */
async function leaveAlone({ database }: ProductWithDatabase, { id }: TestStaff) {
  await database.pool.query(
    `update staff_sessions set last_seen_at = now() - interval '16 minutes' where staff_id = $1`,
    [id],
  )
}

async function signInAgain(page: Page, product: ProductWithDatabase, { email }: TestStaff) {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(staffPassword)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill(getCode(product))
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function openDoor(page: Page, product: ProductWithDatabase, person: TestStaff, path: string) {
  await openSession(page, product.url, person)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: /^Door: Batch A/ })).toBeVisible()
  await expectWaiting(page, /Every mark of this device is sent/)
}

test('the door says in one large word who is right, in the wrong hall or batch, on no list, or marked already', async ({
  page,
  product,
}) => {
  const { officer, sitting, later, elsewhere, path } = await prepareDoor(product)
  await openDoor(page, product, officer, path)
  const [first] = sitting.applicants
  await find(page, first?.number ?? '')
  await expect(result(page)).toContainText('Seat 1, Batch A')
  await captureStaffPage(page, 'door-right')
  await find(page, later.applicants[0]?.number ?? '')
  await expect(result(page)).toContainText('Wrong batch')
  await find(page, elsewhere.applicants[0]?.number ?? '')
  await expect(result(page)).toContainText('Wrong hall')
  await captureStaffPage(page, 'door-wrong-hall')
  await find(page, 'Nobody')
  await expect(result(page)).toContainText('Not on any list')
  await find(page, 'amaka')
  await result(page)
    .getByRole('button', { name: /^Seat 3/ })
    .click()
  await result(page).getByRole('button', { name: 'Present' }).click()
  await expect(result(page)).toContainText('Present, marked by')
  await find(page, '3')
  await expect(result(page)).toContainText('Already present')
  await turnAway(page, 4, 'The photograph is of somebody else.')
  await captureStaffPage(page, 'door-turned-away')
  await expectWaiting(page, /Every mark of this device is sent/)
  expect(await readMarks(product, sitting)).toEqual(['3 present Ngozi Uba', '4 turned_away Ngozi Uba'])

  await page.goto(`/staff/sittings/${sitting.id}`)
  await page.getByRole('button', { name: 'Lock' }).click()
  await expect(findToast(page, 'The sitting is locked.')).toBeVisible()
  await captureStaffPage(page, 'sitting-attendance')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Attendance sheet' }).click()
  expect((await download).suggestedFilename()).toBe('Attendance sheet, Batch A.pdf')
  await page.getByRole('link', { name: 'Open the door' }).click()
  await page.getByRole('button', { name: 'Mark everybody else absent' }).click()
  await captureStaffPage(page, 'door-absentees')
  await page.getByRole('button', { name: 'Mark them absent' }).click()
  await expect(findToast(page, '2 applicants are absent.')).toBeVisible()
  await expect(page.getByText('1 present, 1 turned away, 2 absent, 0 not marked.')).toBeVisible()
})

/** A camera that shows this picture. */
function fakeCamera(picture: string) {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 480
  Object.defineProperty(navigator, 'mediaDevices', {
    value: {
      getUserMedia: async () => {
        const image = new Image()
        image.src = picture
        await image.decode()
        const draw = () => {
          const context = canvas.getContext('2d')
          if (!context) return
          context.fillStyle = '#b9b2a5'
          context.fillRect(0, 0, 640, 480)
          context.drawImage(image, 180, 100, 280, 280)
        }
        setInterval(draw, 100)
        draw()
        return canvas.captureStream(10)
      },
    },
  })
}

for (const [reader, hasOwn] of [
  ['the reader of the browser', true],
  ['the reader of the page, where the browser has none', false],
] as const)
  test(`a slip is scanned with the camera, by ${reader}`, async ({ page, product }) => {
    const { officer, sitting, path } = await prepareDoor(product)
    const { rows } = await product.database.pool.query('select slip_code as code from applications where id = $1', [
      sitting.applicants[1]?.applicationId,
    ])
    const { code } = rows[0]
    await page.addInitScript(fakeCamera, `/api/v1/slips/${code}/qr.svg`)
    await page.addInitScript(
      ([address, isThere]) => {
        const own = class {
          static getSupportedFormats = async () => ['qr_code']
          detect = async () => [{ rawValue: address }]
        }
        Object.assign(window, { BarcodeDetector: isThere ? own : undefined })
      },
      [`${product.url}/verify/${code}`, hasOwn] as const,
    )
    await openDoor(page, product, officer, path)
    await page.getByRole('button', { name: 'Scan a slip' }).click()
    await expect(result(page)).toContainText('Seat 2, Batch A')
  })

async function markOnTwoPhones(
  {
    product,
    openBrowser,
    expectFailure,
  }: Pick<Journey, 'openBrowser' | 'expectFailure'> & { product: ProductWithDatabase },
  directory: string,
) {
  const { officer, sitting, path } = await prepareDoor(product)
  const colleague = await createStaff(product, ['exam'], { name: 'Bala Sani' })
  expectFailure({ status: 'ERR_INTERNET_DISCONNECTED', url: /./ })
  // A browser without a connection may look for a newer service worker, and names no address.
  expectFailure({ status: 'An unknown error occurred when fetching the script.', url: /^$/ })
  let phone = await openPhone(directory, product)
  try {
    const one = await phone.newPage()
    const two = await openBrowser({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } })
    await installClock(two)
    await openDoor(one, product, officer, path)
    await openDoor(two, product, colleague, path)
    await expectFilesStored(one)

    await phone.setOffline(true)
    await two.context().setOffline(true)
    await markPresent(one, 1)
    await markPresent(one, 2)
    await turnAway(two, 2, 'The photograph is of somebody else.')
    await markPresent(two, 3)
    await expectWaiting(one, /2 marks wait to be sent, since/)
    await expectWaiting(two, /2 marks wait to be sent, since .*There is no connection/)
    await captureStaffPage(two, 'door-offline')
    // Twenty minutes later the session of the second has ended, too.
    await two.clock.fastForward('20:00')
    await leaveAlone(product, colleague)
    await expectWaiting(two, /2 marks wait to be sent, since .*There is no connection/)
    expect(await readMarks(product, sitting)).toEqual([])

    await phone.close()
    phone = await openPhone(directory, product)
    await phone.setOffline(true)
    const again = await phone.newPage()
    // Ten minutes after it was closed.
    await again.clock.install({ time: Date.now() + 600_000 })
    await again.goto(path)
    await expectWaiting(again, /2 marks wait to be sent, since/)
    await markPresent(again, 4)
    await expectWaiting(again, /3 marks wait to be sent/)

    expectFailure({ status: 401, url: /sittings/ })
    await two.context().setOffline(false)
    await expect(two.getByText('What you mark stays on this device until you sign in again.')).toBeVisible()
    await expectWaiting(two, /2 marks wait to be sent, since/)
    await signInAgain(two, product, colleague)
    await expectWaiting(two, /Every mark of this device is sent/)
    expect(await readAges(product, colleague)).toEqual(['2: 20', '3: 20'])
    // In another tab: the page stays as it is.
    await openSession(await phone.newPage(), product.url, officer)
    await phone.setOffline(false)
    await expectWaiting(again, /Every mark of this device is sent/)
    const told = again.getByRole('alert').filter({ hasText: 'Two devices marked differently' })
    await expect(told).toContainText('Bala Sani marked turned away')
    await captureStaffPage(again, 'door-conflict')
    const sent = [
      '1 present Ngozi Uba',
      '2 turned_away Bala Sani',
      '2 present Ngozi Uba',
      '3 present Bala Sani',
      '4 present Ngozi Uba',
    ]
    expect(await readMarks(product, sitting)).toEqual(sent)
    expect(await readAges(product, officer)).toEqual(['1: 10', '2: 10', '4: 0'])

    await told.getByRole('button', { name: 'Settle seat 2' }).click()
    await turnAway(again, 2, 'Not the applicant, as both of us say.')
    await expect(told).toBeHidden()
    await expectWaiting(again, /Every mark of this device is sent/)
    expect(await readMarks(product, sitting)).toContain('2 turned_away Ngozi Uba')
  } finally {
    await phone.close()
  }
}

test('marks of two phones that are ten and twenty minutes without a connection, one of them closed in between and one signed out, are sent later: none doubled, and what differs is told', async ({
  product,
  openBrowser,
  expectFailure,
}) => {
  const directory = await mkdtemp(join(tmpdir(), 'phone-'))
  try {
    await markOnTwoPhones({ product, openBrowser, expectFailure }, directory)
  } finally {
    await rm(directory, { recursive: true })
  }
})
