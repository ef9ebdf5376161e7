import { getServerTime } from '#applicant/http/server-clock.ts'
import type { ApplicationSummary } from '#shared/api/applicant/applications.ts'
import { formatDate } from '#shared/format/dates.ts'
import type { StatusCard } from '#shared/policy/applicant-status.ts'
import { isOpenForCorrection } from '#shared/policy/correction.ts'
import { publishedOutcomes } from '#shared/policy/published-outcomes.ts'

/** What a status of the specification means for this applicant, and what changes it. */
export function explainStatus(title: StatusCard['title'], summary: ApplicationSummary): string {
  switch (title) {
    case 'Application status':
      return explainApplication(summary)
    case 'Document Uploads':
      return explainUploads(summary)
    case 'Payment':
      return summary.dates.paidAt ? `Paid on ${formatDate(summary.dates.paidAt)}.` : 'Not paid yet.'
  }
}

function explainApplication({ application, form }: ApplicationSummary): string {
  if (!application) return form ? `Not sent yet. ${form.stepsDone} of ${form.steps} steps done.` : 'Not sent yet.'
  const { applicationId, submittedAt, decision, correction, withdrawnAt } = application
  const sent = `Sent ${formatDate(submittedAt)}, ${applicationId}.`
  if (withdrawnAt) return `${sent} Withdrawn on ${formatDate(withdrawnAt)}.`
  if (correction && isOpenForCorrection(correction.until, getServerTime()))
    return `${sent} Returned for correction until ${formatDate(correction.until)}.`
  if (decision === 'verified') return `${sent} ${publishedOutcomes.verified}.`
  if (decision === 'rejected') return `${sent} The registry has notes for you, see below.`
  return `${sent} Changes to Completed once you are on the shortlist.`
}

function explainUploads({ application, uploads: { files } }: ApplicationSummary): string {
  const received = files === 0 ? 'No files yet.' : `${files} ${files === 1 ? 'file' : 'files'} received.`
  if (application?.withdrawnAt) return received
  if (application?.decision === 'verified') return `${received} Checked by the registry.`
  return `${received} Changes to Verified once you are on the shortlist.`
}
