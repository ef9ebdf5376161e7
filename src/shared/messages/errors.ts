// The error catalogue: code → HTTP status and sentence. Sentences of the specification (section 8) stand word for word.
import { formatDuration } from '../format/durations.ts'
import { fileMessages } from '../forms/file-types.ts'
import { uploadLimits } from '../policy/limits.ts'
import { refusals } from './refusals.ts'
import { messages } from './web-messages.ts'

export interface ErrorDescription {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 414 | 415 | 422 | 429 | 500 | 503
  readonly message: string
}

export const errors = {
  // Requests
  malformed_request: { status: 400, message: 'The request could not be read.' },
  invalid_request: { status: 400, message: 'Some of what was sent is not right.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  other_site: { status: 403, message: 'This request came from another website.' },
  method_not_allowed: { status: 405, message: 'This address does not take that kind of request.' },
  too_large: { status: 413, message: 'What was sent is too large.' },
  address_too_long: { status: 414, message: 'This address is too long.' },
  charset_refused: { status: 415, message: 'Send text as UTF-8.' },
  json_only: { status: 415, message: 'Send JSON.' },
  too_many_requests: { status: 429, message: 'Too many attempts. Wait a while and try again.' },
  unexpected: { status: 500, message: refusals.unexpected },
  unavailable: { status: 503, message: 'The service is busy or being restored. Please try again in a moment.' },

  // Accounts
  wrong_credentials: { status: 401, message: 'User ID or password is incorrect.' },
  not_logged_in: { status: 401, message: refusals.not_logged_in },
  session_ended: { status: 401, message: 'Your session has ended. Log in again.' },
  must_change_password: { status: 403, message: refusals.must_change_password },
  current_password_wrong: { status: 403, message: 'Your current password is not correct.' },
  reset_code_invalid: {
    status: 403,
    message: 'This link has expired or has been used. Ask for a new one with Forgot password.',
  },
  password_refused: { status: 400, message: 'Choose another password.' },

  // Payment
  payment_required: { status: 403, message: messages.payment.notPaid },
  already_paid: { status: 409, message: refusals.already_paid },
  amount_differs: { status: 400, message: 'The amount is not the fee of this application. Reload the page.' },
  rrr_unknown: { status: 404, message: 'This RRR was not issued to you.' },
  no_payment: { status: 404, message: refusals.no_payment },
  payment_not_verified: { status: 400, message: messages.payment.notVerified },
  payment_provider_unavailable: {
    status: 503,
    message: 'The payment service does not answer at the moment. Nothing is lost: please try again in a few minutes.',
  },

  // Identity
  nin_malformed: { status: 400, message: refusals.nin_malformed },
  nin_not_found: {
    status: 400,
    message: 'Contact customer service: this NIN was not found in the national register. Check it and try again.',
  },
  nin_already_verified: { status: 409, message: refusals.nin_already_verified },
  nin_consent_required: { status: 400, message: refusals.nin_consent_required },
  nin_provider_unavailable: {
    status: 503,
    message:
      'The identity service is not available. Please try again later; you can continue with your form meanwhile.',
  },
  nin_required: { status: 403, message: refusals.nin_required },

  // Application
  no_application: { status: 404, message: messages.slip.none },
  already_submitted: { status: 409, message: refusals.already_submitted },
  no_exercise: { status: 404, message: refusals.no_exercise },
  exercise_closed: { status: 403, message: 'The time to submit applications has passed.' },
  draft_outdated: { status: 409, message: refusals.draft_outdated },

  // Offers
  no_offer: { status: 404, message: 'There is no offer that you could answer.' },
  offer_settled: { status: 409, message: 'This offer cannot be answered any more.' },
  offer_archived: {
    status: 409,
    message: 'This recruitment is closed, so its offers cannot be answered any more. To ask about yours, write to us.',
  },
  offer_on_hold: {
    status: 409,
    message: 'The registry still has a question about your application. Please write to us.',
  },

  // Slips
  no_exam: { status: 404, message: 'Your examination has not been published yet.' },
  exam_day_unreadable: {
    status: 404,
    message: 'Your examination has no day for a calendar. See your application slip.',
  },
  slip_unknown: { status: 404, message: refusals.slip_unknown },

  // Files
  no_file: { status: 400, message: messages.upload.none },
  file_type_refused: { status: 415, message: fileMessages.wrongType('documentsAndWord') },
  file_active: {
    status: 422,
    message:
      'This PDF has a script, an attachment or a form that sends data. Open it, choose “Print” and “Save as PDF”, and upload the PDF that you get.',
  },
  file_unreadable: { status: 422, message: 'This file is damaged and could not be read. Choose another one.' },
  file_too_large: { status: 413, message: fileMessages.tooLarge(uploadLimits.label) },
  upload_too_slow: { status: 408, message: 'Your network was too slow to send this file. Please try again.' },
  file_empty: { status: 400, message: fileMessages.empty },
  too_many_files: { status: 409, message: 'You have uploaded too many files. Remove some of your entries first.' },
  file_infected: { status: 422, message: 'This file carries a virus and was not kept. Choose another one.' },
  files_unscanned: {
    status: 503,
    message: 'Your files are still being checked for viruses. Nothing is lost: please submit again in a few minutes.',
  },
  data_export_gone: {
    status: 404,
    message: 'This copy of your data has been deleted. Prepare a new one in your account settings.',
  },
  photo_not_yours: { status: 400, message: 'The photo must be an image that you have uploaded.' },
} as const satisfies Record<string, ErrorDescription>

export type ErrorCode = keyof typeof errors

/** @param seconds until the next attempt is accepted */
export const formatTooManyAttempts = (seconds: number): string =>
  `Too many attempts. Wait ${formatDuration(seconds)} and try again.`
