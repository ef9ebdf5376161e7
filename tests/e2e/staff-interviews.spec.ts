// An interview from its panel to a result: each member scores alone on a phone, and the mean becomes the result.
import { createStaff } from '#tests/support/api/staff.ts'
import { prepareExercise } from '#tests/support/browser/exercises.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { addSeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'

test('a panel is added, each member hands in a sheet, and another person confirms the result from their mean', async ({
  page,
  product,
}) => {
  test.setTimeout(120_000)
  const officer = await createStaff(product, ['exam'], { name: 'Ngozi Uba' })
  const registry = await createStaff(product, ['registry'], { name: 'Ibrahim Musa' })
  const members = [
    await createStaff(product, ['reviewer'], { name: 'Adaeze Nwankwo' }),
    await createStaff(product, ['chair'], { name: 'Bolanle Fashola' }),
  ] as const
  const { id: exerciseId, year } = await prepareExercise(product)
  const { id } = await addSeatedSitting(product, {
    count: 4,
    madeBy: officer.id,
    exerciseId,
    sitting: { kind: 'interview', label: 'Interviews' },
  })
  await useStaffSession(page, product.url, officer)

  await test.step('the exam officer adds the panel and arranges the times', async () => {
    await page.goto(`/staff/sittings/${id}?exercise=${year}`)
    await page.getByRole('button', { name: 'Add a panel' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a panel' })
    await dialog.getByLabel('Name').fill('Panel A')
    for (const name of ['Adaeze Nwankwo', 'Bolanle Fashola']) await dialog.getByLabel(name).check()
    await captureStaffPage(page, 'panel-add')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await findToast(page, 'The panel is added.')
    await page.getByRole('button', { name: 'Arrange the times' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Arrange' }).click()
    await expect(page.getByText('4 applicants have a time now.')).toBeVisible()
    await captureStaffPage(page, 'slots-arranged')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('cell', { name: '0 of 2' })).toHaveCount(4)
    await captureStaffPage(page, 'sitting-interview')
  })

  const applicant = page.getByRole('link', { name: /^Sule Amaka, / }).first()
  for (const [index, member] of members.entries())
    await test.step(`member ${index + 1} finds the interview and hands in a sheet`, async () => {
      await useStaffSession(page, product.url, member)
      await page.goto('/staff/interviews')
      await expect(applicant).toBeVisible()
      await captureStaffPage(page, `interviews-${index}`)
      await applicant.click()
      await expect(page.getByRole('heading', { name: 'Your score sheet' })).toBeVisible()
      await page.getByLabel('Command of the subject').fill('25')
      await captureStaffPage(page, `interview-sheet-${index}`)
      for (const label of ['Teaching', 'Research', 'Experience', 'Conduct']) await page.getByLabel(label).fill('15')
      await page.getByLabel('Command of the subject').fill(String(12 + index * 4))
      await expect(page.getByText(`Total: ${72 + index * 4} of 100`)).toBeVisible()
      await page.getByRole('button', { name: 'Hand in the sheet' }).click()
      await findToast(page, 'Your sheet is handed in.')
      await captureStaffPage(page, `interview-handed-in-${index}`)
    })

  await test.step('the officer enters the mean, and the registry confirms it', async () => {
    const interview = page.url()
    await useStaffSession(page, product.url, officer)
    await page.goto(interview)
    await expect(page.getByText('72 and 76')).toBeVisible()
    await captureStaffPage(page, 'interview-complete')
    await page.getByRole('button', { name: 'Enter the mean as the result' }).click()
    await findToast(page, 'Entered. Another person must confirm it.')
    await useStaffSession(page, product.url, registry)
    await page.goto(`/staff/results?exercise=${year}`)
    await expect(page.getByRole('cell', { name: '74 of 100' })).toBeVisible()
    await captureStaffPage(page, 'results-waiting')
    await page.getByRole('button', { name: /^Confirm the Interview result of/ }).click()
    await findToast(page, 'Confirmed. The applicant sees it once it is published.')
    await expect(page.getByRole('cell', { name: '74', exact: true })).toBeVisible()
  })
})

test('a result is entered by hand', async ({ page, product }) => {
  const officer = await createStaff(product, ['exam'])
  const { id: exerciseId, year } = await prepareExercise(product)
  const { applicants } = await addSeatedSitting(product, { count: 1, madeBy: officer.id, exerciseId })
  await useStaffSession(page, product.url, officer)
  await page.goto(`/staff/results?exercise=${year}`)
  await page.getByRole('button', { name: 'Enter a result…' }).click()
  await page.getByLabel('Application number').fill(applicants[0]?.number ?? '')
  await captureStaffPage(page, 'result-enter')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Score').fill('61.5')
  await captureStaffPage(page, 'result-enter-score')
  await page.getByRole('button', { name: 'Enter', exact: true }).click()
  await findToast(page, 'Entered. Another person must confirm it.')
  await expect(page.getByRole('cell', { name: '61.5 of 100' })).toBeVisible()
})
