// One person makes a publication and proposes it; another looks at it, sees what was decided anew, and approves it.
import { randomBytes } from 'node:crypto'
import { createStaff, getCode, type TestStaff } from '#tests/support/api/staff.ts'
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
async function createBatch(product: Product, outcome: 'shortlisted' | 'rejected'): Promise<Batch> {
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
  await decide(added.slice(0, 13), outcome)
  const { body } = await maker.call('POST', '/staff/selections', { body: { of: 'applications', filter: { school } } })
  return { added, maker, school, selection: body.data.id, decide }
}

test('a publication is made, proposed, changed by a new decision, approved by another person and followed to its emails', async ({
  page,
  product,
  expectFailure,
}) => {
  const { added, maker, school, selection, decide } = await createBatch(product, 'rejected')
  await useStaffSession(page, product.url, maker)
  await page.goto(`/staff/publications/new?selection=${selection}`)
  await expect(page.getByText('14 applications chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Make the draft' }).click()
  await expect(page.getByText('Choose what is published.')).toBeVisible()
  await captureStaffPage(page, 'publication-new')

  await page.getByLabel('What is published').selectOption('Shortlist')
  const title = `Rejections of the first screening, ${school}`
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('A paragraph for every email').fill('You may apply again next year.')
  expectFailure({ status: 409, url: /staff\/publications/ })
  await page.getByRole('button', { name: 'Make the draft' }).click()
  await expect(page.getByText('Decided otherwise: 13 applications')).toBeVisible()
  await captureStaffPage(page, 'publication-new-refused')
  await page.getByLabel('What is published').selectOption('Rejections')
  await page.getByRole('button', { name: 'Make the draft' }).click()
  await expect(page.getByText('A draft with 13 applications')).toBeVisible()
  await expect(page.getByRole('row', { name: /Not decided yet 1/ })).toBeVisible()

  const [first] = added as [AddedApplication]
  await page.getByRole('button', { name: `Read the email of ${first.number}` }).click()
  const email = page.getByRole('dialog', { name: `Email of ${first.number}` })
  await expect(email.getByText('You may apply again next year.')).toBeVisible()
  await captureStaffPage(page, 'publication-email')
  await email.getByRole('button', { name: 'Close' }).click()
  await captureStaffPage(page, 'publication-draft')

  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(page.getByText('13 applications wait for the approval of another person')).toBeVisible()
  await expect(
    page.getByText('You made or proposed this publication, so another person must approve it.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden()
  const path = new URL(page.url()).pathname

  await useStaffSession(
    page,
    product.url,
    await createStaff(product, ['chair'], { name: 'Ibrahim Musa', isFresh: true }),
  )
  await page.goto(path)
  await expect(page.getByText('13 applications wait for the approval of another person')).toBeVisible()
  await decide([first], 'shortlisted')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const approval = page.getByRole('dialog', { name: 'Approve 13 applications' })
  await approval.getByLabel('How many applications are published').fill('12')
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(approval.getByText('Type 13 to go on.', { exact: true }).last()).toBeVisible()
  await captureStaffPage(page, 'publication-approve')
  await approval.getByLabel('How many applications are published').fill('13')
  expectFailure({ status: 409, url: /approve/ })
  await approval.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Look at the differences' }).click()
  const differences = page.getByRole('table', { name: 'Applications that were decided anew' })
  await expect(differences.getByRole('row', { name: new RegExp(first.number) })).toContainText(
    'Left out: Decided otherwise',
  )
  await captureStaffPage(page, 'publication-differences')

  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const secondApproval = page.getByRole('dialog', { name: 'Approve 12 applications' })
  await secondApproval.getByLabel('How many applications are published').fill('12')
  await secondApproval.getByRole('button', { name: 'Approve' }).click()
  await expect(findToast(page, 'Approved. It is being published.')).toBeVisible()
  await expect(page.getByText('12 emails were sent.')).toBeVisible({ timeout: 30_000 })
  await captureStaffPage(page, 'publication-published')
  await product.database.pool.query(
    `update emails set state = 'withdrawn', sent_at = null
     where id = (select id from emails where publication_id = $1 limit 1)`,
    [path.split('/').at(-1)],
  )
  await page.reload()
  await expect(
    page.getByText('11 emails were sent, 1 was not sent because the application was withdrawn.'),
  ).toBeVisible()

  await page.getByRole('link', { name: 'All publications' }).click()
  await page.getByLabel('Find').fill(school)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: new RegExp(`${title}.*Published`) })).toBeVisible()
  await captureStaffPage(page, 'publications')
})

