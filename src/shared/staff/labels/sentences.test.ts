// What an event is called in the audit log and in the history of a payment, also one of which less is known.
import { expect, test } from 'vitest'
import { composeAuditSentence, formatAuditEvent, formatConcerned } from './audit-sentences.ts'
import { formatPaymentEvent, type PaymentEventFacts } from './payments.ts'

const id = '0b6f9a1c-5f0e-4c57-9d0a-0f6f0a8f3b11'
const event = { action: 'payment_viewed', actor: 'staff', person: { name: 'Bello Amina' }, userId: null, subject: null }
const payment = { kind: 'payment', id, name: null }

test.each<[Partial<Parameters<typeof formatAuditEvent>[0]>, string]>([
  [{ subject: { ...payment, name: 'RRR 3100 0712 3456' } }, 'Bello Amina looked at RRR 3100 0712 3456.'],
  [{ subject: payment, userId: 'RE24-00042' }, 'Bello Amina looked at a payment.'],
  [{ subject: { ...payment, id: '42' } }, 'Bello Amina looked at payment 42.'],
  [{ userId: 'RE24-00042' }, 'Bello Amina looked at RE24-00042.'],
  [{}, 'Bello Amina looked at a payment.'],
  [{ actor: 'applicant', person: null, userId: 'RE24-00042' }, 'RE24-00042 looked at a payment.'],
  [{ actor: 'applicant', person: null }, 'The applicant looked at a payment.'],
])('of %j the log says "%s"', (more, sentence) => {
  expect(formatAuditEvent({ ...event, ...more })).toBe(sentence)
})

const userId = 'RE24-00042'
const ofApplicant = { person: null, userId }
const found = { ...ofApplicant, actor: 'applicant' }
const application = { kind: 'application', id: 'APP-2024-000007', name: null }
const colleague = { kind: 'staff', id, name: 'Musa Danladi' }

test.each<[Partial<Parameters<typeof formatAuditEvent>[0]>, string]>([
  [{ ...ofApplicant, actor: 'system', action: 'payment_paid' }, 'The portal found the fee of RE24-00042 paid.'],
  [{ ...found, action: 'payment_paid' }, 'RE24-00042 found the fee paid.'],
  [{ ...found, action: 'payment_superseded' }, 'RE24-00042 replaced an RRR.'],
  [{ ...found, action: 'payment_underpaid' }, 'RE24-00042 found the fee paid in part.'],
  [
    { ...ofApplicant, actor: 'system', action: 'session_limit_reached' },
    'The portal ended the oldest sessions of RE24-00042, who has logged in once more.',
  ],
  [
    { actor: 'system', person: null, action: 'staff_reading_exceeded', subject: colleague },
    'The portal found that Musa Danladi has read more persons in lists than is usual.',
  ],
  [
    { action: 'reviewer_recused', subject: application, userId },
    'Bello Amina recorded a recusal from application APP-2024-000007.',
  ],
  [
    { actor: 'system', action: 'export_failed', subject: { kind: 'export', id, name: null } },
    'Bello Amina asked for an export, which could not be finished.',
  ],
  [
    { action: 'outcome_published', userId, subject: { kind: 'publication', id, name: null } },
    'Bello Amina published a decision, seat or result of RE24-00042.',
  ],
  [
    { action: 'email_resent', userId, subject: { kind: 'email', id, name: null } },
    'Bello Amina sent an email to RE24-00042 again.',
  ],
  [
    { action: 'result_confirmed', userId, subject: application },
    'Bello Amina confirmed a result of application APP-2024-000007.',
  ],
  [
    { ...ofApplicant, actor: 'system', action: 'application_deleted' },
    'The portal deleted the application of RE24-00042 after its retention.',
  ],
  [{ action: 'sitting_changed', subject: { kind: 'sitting', id, name: null } }, 'Bello Amina changed a sitting.'],
  [
    { ...ofApplicant, actor: 'system', action: 'account_issued', subject: { kind: 'import', id, name: null } },
    'The portal issued the account RE24-00042.',
  ],
])('of %j the log says who acted, and whom it concerns', (more, sentence) => {
  expect(formatAuditEvent({ ...event, ...more })).toBe(sentence)
})

test('the log links whom an event concerns, and nothing where nobody is known', () => {
  const listSubjects = (more: object) =>
    composeAuditSentence({ ...event, ...more }).flatMap(({ is, text }) => (is === 'subject' ? [text] : []))
  expect(listSubjects({ userId: 'RE24-00042' })).toEqual(['RE24-00042'])
  expect(listSubjects({ subject: payment })).toEqual(['a payment'])
  expect(listSubjects({ actor: 'applicant', person: null, userId: 'RE24-00042' })).toEqual(['RE24-00042'])
  expect(listSubjects({})).toEqual([])
})

test('an event concerns a user, or what it names, or nobody', () => {
  expect(formatConcerned({ userId: 'RE24-00042', subject: payment })).toBe('RE24-00042')
  expect(formatConcerned({ userId: null, subject: { ...payment, id: '42' } })).toBe('Payment 42')
  expect(formatConcerned({ userId: null, subject: null })).toBeNull()
})

test.each<[PaymentEventFacts, string]>([
  [{ kind: 'requested', due: 12_500 }, 'An RRR was requested for ₦12,500.00.'],
  [{ kind: 'requested' }, 'An RRR was requested.'],
  [{ kind: 'issued' }, 'The RRR was issued.'],
  [{ kind: 'paid', paid: 12_500 }, 'Paid: ₦12,500.00.'],
  [{ kind: 'paid' }, 'Paid.'],
  [{ kind: 'underpaid', due: 12_500, paid: 1 }, 'Remita has received ₦1.00, less than the ₦12,500.00 due.'],
  [{ kind: 'underpaid' }, 'Remita has received less than what is due.'],
  [{ kind: 'overpaid', due: 12_500, paid: 13_000 }, 'Remita has received ₦13,000.00, more than the ₦12,500.00 due.'],
  [{ kind: 'overpaid' }, 'Remita has received more than what is due.'],
  [{ kind: 'answer', call: 'generate', answer: 'issued' }, 'Remita answered with the RRR.'],
  [{ kind: 'answer', call: 'status', answer: 'pending' }, 'Remita answered: not paid yet.'],
  [{ kind: 'answer', call: 'status', answer: 'unheard' }, 'Remita gave no answer that could be used.'],
  [{ kind: 'answer', call: 'generate' }, 'Remita gave no answer that could be used.'],
  [{ kind: 'invented' }, 'invented.'],
])('the event %j reads "%s"', (event, sentence) => {
  expect(formatPaymentEvent(event)).toBe(sentence)
})
