import { render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApplicationSummary } from '#shared/api/applicant/applications.ts'
import {
  buildSubmittedSummary,
  buildSummary,
  buildVerifiedSummary,
} from '#tests/support/fixtures/application-summary.ts'
import { explainStatus } from './explain-status.ts'
import { NotificationList } from './notifications.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-12-01T09:00:00.000Z'), toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

const sent = 'Sent 22 November 2026, APP-2024-000005.'
const correctionUntil = (until: string) => ({ correction: { reason: 'Upload it.', until } })
const open = correctionUntil('2026-12-01T09:00:00.000Z')
const over = correctionUntil('2026-12-01T08:59:59.000Z')
const withdrawnAt = '2026-11-30T09:00:00.000Z'

test.each<[string, ApplicationSummary, string]>([
  ['nothing is sent', buildSummary(), 'Not sent yet. 0 of 7 steps done.'],
  ['nothing is begun', buildSummary({ form: null }), 'Not sent yet.'],
  ['it is checked', buildSubmittedSummary(), `${sent} Changes to Completed once you are on the shortlist.`],
  ['it is withdrawn', buildSubmittedSummary({ withdrawnAt, ...open }), `${sent} Withdrawn on 30 November 2026.`],
  ['it is returned', buildSubmittedSummary(open), `${sent} Returned for correction until 1 December 2026.`],
  [
    'its correction is over',
    buildSubmittedSummary(over),
    `${sent} Changes to Completed once you are on the shortlist.`,
  ],
  ['it is on the shortlist', buildVerifiedSummary(), `${sent} You are on the shortlist.`],
  [
    'it is rejected',
    buildSubmittedSummary({ decision: 'rejected' }),
    `${sent} The registry has notes for you, see below.`,
  ],
])('the status of the application while %s', (_, summary, text) => {
  expect(explainStatus('Application status', summary)).toBe(text)
})

const files = (count: number) => ({ uploads: { files: count, filesToScan: 0, hasPassportPhoto: true } })
const later = 'Changes to Verified once you are on the shortlist.'
test.each<[ApplicationSummary, string]>([
  [buildSummary(), `No files yet. ${later}`],
  [buildSubmittedSummary({}, files(1)), `1 file received. ${later}`],
  [buildSubmittedSummary({}, files(2)), `2 files received. ${later}`],
  [buildVerifiedSummary({}, files(2)), '2 files received. Checked by the registry.'],
  [buildVerifiedSummary({ withdrawnAt }, files(2)), '2 files received.'],
])('the status of the documents (%#)', (summary, text) => {
  expect(explainStatus('Document Uploads', summary)).toBe(text)
})

test('the status of the payment', () => {
  expect(explainStatus('Payment', buildSummary())).toBe('Paid on 20 November 2026.')
  const dates = { passwordChangedAt: null, paidAt: null, ninVerifiedAt: null }
  expect(explainStatus('Payment', buildSummary({ dates }))).toBe('Not paid yet.')
})

test.each<[string, ApplicationSummary, string]>([
  [
    'nothing is sent',
    buildSummary(),
    'Nothing yet. Once you have submitted your application, results and notes appear here.',
  ],
  [
    'it is checked',
    buildSubmittedSummary(over),
    'The registry is checking your application. Results, exam details and notes will appear here.',
  ],
  [
    'it is returned',
    buildSubmittedSummary(open),
    'The registry has returned your application for correction until 1 December 2026, 10:00 am. Open it under Application, correct it and send it again.',
  ],
  [
    'it is withdrawn',
    buildSubmittedSummary({ withdrawnAt, ...open }),
    'Your application was withdrawn on 30 November 2026, 10:00 am.',
  ],
])('without notifications the page says why, while %s', (_, summary, text) => {
  const { container } = render(
    <MemoryRouter>
      <NotificationList summary={summary} heading="h2" />
    </MemoryRouter>,
  )
  expect(container.textContent).toBe(text)
})
