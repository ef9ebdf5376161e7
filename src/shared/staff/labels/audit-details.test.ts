import { expect, test } from 'vitest'
import { formatAuditDetail, formatAuditSubject } from './audit-details.ts'

const id = '0b6f9a1c-5f0e-4c57-9d0a-0f6f0a8f3b11'

test.each<[Record<string, unknown>, string]>([
  [{ columns: ['surname', 'email'] }, 'Fields: surname, email'],
  [{ dueKobo: 1_250_000 }, 'Due: ₦12,500.00'],
  [{ feeKobo: 1_250_050 }, 'Fee: ₦12,500.50'],
  [{ dueKobo: 'unknown' }, 'Due: unknown'],
  [{ size: 4096 }, 'Bytes: 4096'],
  [{ factor: 'totp', device: 'Phone' }, 'With: authenticator code; On: Phone'],
  [{ device: 'Unknown device', how: 'by_hand' }, 'How: by hand'],
  [{ isFirst: true, isLast: false }, 'Is first: yes; Is last: no'],
  [{ until: '2026-12-31' }, 'Until: 31 December 2026'],
  [{ until: '2026-12-31T23:30:00.000Z' }, 'Until: 1 January 2027, 12:30 am'],
  [{ change: { feeKobo: 100, openTo: 'all' } }, 'Change: fee ₦1.00, open to all'],
  [{ stage: 'screening', outcome: 'verified' }, 'Stage: In review; Outcome: Shortlisted'],
  [{ note: 'As asked, twice.' }, 'Note: As asked, twice.'],
  [{ record: id, records: [id, id], cause: null }, ''],
  [{ records: [id, 'R-1'] }, `Records: ${id}, R-1`],
  [{}, ''],
])('the detail %j reads "%s"', (detail, text) => {
  expect(formatAuditDetail(detail)).toBe(text)
})

test.each([
  [{ kind: 'complaint', id: 'C-2026-00012', name: null }, 'Complaint C-2026-00012'],
  [{ kind: 'import', id, name: null }, 'Imported list'],
  [{ kind: 'money_case', id, name: null }, 'Money case'],
  [{ kind: 'staff', id, name: 'Bello Amina' }, 'Bello Amina'],
])('%j is called "%s"', (subject, text) => {
  expect(formatAuditSubject(subject)).toBe(text)
})
