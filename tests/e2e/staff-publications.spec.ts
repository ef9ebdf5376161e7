// One person makes a publication and proposes it; another looks at it, sees what was decided anew, and approves it.
import { randomBytes } from 'node:crypto'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import {
  type AddedApplication,
  addApplications,
  decideApplications,
} from '#tests/support/fixtures/many-applications.ts'

type Product = Parameters<typeof createStaff>[0] & Parameters<typeof addApplications>[0]

const unreadable = { code: 'document_unreadable', type: 'Document', reason: 'A file that you sent cannot be read.' }

interface Batch {
  added: AddedApplication[]
  maker: TestStaff
  school: string
  selection: string
  decide(numbers: readonly AddedApplication[], outcome: 'shortlisted' | 'rejected'): Promise<void>
}

/** Applications of a school of their own, all but the last one decided, and selected. */
async function createBatch(product: Product): Promise<Batch> {
  const prefix = randomBytes(3).toString('hex').toUpperCase()
  const school = `School of ${prefix}`
  const roles = ['Lecturer I', 'Lecturer II', 'Senior Lecturer']
  const added = await addApplications(product, { count: 14, prefix, school, roles })
  const maker = await createStaff(product, ['registry'], { name: 'Ngozi Eze' })
  const panel = [(await createStaff(product, ['chair'])).id, maker.id] as const
  const decide: Batch['decide'] = (some, decision) =>
    decideApplications(
      product,
      some.map(({ applicationId }) => applicationId),
      { outcome: decision, by: panel, reasons: decision === 'rejected' ? [unreadable] : [] },
    )
  await decide(added.slice(0, 13), 'rejected')
  const { body } = await maker.call('POST', '/staff/selections', { body: { of: 'applications', filter: { school } } })
  return { added, maker, school, selection: body.data.id, decide }
}

test('a publication is made, returned, proposed, changed by a new decision, approved by another person and followed to its emails', async ({
  page,
  product,
  expectFailure,
}) => {
  const { added, maker, school, selection, decide } = await createBatch(product)
  const [first] = added as [AddedApplication]
  const chair = await createStaff(product, ['chair'], { name: 'Ibrahim Musa', isFresh: true })
  await useStaffSession(page, product.url, maker)
  await page.goto(`/staff/publications/new?selection=${selection}`)
  await expect(page.getByText('14 applications chosen')).toBeVisible()
  await page.getByLabel('What is published').selectOption('Shortlist')
  const title = `Rejections of the first screening, ${school}`
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Publish on').fill('2099-12-01T09:00')
  await page.getByLabel('A paragraph for every email').fill('You may apply again next year.')
  expectFailure({ status: 409, url: /staff\/publications/ })
  await page.getByRole('button', { name: 'Make the draft' }).click()
  await expect(page.getByText('Decided otherwise: 13 applications')).toBeVisible()
  await captureStaffPage(page, 'publication-new-refused')
  await page.getByLabel('What is published').selectOption('Rejections')
  await page.getByRole('button', { name: 'Make the draft' }).click()
  await expect(page.getByText('A draft with 13 applications')).toBeVisible()
  await expect(page.getByRole('row', { name: /Not decided yet 1/ })).toBeVisible()
  await page.getByRole('button', { name: `Read the email of ${first.number}` }).click()
  const email = page.getByRole('dialog', { name: `Email of ${first.number}` })
  await expect(email.getByText('You may apply again next year.')).toBeVisible()
  await captureStaffPage(page, 'publication-email')
  await email.getByRole('button', { name: 'Close' }).click()
  await captureStaffPage(page, 'publication-draft')
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(page.getByText('13 applications wait for the approval of another person')).toBeVisible()
  const path = new URL(page.url()).pathname

  const approve = async (count: number) => {
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Approve ${count} applications` })
    await dialog.getByLabel('How many applications are published').fill(`${count}`)
    await dialog.getByRole('button', { name: 'Approve' }).click()
  }
  await useStaffSession(page, product.url, chair)
  await page.goto(path)
  await approve(13)
  await expect(page.getByText('It is published on 1 December 2099, 9:00 am.')).toBeVisible()
  await captureStaffPage(page, 'publication-planned')
  await page.getByRole('button', { name: 'Send back', exact: true }).click()
  await page.getByLabel('Why').fill('The panel meets again before the holidays.')
  await page.getByRole('dialog').getByRole('button', { name: 'Send back' }).click()
  await expect(page.getByText('Sent back by Ibrahim Musa')).toBeVisible()
  await captureStaffPage(page, 'publication-returned')

  await useStaffSession(page, product.url, maker)
  await page.goto(path)
  await page.getByRole('button', { name: 'Change' }).click()
  const change = page.getByRole('dialog', { name: 'Change the publication' })
  await expect(change.getByLabel('Publish on')).toHaveValue('2099-12-01T09:00')
  await change.getByLabel('Publish on').fill('')
  await captureStaffPage(page, 'publication-change')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('As soon as it is approved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(page.getByText('13 applications wait for the approval of another person')).toBeVisible()

  await useStaffSession(page, product.url, chair)
  await page.goto(path)
  await expect(page.getByText('13 applications wait for your approval')).toBeVisible()
  await decide([first], 'shortlisted')
  expectFailure({ status: 409, url: /approve/ })
  await approve(13)
  await captureStaffPage(page, 'publication-approve')
  await page.getByRole('button', { name: 'Look at the differences' }).click()
  const differences = page.getByRole('table', { name: 'Applications that were decided anew' })
  await expect(differences.getByRole('row', { name: new RegExp(first.number) })).toContainText(
    'Left out: Decided otherwise',
  )
  await captureStaffPage(page, 'publication-differences')
  await approve(12)
  await expect(findToast(page, 'Approved. It is being published.')).toBeVisible()
  await expect(page.getByText('12 emails were sent.')).toBeVisible({ timeout: 30_000 })
  await captureStaffPage(page, 'publication-published')

  await page.getByRole('link', { name: 'All publications' }).click()
  await page.getByLabel('Find').fill(school)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: new RegExp(`${title}.*Published`) })).toBeVisible()
  await captureStaffPage(page, 'publications')
})
