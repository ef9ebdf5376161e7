// What the audit log says of an event.
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AuditRow } from '#shared/lists/audit.ts'
import { setUpStaffApi, visit } from '#tests/support/web/staff-app.tsx'

const api = setUpStaffApi()

const id = 'f51150b6-6d5c-4a43-8f3f-0a6a3f2b1c10'
const event: AuditRow = {
  id: '1',
  at: '2024-03-04T09:00:00.000Z',
  actor: 'staff',
  action: 'staff_signed_in',
  person: { id, name: 'Amina Bello' },
  userId: null,
  subject: { kind: 'staff', id, name: 'Bisi Ajayi' },
  reason: null,
  network: null,
  detail: { factor: 'totp', device: 'Unknown device', proposal: id },
}

test('details and subjects are words, not names in the code and ids of records', async () => {
  const publication = { kind: 'publication', id, name: null }
  const changed = {
    ...event,
    id: '2',
    subject: publication,
    detail: { columns: ['feeKobo', 'surname'], verdict: 'return' },
  }
  api.signInAs({ roles: ['auditor'] })
  api.answer({ staffAudit: { rows: [event, changed], next: null, count: { value: 2, more: false } } })
  await visit('/audit')
  const table = within(await screen.findByRole('table'))
  const [, first, second] = table.getAllByRole('row').map(({ textContent }) => textContent)
  expect(first).toContain('Bisi Ajayi–With: authenticator code')
  expect(second).toContain('Publication–Fields: fee kobo, surname; Verdict: Return for correction')
  expect(first + (second ?? '')).not.toContain('f51150b6')
  expect(table.getByRole('link', { name: 'Publication' }).getAttribute('href')).toBe(`/staff/publications/${id}`)
})
