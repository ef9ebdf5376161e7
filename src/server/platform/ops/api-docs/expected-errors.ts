// The refusals that a client of each call should expect.
import type { CallName } from '#shared/api/applicant/calls.ts'
import type { Contract } from '#shared/api/contract.ts'
import { type ErrorCode, errors } from '#shared/messages/errors.ts'

const payment: ErrorCode[] = ['already_paid', 'amount_differs', 'payment_provider_unavailable']
const reset: ErrorCode[] = ['password_refused', 'reset_code_invalid']

/** Those of the call itself. What follows from its access, its input and its limits is added below. */
const ownErrors: Partial<Record<CallName, readonly ErrorCode[]>> = {
  login: ['wrong_credentials'],
  updatePassword: ['password_refused', 'current_password_wrong'],
  updatePasswordByCode: reset,
  updatePhoto: ['photo_not_yours'],
  generateRrr: payment,
  verifyPayment: ['payment_not_verified', 'rrr_unknown', 'payment_provider_unavailable'],
  myPayment: ['no_payment'],
  verifyNin: ['nin_not_found', 'nin_consent_required', 'nin_already_verified', 'nin_provider_unavailable'],
  myApplication: ['no_application'],
  submitApplication: ['nin_required', 'exercise_closed', 'already_submitted', 'files_unscanned'],
  saveDraft: ['draft_outdated', 'already_submitted'],
  uploadFile: [
    'no_file',
    'file_empty',
    'upload_too_slow',
    'too_many_files',
    'file_too_large',
    'file_type_refused',
    'file_infected',
    'file_unreadable',
  ],
  file: ['not_found'],
  applicationSlip: ['no_application'],
  paymentSlip: ['no_payment'],
  bankSlip: ['no_payment', 'already_paid'],
  examCalendar: ['no_exam', 'exam_day_unreadable'],
  verifySlip: ['slip_unknown'],
  downloadDataExport: ['data_export_gone'],
}

/** The codes of a call's refusals by HTTP status, in ascending order; without 500, which every call may answer. */
export function listExpectedErrors(name: CallName, contract: Contract): Map<number, ErrorCode[]> {
  const codes = new Set<ErrorCode>([...deriveErrors(contract), ...(ownErrors[name] ?? [])])
  const byStatus = Map.groupBy(codes, (code) => errors[code].status)
  return new Map([...byStatus].sort(([one], [other]) => one - other))
}

function deriveErrors({ access, body, query, params }: Contract): ErrorCode[] {
  const needsSession = access !== 'public' && access !== 'provider'
  return [
    ...(body || query || params ? (['invalid_request'] as const) : []),
    ...(body ? (['malformed_request', 'too_large', 'json_only', 'charset_refused'] as const) : []),
    ...(needsSession ? (['not_logged_in', 'session_ended'] as const) : []),
    ...(needsSession && access !== 'session' ? (['must_change_password'] as const) : []),
    ...(access === 'paid' ? (['payment_required'] as const) : []),
    'too_many_requests',
    'unavailable',
  ]
}
