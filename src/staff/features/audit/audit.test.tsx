// The audit log: who did what to whom.

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AuditRow } from '#shared/lists/audit.ts'
import type { StaffRole } from '#shared/roles/permissions.ts'
import type { AuditSubjectKind } from '#shared/staff/labels/audit-actions.ts'
import { NewerServerAnswer } from '#tests/support/ui/scripted-staff-api.ts'
import { click, findDialog, setUpStaffApi, user, visit } from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()

const event: AuditRow = {
  id: '1',
  at: '2024-03-04T09:00:00.000Z',
  actor: 'staff',
  action: 'applicant_viewed',
  person: { id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c90', name: 'Musa Danladi' },
  userId: 'RE24-00005',
  subject: null,
  reason: null,
  network: null,
  detail: {},
}

const list = <Row,>(row: Row) => ({ rows: [row], next: null, count: { value: 1, more: false } })

async function visitWith(more: Partial<AuditRow>, ...roles: StaffRole[]) {
  api.signInAs({ roles: roles.length > 0 ? roles : ['auditor'] })
  api.answer({ staffAudit: list({ ...event, ...more }) })
  const page = await visit('/audit')
  await screen.findByRole('table')
  return page
}
const readRow = () => screen.getAllByRole('cell').map(({ textContent }) => textContent)

test('an event is a sentence of who did what to whom, with its moment, the reason and the details', async () => {
  await visitWith({
    reason: 'The applicant called.',
    detail: { columns: ['surname', 'email'], filters: [], count: 2, of: { a: 1 } },
  })
  expect(readRow()).toEqual([
    '4 Mar 2024, 10:00 am',
    'Musa Danladi looked at RE24-00005.',
    'The applicant called.',
    'Fields: surname, email; Count: 2; Of: a 1',
  ])
  expect(screen.getByRole('link', { name: 'RE24-00005' }).getAttribute('href')).toBe('/staff/applicants/RE24-00005')
})

test('details and subjects are words, not names in the code and ids of records', async () => {
  const id = 'f51150b6-6d5c-4a43-8f3f-0a6a3f2b1c10'
  const readWith = async (more: Partial<AuditRow>) => {
    await visitWith({ userId: null, ...more })
    return readRow().slice(1)
  }
  const detail = { factor: 'totp', device: 'Unknown device', proposal: id }
  const invited = { action: 'staff_invited', subject: { kind: 'staff', id, name: 'Bisi Ajayi' } } as const
  expect(await readWith({ ...invited, detail })).toEqual([
    'Musa Danladi invited Bisi Ajayi.',
    '',
    'With: authenticator code',
  ])
  cleanup()
  const changed = { columns: ['feeKobo', 'surname'], verdict: 'return', planned: true }
  const made = { action: 'publication_made', subject: { kind: 'publication', id, name: null } } as const
  expect(await readWith({ ...made, detail: changed })).toEqual([
    'Musa Danladi made a publication.',
    '',
    'Fields: fee, surname; Verdict: Return for correction; Planned: yes',
  ])
  expect(screen.getByRole('link', { name: 'a publication' }).getAttribute('href')).toBe(`/staff/publications/${id}`)
  cleanup()
  const answered = {
    action: 'complaint_answered',
    subject: { kind: 'complaint', id: 'C-2026-00012', name: null },
  } as const
  expect((await readWith(answered))[0]).toBe('Musa Danladi answered complaint C-2026-00012.')
  cleanup()
  const money = {
    firstDay: '2026-11-01',
    until: '2026-11-07T11:30:00.000Z',
    totalKobo: 1_250_050,
    refundKobo: 1_250_000,
  }
  expect((await readWith({ ...answered, detail: money })).at(-1)).toBe(
    'First day: 1 November 2026; Until: 7 November 2026, 12:30 pm; Total: ₦12,500.50; Refund: ₦12,500.00',
  )
})

test.each<[Partial<AuditRow>, string]>([
  [{ actor: 'applicant', action: 'login', person: null }, 'RE24-00005 logged in.'],
  [{ actor: 'system', action: 'payment_paid', person: null }, 'The portal found the fee of RE24-00005 paid.'],
  [
    { actor: 'guest', action: 'login_refused', person: null, userId: null },
    'Somebody not logged in tried to log in as somebody unknown and was refused.',
  ],
  [
    { action: 'application_decided', subject: { kind: 'application', id: 'APP-2024-000007', name: null } },
    'Musa Danladi decided application APP-2024-000007.',
  ],
])('%#: who acted and what it concerns are named as far as they are known', async (more, sentence) => {
  await visitWith(more)
  expect(readRow()[1]).toBe(sentence)
})

test('whom a sentence names by the user ID is led to, not to the record by which it happened', async () => {
  const subject = { kind: 'publication', id: 'f51150b6-6d5c-4a43-8f3f-0a6a3f2b1c10', name: null } as const
  await visitWith({ action: 'outcome_published', subject })
  expect(screen.getByRole('link', { name: 'RE24-00005' }).getAttribute('href')).toBe('/staff/applicants/RE24-00005')
})

test('who is unknown is led to nowhere, in the sentence and in the column of whom it concerns', async () => {
  await visitWith({ actor: 'guest', action: 'login_refused', person: null, userId: null })
  await click('Columns')
  const dialog = await findDialog('Columns')
  await user.click(dialog.getByLabelText('Concerning'))
  await click('Show these columns', dialog)
  expect(screen.getByRole('columnheader', { name: 'Concerning' })).toBeDefined()
  const row = within(screen.getAllByRole('row').at(-1) as HTMLElement)
  expect(row.queryAllByRole('link')).toEqual([])
})

test('the menu leads to the changes; the rest of the log is there without the filter', async () => {
  const page = await visitWith({})
  expect(screen.getByRole('link', { name: 'Audit log' }).getAttribute('href')).toBe('/staff/audit?kind=change')
  await user.click(screen.getByRole('link', { name: 'Audit log' }))
  await waitFor(() => expect(api.requests('staffAudit').at(-1)).toEqual({ query: { kind: 'change' } }))
  await click('Remove the filter Kind: Changes')
  await waitFor(() => expect(page.path()).toBe('/audit'))
})

test('what has no label is still readable, and what is absent is left out', async () => {
  api.signInAs({ roles: ['auditor'] })
  const row = { ...event, action: 'of_a_newer_server', actor: 'somebody', person: null, userId: null }
  api.answer({ staffAudit: new NewerServerAnswer(list(row)) })
  await visit('/audit')
  await screen.findByRole('table')
  expect(readRow().slice(1)).toEqual(['somebody of a newer server.', '', ''])
})

test.each<[StaffRole[], AuditSubjectKind, string | null]>([
  [['admin'], 'staff', '/staff/people/id%2F1'],
  [['dpo'], 'staff', null],
  [['dpo'], 'complaint', '/staff/complaints/id%2F1'],
  [['auditor'], 'money_case', '/staff/cases/id%2F1'],
  [['auditor'], 'payment', '/staff/payments/id%2F1'],
  [['auditor', 'registry'], 'import', '/staff/imports/id%2F1'],
  [['auditor'], 'sitting', '/staff/sittings/id%2F1'],
  [['auditor'], 'venue', '/staff/sittings/venues'],
  [['auditor'], 'export', '/staff/exports'],
  [['auditor'], 'settlement', null],
  [['auditor'], 'complaint', null],
  [['auditor'], 'exercise', null],
])('for the roles %j a subject of the kind %s leads to: %s', async (roles, kind, path) => {
  await visitWith({ userId: null, subject: { kind, id: 'id/1', name: 'Bisi Ajayi' } }, ...roles)
  const link = screen.queryByRole('link', { name: 'Bisi Ajayi' })
  expect(link?.getAttribute('href') ?? null).toBe(path)
  expect(readRow()[1]).toContain('Bisi Ajayi')
})

test.each<[StaffRole, boolean]>([
  ['admin', true],
  ['auditor', false],
])('the role %s is told that it sees the events of the staff only: %s', async (role, isTold) => {
  await visitWith({}, role)
  expect(screen.queryByText(/^You see what the staff did among themselves\./) !== null).toBe(isTold)
})