test('what the list of applications shows becomes a publication', async ({ page, product }) => {
  const { maker, school } = await createBatch(product, 'shortlisted')
  await useStaffSession(page, product.url, maker)
  await page.goto(`/staff/applications?${new URLSearchParams({ school, decided: 'shortlisted' })}`)
  await page.getByRole('button', { name: 'Publish this list' }).click()
  await expect(page.getByText('13 applications chosen')).toBeVisible()
})

test('a publication is planned, returned with a reason, and changed; what is missing or fails says what to do', async ({
  page,
  product,
  expectFailure,
}) => {
  const { maker, selection } = await createBatch(product, 'shortlisted')
  const body = { kind: 'shortlist', title: 'Planned shortlist', selection, publishAt: '2099-12-01T08:00:00.000Z' }
  const made = (await maker.call('POST', '/staff/publications', { body })).body.data
  await maker.call('POST', `/staff/publications/${made.id}/propose`, { body: { version: made.version } })

  await useStaffSession(page, product.url, await createStaff(product, ['chair'], { name: 'Ibrahim Musa' }))
  await page.goto(`/staff/publications/${made.id}`)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByLabel('How many applications are published').fill('13')
  expectFailure({ status: 403, url: /approve/ })
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Code').fill(getCode(product))
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('It is published on 1 December 2099, 9:00 am.')).toBeVisible()
  await captureStaffPage(page, 'publication-planned')

  await page.getByRole('button', { name: 'Return', exact: true }).click()
  expectFailure({ status: 400, url: /return/ })
  await page.getByRole('dialog').getByRole('button', { name: 'Return' }).click()
  await expect(page.getByText('Say why, in at least 10 characters.')).toBeVisible()
  await page.getByLabel('Why').fill('The panel meets again before the holidays.')
  await page.getByRole('dialog').getByRole('button', { name: 'Return' }).click()
  await expect(page.getByText('Returned by Ibrahim Musa')).toBeVisible()
  await captureStaffPage(page, 'publication-returned')

  await useStaffSession(page, product.url, maker)
  await page.goto(`/staff/publications/${made.id}`)
  await page.getByRole('button', { name: 'Change' }).click()
  const change = page.getByRole('dialog', { name: 'Change the publication' })
  await expect(change.getByLabel('Publish on')).toHaveValue('2099-12-01T09:00')
  await change.getByLabel('Publish on').fill('')
  await change.getByLabel('Title').fill('Shortlist after the meeting')
  await captureStaffPage(page, 'publication-change')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Shortlist after the meeting' })).toBeVisible()
  await expect(page.getByText('As soon as it is approved', { exact: true })).toBeVisible()

  expectFailure({ status: 404, url: /staff\/publications/ })
  await page.goto('/staff/publications/9c8d3f63-6f2a-4d57-9b4c-0a6cf1c6f001')
  await expect(page.getByText('There is no such publication, or not within your roles.')).toBeVisible()
  expectFailure({ status: 404, url: /staff\/selections/ })
  await page.goto('/staff/publications/new?selection=9c8d3f63-6f2a-4d57-9b4c-0a6cf1c6f001')
  await expect(page.getByText('The applications that you chose are not there any more')).toBeVisible()
})
