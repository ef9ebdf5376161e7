// The applicants' API, as it is described.
import { createFileCookie } from '#server/http/principal.ts'
import { type AnyCallName, getAnyCall } from '#shared/api/applicant/all-calls.ts'
import type { ApplicantAccess } from '#shared/api/applicant/contract.ts'
import { contracts } from '#shared/api/applicant/contracts.ts'
import type { Contract } from '#shared/api/contract.ts'
import { fileTypeGroups } from '#shared/forms/file-types.ts'
import type { ErrorCode } from '#shared/messages/errors.ts'
import { binaryContent, type DescribedApi, listInputErrors, type Operation, textContent } from './openapi-document.ts'

export const describeApplicantApi = (publicUrl: string): DescribedApi => ({
  title: 'Recruitment portal API',
  description:
    'What applicants, and the payment provider, ask of the portal. Every reply in JSON says `status`, `success`, ' +
    '`statusCode` and `message`, and holds its content in `data`; a refusal also has a stable `code`.',
  contracts,
  getCall: (name) => getAnyCall(name as AnyCallName),
  securitySchemes: {
    session: { type: 'http', scheme: 'bearer' },
    fileCookie: { type: 'apiKey', in: 'cookie', name: createFileCookie(publicUrl).name },
  },
  getSecurity: ({ access }) => securityByAccess[access as ApplicantAccess],
  listErrors: (name, contract) => [
    ...deriveErrors(name as AnyCallName, contract),
    ...(ownErrors[name as AnyCallName] ?? []),
  ],
  fileContent,
  uploads,
  revalidated: ['exercise', 'advert', 'states', 'file'] satisfies AnyCallName[],
  refusedInText: ['remitaNotification'] satisfies AnyCallName[],
})

const uploads: readonly AnyCallName[] = ['uploadFile']

const bearer: Operation['security'] = [{ session: [] }]
const securityByAccess: Record<ApplicantAccess, Operation['security']> = {
  public: [],
  provider: [],
  session: bearer,
  applicant: bearer,
  paid: bearer,
  reader: [...bearer, { fileCookie: [] }],
}

const fileContent = {
  advert: binaryContent('application/pdf'),
  applicationSlip: binaryContent('application/pdf'),
  paymentSlip: binaryContent('application/pdf'),
  bankSlip: binaryContent('application/pdf'),
  offerLetter: binaryContent('application/pdf'),
  examCalendar: textContent('text/calendar'),
  slipQr: textContent('image/svg+xml'),
  file: binaryContent(...fileTypeGroups.documentsAndWord),
  downloadDataExport: binaryContent('application/zip'),
  remitaNotification: textContent('text/plain', ['Ok', 'Not Ok']),
} satisfies Partial<Record<AnyCallName, object>>

const payment: ErrorCode[] = ['already_paid', 'amount_differs', 'payment_provider_unavailable']
const reset: ErrorCode[] = ['password_refused', 'reset_code_invalid']

/** Those of the call itself. What follows from its access, its input and its limits is added below. */
const ownErrors: Partial<Record<AnyCallName, readonly ErrorCode[]>> = {
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
  uploadFile: ['too_many_files', 'file_type_refused', 'file_infected', 'file_unreadable', 'file_active'],
  exercise: ['no_exercise'],
  advert: ['no_exercise'],
  applicationSlip: ['no_application'],
  paymentSlip: ['no_payment'],
  bankSlip: ['no_payment', 'already_paid'],
  examCalendar: ['no_exam', 'exam_day_unreadable'],
  offerLetter: ['no_offer'],
  answerOffer: ['no_offer', 'offer_settled', 'offer_archived', 'offer_on_hold'],
  verifySlip: ['slip_unknown'],
  downloadDataExport: ['data_export_gone'],
}

function deriveErrors(name: AnyCallName, contract: Contract): ErrorCode[] {
  const { access } = contract
  const needsSession = access !== 'public' && access !== 'provider'
  const input = listInputErrors(contract, uploads.includes(name))
  return [
    // The provider's notification is JSON under any content type, and whatever it holds.
    ...(access === 'provider' ? input.filter((code) => code !== 'json_only' && code !== 'invalid_request') : input),
    ...(needsSession || (access === 'public' && getAnyCall(name).method !== 'GET') ? (['other_site'] as const) : []),
    ...(needsSession ? (['not_logged_in', 'session_ended'] as const) : []),
    ...(needsSession && access !== 'session' ? (['must_change_password'] as const) : []),
    ...(contract.params ? (['not_found'] as const) : []),
    ...(access === 'paid' ? (['payment_required'] as const) : []),
    'too_many_requests',
    'unavailable',
  ]
}
