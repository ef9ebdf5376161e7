import { expect, test } from 'vitest'
import { type ApplicationResults, getDashboardMessages, getStages, getStatusCards } from './applicant-status.ts'

const user = { passChange: false, paymentstatus: false, ninVerify: false }
const submitted: ApplicationResults = {
  isVerified: false,
  cbtResult: null,
  interviewResult: null,
  rejectionReasons: [],
}
const noExam = { examDate: null, examTime: null, examVenue: null }
const getCardTexts = (account: typeof user, application: ApplicationResults | null) =>
  getStatusCards(account, application).map(({ title, status }) => `${title}: ${status}`)

test('the cards are pending until the application is verified and the fee is paid', () => {
  const pending = ['Application status: Not Submitted', 'Document Uploads: Pending', 'Payment: Pending']
  expect(getCardTexts(user, null)).toEqual(pending)
  expect(getCardTexts(user, submitted)).toEqual(pending)
  expect(getCardTexts({ ...user, paymentstatus: true }, { ...submitted, isVerified: true })).toEqual([
    'Application status: Completed',
    'Document Uploads: Verified',
    'Payment: Verified',
  ])
})

test('a verified application shows its results and exam as far as known, and the approval last', () => {
  const verified = { ...submitted, isVerified: true }
  const titles = (application: ApplicationResults, exam: typeof noExam | Record<keyof typeof noExam, string>) =>
    getDashboardMessages(application, exam).map(({ title }) => title)
  expect(titles(verified, noExam)).toEqual(['Application Approved'])
  const results = {
    cbtResult: { score: 71, maximum: 100, remark: 'Good' },
    interviewResult: { score: 40, maximum: 50 },
  }
  const [cbt, interview] = getDashboardMessages({ ...verified, ...results }, noExam)
  expect([cbt?.text, interview?.text]).toEqual(['71 of 100 (Good)', '40 of 50'])
  const exam = { examDate: '2024-12-07', examTime: '9:00', examVenue: 'Hall A' }
  expect(titles({ ...verified, ...results }, exam)).toEqual([
    'CBT result',
    'Interview result',
    'Exam date',
    'Exam time',
    'Exam venue',
    'Application Approved',
  ])
})

test.each([
  ['2024-12-07', '7 December 2024'],
  ['On a day that is still to be told', 'On a day that is still to be told'],
])('the day of the exam reads like everywhere else: %s', (examDate, text) => {
  const [message] = getDashboardMessages({ ...submitted, isVerified: true }, { ...noExam, examDate })
  expect(message).toEqual({ kind: 'exam', title: 'Exam date', text })
})

test('before that, each reason of a rejection is a note with its type, and no result is shown', () => {
  const rejected = {
    ...submitted,
    cbtResult: { score: 71, maximum: 100 },
    rejectionReasons: [{ type: 'Documents', reason: 'The scan cannot be read.' }],
  }
  expect(getDashboardMessages(rejected, { ...noExam, examDate: '2024-12-07' })).toEqual([
    { kind: 'note', title: 'Note: Documents', text: 'The scan cannot be read.' },
  ])
})

test('stages are done one by one, each with its date once it is known', () => {
  const dates = { passwordChangedAt: null, paidAt: '2026-11-20T09:00:00Z', ninVerifiedAt: null, submittedAt: null }
  const paid = { ...user, paymentstatus: true }
  expect(getStages(paid, false, dates).map(({ done }) => done)).toEqual([true, true, false, false, false])
  expect(getStages(paid, false, dates).map(({ doneAt }) => doneAt)).toEqual([null, dates.paidAt, null, null, null])
  // Not paid: a date says nothing.
  expect(getStages(user, true, dates)[1]?.doneAt).toBeNull()
  expect(getStages(paid, true, dates)[3]).toEqual({ name: 'Form', done: true, doneAt: null })
  const submittedAt = '2026-11-22T09:00:00Z'
  expect(getStages(paid, false, { ...dates, submittedAt }).slice(3)).toEqual([
    { name: 'Form', done: true, doneAt: submittedAt },
    { name: 'Submitted', done: true, doneAt: submittedAt },
  ])
})
