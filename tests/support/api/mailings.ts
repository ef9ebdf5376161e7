// Emails to many applicants, over the staff's API.
import type { MailingKind } from '#shared/staff/mailings.ts'
import type { TestStaff } from './staff.ts'

export const mailingReason = 'They have not answered yet.'

export const makeMailing = (person: TestStaff, kind: MailingKind, filter: Record<string, unknown>) =>
  person.call('POST', '/staff/mailings', { body: { kind, filter } })

export const startMailing = (person: TestStaff, id: string, recipients: number) =>
  person.call('POST', `/staff/mailings/${id}/start`, { body: { count: recipients, reason: mailingReason } })
