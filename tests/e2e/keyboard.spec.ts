// An applicant without a mouse: every key leaves the focus on something that can be seen, and never on the page itself.
import type { Page } from '@playwright/test'
import { createApplicantWithDraft } from '#tests/support/browser/applicants-with-draft.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast, restoreSession } from '#tests/support/browser/pages.ts'
import { expectStep, findSection } from '#tests/support/browser/wizard-pages.ts'
import { createApplicant, createNewApplicant } from '#tests/support/fixtures/applicants.ts'
import { payAtBank } from '#tests/support/simulators/simulator-controls.ts'

/** Role-like description of the element that has the focus: tag and name. */
const readFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element
      ? `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim()}`
      : ''
  })

/** Moves with Tab until the control has the focus. */
async function tabTo(page: Page, label: string) {
  const control = page
    .getByLabel(label, { exact: true })
    // A card may have the name of its button.
    .and(page.locator('input, select, textarea'))
    .or(page.getByRole('button', { name: label, exact: true }))
    .or(page.getByRole('link', { name: label, exact: true }))
    .first()
  await expect(control).toBeVisible()
  for (let n = 0; n < 60; n += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${label}; the focus is on ${await readFocus(page)}.`)
}

/** Activates the control with a key, and expects the focus to be on an element, not on the page. */
async function activate(page: Page, label: string, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, label)
  await page.keyboard.press(key)
  await expectFocus(page, label)
}

const expectFocus = (page: Page, after: string) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: `the focus after ${after}` })
    .not.toBe('BODY')

/** Returns a function that tells the tags of what has had the focus since. */
async function recordFocus(page: Page) {
  const tags = await page.evaluateHandle(() => {
    const tags: string[] = []
    addEventListener('focusin', ({ target }) => tags.push((target as Element).tagName))
    return tags
  })
  return () => tags.jsonValue()
}

async function typeInto(page: Page, label: string, text: string) {
  await tabTo(page, label)
  await page.keyboard.type(text)
}

test('an applicant gets from the login into the form with the keyboard alone', async ({
  page,
  product,
  expectFailure,
}) => {
  test.setTimeout(180_000)
  expectFailure({ status: 401, url: /users\/login$/ })
  expectFailure({ status: 400, url: /verify-remita|nin-verify/ })
  const applicant = await createNewApplicant(product)
  await page.goto('/auth/login')
  await typeInto(page, 'User ID', applicant.userId)
  await typeInto(page, 'Password', 'wrong-one')
  await activate(page, 'Login')
  await expect(findToast(page, 'User ID or password is incorrect.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Login' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(applicant.password)
  await activate(page, 'Login', 'Space')

  await expect(page).toHaveURL('/auth/update-password')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await typeInto(page, 'Password', 'four calm rivers')
  await typeInto(page, 'Confirm Password', 'four calm rivers')
  await activate(page, 'Update Password')

  await expect(page).toHaveURL('/auth/verify-nin')
  // The payment page is a document of its own, in which the browser starts at the top.
  await tabTo(page, 'Do this later')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/auth/payment')
  await activate(page, 'Generate RRR')
  const rrr = await page.getByLabel('Your RRR').getAttribute('data-rrr')
  await activate(page, 'Check now')
  await expect(page.getByRole('alert')).toContainText('not verifed')
  await expect(page.getByRole('button', { name: 'Check now' })).toBeFocused()
  await payAtBank(product, rrr ?? '')
  await activate(page, 'Check your payment')
  await expect(page.getByText('Your Application payment is Successful. Verify Your Nin.')).toBeVisible()

  await activate(page, 'Verify Nin')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await typeInto(page, 'NIN', '10000000091')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await activate(page, 'Verify')
  await expect(page.getByRole('alert')).toContainText('Contact customer service...')
  await expect(page.getByRole('button', { name: 'Verify', exact: true })).toBeFocused()
  await page.goto('/app/application')

  await expectStep(page, 1, 'Personal details')
  await typeInto(page, 'Place of birth', ' ')
  await activate(page, 'Next')
  await expect(page.getByLabel('Place of birth')).toBeFocused()
  await page.keyboard.type('Jos')
  await activate(page, 'Next')
  await expectStep(page, 2, 'Education')
  await expect(page.getByRole('heading', { level: 2, name: /^Step 2/ })).toBeFocused()
  const institution = findSection(page, 'Institutions attended').getByLabel('Institution', { exact: true })
  await expect(institution).toBeVisible()
  await activate(page, 'Next')
  await expect(institution).toBeFocused()
  await activate(page, 'Add institution', 'Space')
  await expect(institution.last()).toBeFocused()
  await tabTo(page, 'Remove Institution 2')
  // The watch over the focus loads when the browser is idle.
  await page.waitForLoadState('networkidle')
  const readRecord = await recordFocus(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  // Nothing else had it in between: a screen reader would read it out.
  expect(await readRecord()).toEqual(['BUTTON'])
  await activate(page, 'Close')
  await activate(page, 'Previous')
  await expect(page.getByRole('heading', { level: 2, name: /^Step 1/ })).toBeFocused()
})

test('whatever is sent or refused, the focus stays on its button or goes to what is wrong', async ({
  page,
  product,
  expectFailure,
}) => {
  test.setTimeout(180_000)
  expectFailure({ status: 503, url: /applications\/$/ })
  expectFailure({ status: 404, url: /verify-remita/ })
  await restoreSession(page, await createApplicant(product))
  await page.goto('/auth/payment')
  await activate(page, 'Generate RRR')
  await expect(page.getByLabel('Your RRR')).toBeVisible()
  await activate(page, 'Re-Generate')
  await expect(page.getByRole('button', { name: 'Re-Generate' })).not.toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('button', { name: 'Re-Generate' })).toBeFocused()

  await restoreSession(page, await createApplicantWithDraft(product))
  await page.goto('/app/dashboard')
  await page.getByText('Check another RRR').focus()
  await page.keyboard.press('Enter')
  await typeInto(page, 'Reference number', '123')
  await activate(page, 'Verify payment')
  await expect(page.getByText('An RRR has 12 digits.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Reference number' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('123456789012')
  await activate(page, 'Verify payment')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Verify payment' })).toBeFocused()

  await page.goto('/app/settings')
  // The watch over the focus loads when the browser is idle.
  await page.waitForLoadState('networkidle')
  await page
    .getByRole('region', { name: 'Where you are logged in' })
    .getByRole('button', { name: /^Log out/ })
    .last()
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You are not logged in anywhere else.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.goto('/app/application?step=6')
  await page.route('**/api/v1/applications/', (route) => route.fulfill({ status: 503 }), { times: 1 })
  await activate(page, 'Submit')
  await expect(page.locator(':focus').getByRole('alert')).toBeInViewport()
  await activate(page, 'Submit')
  await expect(page.getByText('Congratulations!')).toBeVisible()
  await expectFocus(page, 'the submission')

  await page.goto('/contact')
  await activate(page, 'Send')
  await page.locator('textarea').focus()
  await page.keyboard.type('My name is misspelt.')
  await activate(page, 'Send', 'Space')
  await expect(page.getByText(/We will answer by email/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeFocused()
})

test('an entry is moved on with the same key, also where the browser takes the focus from what is moved', async ({
  page,
  product,
}) => {
  // Safari, and the other browsers of before 2025, have none.
  await page.addInitScript(() => Reflect.deleteProperty(Element.prototype, 'moveBefore'))
  await restoreSession(page, await createApplicantWithDraft(product))
  await page.goto('/app/application?step=2')
  await activate(page, 'Add institution')
  await activate(page, 'Add institution')
  const find = (name: string) => page.getByRole('button', { name, exact: true })
  await activate(page, 'Move Institution 3 up')
  await expect(find('Move Institution 2 up')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(find('Move Institution 1 down')).toBeVisible()
  // At the end there is no such button any more.
  await expect(find('Institution 1')).toBeFocused()
  await activate(page, 'Move Institution 1 down')
  await expect(find('Move Institution 2 down')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(find('Institution 3')).toBeFocused()
})
