// The list of emails: what became of each, and sending one again.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { EmailLogRow } from '#shared/lists/emails.ts'
import { refuse, type StaffData } from '#tests/support/ui/scripted-staff-api.ts'
import { click, findDialog, findToast, setUpStaffApi, user, visit, watchOldData } from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()

const email: EmailLogRow = {
  id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c80',
  template: 'complaintReceived',
  event: null,
  state: 'sent',
  userId: 'RE24-00005',
  staffId: null,
  staffName: null,
  attempts: 1,
  queuedAt: '2024-03-04T09:00:00.000Z',
  sentAt: '2024-03-04T09:00:10.000Z',
  isResent: false,
}
const list = (...rows: EmailLogRow[]) => ({
  rows,
  next: null,
  count: { value: rows.length, more: false },
})
const button = 'Send again: Complaint received to RE24-00005'

beforeEach(() => {
  api.signInAs({ roles: ['helpdesk'] })
  api.answer({ staffEmails: list(email) })
})

test('an email is sent again, and the list read anew', async () => {
  await visit('/emails')
  await screen.findByRole('button', { name: button })
  const readOld = watchOldData()
  api.answer({
    resendEmail: {},
    staffEmails: list({ ...email, isResent: true, state: 'queued' }),
  })
  await click(button)
  await findToast('"Complaint received" is on its way to RE24-00005 again.')
  await screen.findByText('Complaint received (again)')
  expect(api.requests('resendEmail')).toEqual([{ params: { userId: 'RE24-00005', id: email.id }, body: {} }])
  expect(readOld()).toEqual(['emails', 'applicant'])
})

test('an email that cannot be sent again says why', async () => {
  api.answer({ resendEmail: refuse('email_not_resendable') })
  await visit('/emails')
  await click(button)
  await findToast('This email cannot be sent again.')
})

test.each<[Partial<EmailLogRow>, string, string, boolean]>([
  [{}, 'Sent', 'RE24-00005', true],
  [{ state: 'failed' }, 'Failed', 'RE24-00005', true],
  [{ state: 'refused' }, 'Refused', 'RE24-00005', true],
  [{ state: 'queued' }, 'Being sent', 'RE24-00005', false],
  [{ state: 'withdrawn' }, 'Not sent, out of date', 'RE24-00005', false],
  [{ state: 'withdrawn', template: 'accountIssued' }, 'Not sent, out of date', 'RE24-00005', true],
  [{ userId: null, staffName: 'Musa Danladi' }, 'Sent', 'Musa Danladi', false],
  [{ userId: null }, 'Sent', 'A person without an account', false],
])('an email with %j is “%s” to %s, and can be sent again: %s', async (more, state, person, isResendable) => {
  api.answer({ staffEmails: list({ ...email, ...more }) })
  await visit('/emails')
  const row = within((await screen.findAllByRole('row'))[1] as HTMLElement)
  expect(row.getByText(state)).toBeDefined()
  expect(row.getByText(person)).toBeDefined()
  expect(row.queryByRole('button', { name: /^Send again/ }) !== null).toBe(isResendable)
})

test('an email to a staff member says what it was about', async () => {
  const toStaff = { userId: null, staffName: 'Musa Danladi', template: 'staffNotice' } as const
  api.answer({
    staffEmails: list(
      { ...email, ...toStaff, event: 'newDevice' },
      { ...email, ...toStaff, id: crypto.randomUUID(), event: 'rolesChanged' },
    ),
  })
  await visit('/emails')
  expect(await screen.findByRole('cell', { name: 'Staff: sign-in on a new device' })).toBeDefined()
  expect(screen.getByRole('cell', { name: 'Staff: roles changed' })).toBeDefined()
  // Also in the column of the event, once it is chosen.
  await click('Columns')
  const columns = await findDialog('Columns')
  await user.click(columns.getByLabelText('Event'))
  await click('Show these columns', columns)
  expect(screen.getAllByRole('cell', { name: 'Staff: sign-in on a new device' })).toHaveLength(2)
})

test('the recipient leads to the applicant', async () => {
  await visit('/emails')
  const link = await screen.findByRole('link', { name: 'RE24-00005' })
  expect(link.getAttribute('href')).toBe('/staff/applicants/RE24-00005')
})

test('the address of an email is shown when it is asked for', async () => {
  await visit('/emails')
  await screen.findByText('RE24-00005')
  expect(screen.queryByText('ladi@example.org')).toBeNull()
  expect(api.requests('emailAddress')).toEqual([])
  const found = Promise.withResolvers<StaffData<'emailAddress'>>()
  api.answer({ emailAddress: () => found.promise })
  await click(/^Show the address/)
  expect(screen.getByRole('button', { name: /^Show the address/ }).getAttribute('aria-busy')).toBe('true')
  found.resolve({ address: 'ladi@example.org' })
  expect(await screen.findByText('ladi@example.org')).toBeDefined()
  expect(api.requests('emailAddress')).toMatchObject([{ params: { id: email.id } }])
})

test('why an address is not shown is said, and it can be asked for again', async () => {
  await visit('/emails')
  api.answer({ emailAddress: refuse('not_found') })
  await click(/^Show the address/)
  await findToast('There is nothing at this address.')
  api.answer({ emailAddress: { address: null } })
  await click(/^Show the address/)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Show the address/ })).toBeNull())
  expect(screen.getAllByRole('cell', { name: '–' }).length).toBeGreaterThan(0)
})
