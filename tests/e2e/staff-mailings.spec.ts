// The registry writes to the applicants that are chosen in the list.
import { createStaff, getCode } from '#tests/support/api/staff.ts'
import { prepareExercise } from '#tests/support/browser/exercises.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { createUnusedAccount } from '#tests/support/fixtures/applicants.ts'

test('chosen applicants are reminded: who gets an email and who not is said before, and how far it is after', async ({
  page,
  product,
  expectFailure,
}) => {
  const { id: exerciseId } = await prepareExercise(product)
  for (const surname of ['Aba', 'Bello', 'Chike']) await createUnusedAccount(product, { exerciseId, surname })
  const held = await createUnusedAccount(product, { exerciseId, surname: 'Dankwa' })
  const registry = await createStaff(product, [{ role: 'registry', exerciseId }])
  const reason = 'Documents are being checked.'
  await registry.call('POST', `/staff/applicants/${held.userId}/hold`, { body: { reason } })
  await useStaffSession(page, product.url, registry)
  await page.goto('/staff/applicants?sort=name')
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox') })
  await expect(rows).toHaveCount(4)
  const bar = page.getByRole('region', { name: 'Chosen applicants' })
  await bar.getByRole('checkbox', { name: 'Choose all 4 on this page' }).check()
  await rows.nth(0).getByRole('checkbox').uncheck()
  await expect(bar.getByRole('status')).toHaveText('3 applicants chosen.')
  await captureStaffPage(page, 'applicants-chosen')

  await bar.getByRole('button', { name: 'Remind', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Remind' })
  await expect(dialog.getByText(/^2 applicants get an email\./)).toBeVisible()
  await expect(dialog.getByText('Left out: 1 (1 on hold).')).toBeVisible()
  await captureStaffPage(page, 'mailing-dialog')
  expectFailure({ status: 403, url: /staff\/mailings/ })
  expectFailure({ status: 400, url: /staff\/mailings/ })
  await dialog.getByRole('button', { name: 'Send 2 emails' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Code').fill(getCode(product))
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('Say why, in at least 10 characters.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The deadline is near.')
  await dialog.getByRole('button', { name: 'Send 2 emails' }).click()
  await expect(dialog.getByRole('status')).toHaveText(
    '2 emails written. They are being delivered one after the other.',
    {
      timeout: 30_000,
    },
  )
  await captureStaffPage(page, 'mailing-sent')
  await dialog.getByRole('button', { name: 'Close' }).click()

  // The same once more: nobody is left.
  await bar.getByRole('button', { name: 'Remind', exact: true }).click()
  await expect(dialog.getByText('None of the chosen applicants gets this email.')).toBeVisible()
  await expect(dialog.getByText('Left out: 3 (1 on hold, 2 written to within the last 24 hours).')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await bar.getByRole('button', { name: 'Send account details again' }).click()
  const again = page.getByRole('dialog', { name: 'Send account details again' })
  await expect(again.getByText(/^2 applicants get an email\. .* No password is sent/)).toBeVisible()
  await again.getByRole('button', { name: 'Cancel' }).click()
})
