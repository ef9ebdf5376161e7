import { afterEach, describe, expect, test, vi } from 'vitest'
import { type ApplicantSituation, type ApplicationOutcome, decideNextStep } from './next-step.ts'

const account = { passChange: false, paymentstatus: true, ninVerify: true }
const application: ApplicationOutcome = {
  applicationId: 'APP-2024-000007',
  decision: 'pending',
  isVerified: false,
  cbtResult: null,
  interviewResult: null,
  rejectionReasons: [],
}
const verified: ApplicationOutcome = { ...application, decision: 'verified', isVerified: true }
const cbtResult = { score: 71, maximum: 100 }
const now = new Date('2026-11-22T09:00:00Z')
const start: ApplicantSituation = {
  account,
  application: null,
  missingSteps: ['Experience', 'Referees'],
  examDate: null,
  deadline: null,
  now,
}

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each<[string, Partial<ApplicantSituation>, string, string, string]>([
  [
    'an initial password',
    { account: { passChange: true, paymentstatus: false, ninVerify: false } },
    'change password',
    'Change your password',
    '/auth/update-password',
  ],
  [
    'an unpaid fee',
    { account: { ...account, paymentstatus: false, ninVerify: false } },
    'pay',
    'Pay the application fee',
    '/auth/payment',
  ],
  [
    'no verified NIN',
    { account: { ...account, ninVerify: false } },
    'verify NIN',
    'Verify your NIN',
    '/auth/verify-nin',
  ],
  [
    'no verified NIN but a complete form',
    { account: { ...account, ninVerify: false }, missingSteps: [] },
    'verify NIN',
    'Verify your NIN',
    '/auth/verify-nin',
  ],
  ['an incomplete form', {}, 'fill in', 'Continue Application', '/app/application'],
  ['a complete form', { missingSteps: [] }, 'submit', 'Check and submit', '/app/application?step=6'],
  [
    'the moment of the deadline',
    { deadline: now.toISOString(), missingSteps: [] },
    'submit',
    'Check and submit',
    '/app/application?step=6',
  ],
  ['a deadline that has passed', { deadline: '2026-11-22T08:59:59Z' }, 'too late', 'Contact us', '/contact'],
  [
    'a deadline that has passed before the NIN was verified',
    { account: { ...account, ninVerify: false }, deadline: '2026-11-22T08:59:59Z' },
    'too late',
    'Contact us',
    '/contact',
  ],
  ['a submitted application', { application }, 'wait', 'Print your slips', '/app/prints'],
  [
    'a submitted application after the deadline',
    { application, deadline: '2026-11-20T08:00:00Z' },
    'wait',
    'Print your slips',
    '/app/prints',
  ],
  [
    'an application whose decision is pending, with an exam',
    { application, examDate: '7 December 2026' },
    'wait',
    'Print your slips',
    '/app/prints',
  ],
  ['an approval without an exam', { application: verified }, 'wait', 'Print your slips', '/app/prints'],
  [
    'an exam to come',
    { application: { ...verified, cbtResult }, examDate: '7 December 2026' },
    'exam',
    'Print your slips',
    '/app/prints',
  ],
  ['an exam today', { application: verified, examDate: '2026-11-22' }, 'exam', 'Print your slips', '/app/prints'],
  [
    'an exam whose date cannot be read',
    { application: verified, examDate: 'first week of December' },
    'exam',
    'Print your slips',
    '/app/prints',
  ],
  [
    'an exam that is over',
    { application: verified, examDate: '2026-11-21' },
    'wait',
    'Print your slips',
    '/app/prints',
  ],
  [
    'results',
    { application: { ...verified, cbtResult }, examDate: '2026-11-21' },
    'result',
    'Print your slips',
    '/app/prints',
  ],
  [
    'an offer that waits, whatever exam is to come',
    {
      application: {
        ...verified,
        finalOutcome: { outcome: 'selected', offer: { state: 'offered', until: now.toISOString() } },
      },
      examDate: '7 December 2026',
    },
    'answer',
    'Answer the offer',
    '#offer',
  ],
  [
    'an offer whose time has passed',
    {
      application: {
        ...verified,
        finalOutcome: { outcome: 'selected', offer: { state: 'offered', until: '2026-11-22T08:59:59Z' } },
      },
    },
    'outcome',
    'Print your slips',
    '/app/prints',
  ],
  [
    'an offer that is accepted',
    {
      application: { ...verified, finalOutcome: { outcome: 'selected', offer: { state: 'accepted', until: '2099' } } },
    },
    'outcome',
    'Print your slips',
    '/app/prints',
  ],
  [
    'a place on the reserve list, whatever was scored',
    { application: { ...verified, cbtResult, finalOutcome: { outcome: 'reserve', offer: null } } },
    'outcome',
    'Print your slips',
    '/app/prints',
  ],
  [
    'a rejection',
    { application: { ...application, decision: 'rejected' } },
    'notes',
    'Reply to the registry',
    '/contact?about=APP-2024-000007',
  ],
  [
    'a return for correction, to its very moment',
    { application: { ...application, correction: { reason: 'The degree.', until: now.toISOString() } } },
    'correct',
    'Correct and send again',
    '/app/application',
  ],
  [
    'a return for correction whose time has passed',
    { application: { ...application, correction: { reason: 'The degree.', until: '2026-11-22T08:59:59Z' } } },
    'wait',
    'Print your slips',
    '/app/prints',
  ],
  [
    'a withdrawal, whatever was published before',
    {
      application: {
        ...verified,
        withdrawnAt: '2026-11-21T09:00:00Z',
        finalOutcome: { outcome: 'reserve', offer: null },
      },
    },
    'withdrawn',
    'Contact us',
    '/contact?about=APP-2024-000007',
  ],
])('%s: the next step follows', (_, more, kind, label, to) => {
  expect(decideNextStep({ ...start, ...more })).toEqual({ kind, action: { label, to } })
})

describe.each(['Africa/Lagos', 'UTC', 'Pacific/Auckland', 'America/Los_Angeles'])('on a device in %s', (zone) => {
  test.each([
    // 11:30 pm and half past midnight in Nigeria.
    ['2026-12-07T22:30:00Z', 'exam'],
    ['2026-12-07T23:30:00Z', 'wait'],
  ])('at %s an exam of 7 December leads to %s', (moment, kind) => {
    vi.stubEnv('TZ', zone)
    for (const examDate of ['7 December 2026', '2026-12-07'])
      expect(decideNextStep({ ...start, application: verified, examDate, now: new Date(moment) }).kind).toBe(kind)
  })
})
