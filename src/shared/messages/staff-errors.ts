// The error catalogue of the staff's API, apart from the applicants', whose pages load theirs.
import type { ErrorDescription } from './errors.ts'

export const staffErrors = {
  sign_in_refused: { status: 401, message: 'Email address or password is incorrect.' },
  code_refused: { status: 401, message: 'This code is not correct, or it was used before. Enter the next one.' },
  recovery_refused: { status: 401, message: 'Email address or recovery code is incorrect.' },
  passkey_refused: {
    status: 401,
    message: 'This passkey was not accepted. Try again, or use another way to sign in.',
  },
  sign_in_expired: { status: 401, message: 'This sign-in has expired. Begin again with your password.' },
  passkeys_unavailable: {
    status: 409,
    message: 'Passkeys cannot be used here: the address of these pages is a number, and they need a name.',
  },
  passkey_not_made: { status: 400, message: 'This passkey could not be added. Try again, or use another device.' },
  passkey_exists: { status: 409, message: 'This passkey has been added already.' },
  too_many_passkeys: { status: 409, message: 'You have as many passkeys as possible. Remove one first.' },
  no_password: { status: 409, message: 'You sign in with passkeys only, so there is no password to change.' },
  last_factor: {
    status: 409,
    message: 'This passkey is your only way to sign in. Add another one first.',
  },
  not_permitted: { status: 403, message: 'Your roles do not allow this.' },
  fresh_sign_in_required: { status: 403, message: 'Confirm with a code or a passkey that it is you.' },
  email_just_changed: {
    status: 409,
    message: 'The email address of this applicant was changed. The staff can send a link 24 hours later.',
  },
  second_person_related: {
    status: 403,
    message:
      'You and the person whose work this is do not count as two persons yet: one of you invited the other, or the same person invited you both, within the last 30 days. Ask somebody else.',
  },
  second_person_required: { status: 403, message: 'This needs another person than the one who proposed it.' },
  too_many_persons: {
    status: 429,
    message:
      'Your lists have shown the data of very many people today. You can go on tomorrow; ask an administrator if you need them today.',
  },
  cross_site_request: { status: 403, message: 'This request did not come from the staff pages.' },
  invitation_invalid: {
    status: 403,
    message: 'This link has expired or has been used. Ask an administrator for a new one.',
  },
  staff_exists: { status: 409, message: 'Somebody has an account with this email address already.' },
  changed_meanwhile: { status: 409, message: 'Someone else changed this. Check the new version and try again.' },
  email_taken: { status: 409, message: 'Another account of this exercise has this email address.' },
  cursor_invalid: { status: 400, message: 'This page of the list is no longer known. Begin with the first one.' },
  settings_refused: { status: 409, message: 'These settings are not possible.' },
  exercise_exists: { status: 409, message: 'There is an exercise of this year already.' },
  exercise_archived: { status: 409, message: 'This exercise is archived: it can only be read.' },
  not_reviewable: {
    status: 409,
    message: 'This application is decided, or waits for the chair. It takes no further review.',
  },
  not_returnable: {
    status: 409,
    message: 'This application is shortlisted. It cannot be returned for correction.',
  },
  not_returned: { status: 409, message: 'This application is not with the applicant any more.' },
  with_applicant: {
    status: 409,
    message:
      'This application is with the applicant for correction. Review it once it is sent again or the date has passed.',
  },
  application_withdrawn: {
    status: 409,
    message: 'This application is withdrawn. Nothing is recorded about it unless the registry reinstates it.',
  },
  already_withdrawn: { status: 409, message: 'This application is withdrawn already.' },
  not_withdrawn: { status: 409, message: 'This application is not withdrawn.' },
  assignment_too_large: {
    status: 409,
    message: 'At most 20,000 applications are assigned at once. Choose fewer, for example one school.',
  },
  on_hold: { status: 409, message: 'This applicant is on hold. End the hold on the page of the applicant first.' },
  already_on_hold: { status: 409, message: 'This applicant is on hold already.' },
  not_on_hold: { status: 409, message: 'This applicant is not on hold.' },
  being_published: {
    status: 409,
    message: 'The outcome of this application is being published at this moment. Try again in a minute.',
  },
  already_recused: { status: 409, message: 'This person is recused from the application already.' },
  post_submitted: {
    status: 409,
    message:
      'The application was submitted for this post, and what was submitted does not change. The account cannot move to another post any more.',
  },
  post_closed: { status: 409, message: 'This post has closed: nobody can apply for it any more.' },
  fee_paid: { status: 409, message: 'The fee is paid, so it cannot change any more.' },
  rrr_open: {
    status: 409,
    message:
      'The applicant has an RRR over the present amount, which can still be paid. The fee can change when it has expired.',
  },
  no_nin: { status: 404, message: 'No NIN is verified for this account.' },
  no_address: { status: 409, message: 'No address is known to which an answer could go.' },
  too_many_emails: {
    status: 429,
    message: 'This applicant was sent ten emails within an hour. Wait a while before you send another one.',
  },
  email_not_resendable: { status: 409, message: 'This email cannot be sent again.' },
  mailing_nobody: { status: 409, message: 'No applicant matches, so there is nobody to write to.' },
  mailing_too_large: {
    status: 409,
    message: 'At most 50,000 applicants are written to at once. Narrow the list down.',
  },
  mailing_expired: { status: 409, message: 'This has waited too long. Choose the applicants again.' },
  mailing_started: { status: 409, message: 'These emails are on their way already.' },
  recipients_differ: { status: 409, message: 'Another number of applicants gets this email. Check it and try again.' },
  reminder_too_late: { status: 409, message: 'This exercise has closed, so nobody can be reminded any more.' },
  slip_refused: { status: 409, message: 'This password slip cannot be printed.' },
  staff_not_active: { status: 409, message: 'This person may not sign in. Reactivate the account first.' },
  roles_exclude: { status: 409, message: 'Nobody can be both administrator and data protection officer.' },
  last_administrator: { status: 409, message: 'The last active administrator must stay. Appoint another one first.' },
  too_many_views: { status: 409, message: 'You have saved as many views of this list as possible. Delete one first.' },
  list_unreadable: {
    status: 422,
    message: 'This file is neither CSV nor an Excel workbook (.xlsx), or it is damaged. Save the list again.',
  },
  already_applied: { status: 409, message: 'The accounts of this list have been issued, or are being issued.' },
  count_differs: { status: 409, message: 'The number is another one by now. Check it and try again.' },
  nothing_to_issue: { status: 409, message: 'No line of this list is new and without an error.' },
  other_merchant: {
    status: 409,
    message:
      'This portal never had most RRRs of this file. Confirm that the file is of this merchant, or choose another one.',
  },
  settlement_has_errors: {
    status: 409,
    message: 'A settlement is stored whole, so that its sums add up. Correct the lines with an error first.',
  },
  day_not_over: { status: 409, message: 'A day is closed once it is over.' },
  day_not_settled: {
    status: 409,
    message: 'Payments of this day are in no settlement yet. Import the settlement first.',
  },
  day_closed: { status: 409, message: 'Somebody has closed this day as it is. Look at it again.' },
  day_not_waiting: { status: 409, message: 'This day does not wait for a second person.' },
  file_imported_before: {
    status: 409,
    message: 'This file is imported already, with other columns. Its lines count as they were read then.',
  },
  nothing_to_apply: { status: 409, message: 'No line of this file is new.' },
  import_not_checked: { status: 409, message: 'This list cannot be applied. Upload it again.' },
  import_applying: { status: 409, message: 'The accounts of this list are being issued. Wait until all are.' },
  import_discarded: { status: 409, message: 'This list has been discarded.' },
  accounts_in_use: {
    status: 409,
    message: 'An applicant of this list has used the account already, so it cannot be taken back.',
  },
  selection_empty: { status: 409, message: 'No application matches, so there is nothing to select.' },
  selection_too_large: { status: 409, message: 'More than 100,000 applications match. Narrow the list down.' },
  selection_expired: { status: 409, message: 'This selection has expired. Make it again from the list.' },
  export_running: {
    status: 409,
    message: 'Another export of yours is being made. Wait until it is ready, or cancel it.',
  },
  exports_waiting: { status: 503, message: 'Many exports are being made. Try again in a few minutes.' },
  export_ended: { status: 409, message: 'This export is not being made any more.' },
  export_gone: { status: 404, message: 'This file is not there. It is removed after a day; make the export again.' },
  publication_empty: { status: 409, message: 'None of these applications can be published like this.' },
  sitting_state: { status: 409, message: 'This is not possible in the state of the sitting.' },
  sitting_seated: {
    status: 409,
    message: 'Applicants have seats here: only the name of the batch and the capacity can change.',
  },
  seats_refused: { status: 409, message: 'These seats cannot be moved there.' },
  sitting_empty: { status: 409, message: 'Nobody has a seat in this sitting yet, so there is nothing to print.' },
  attendance_refused: { status: 409, message: 'Nobody can be marked like this now.' },
  seating_too_large: {
    status: 400,
    message:
      'These are too many applications for one arrangement of seats. Choose fewer, for instance by post or state.',
  },
  interview_refused: { status: 409, message: 'This is not possible for the interview now.' },
  result_refused: { status: 409, message: 'No result can be entered or confirmed for this application now.' },
  outcome_refused: { status: 409, message: 'This application cannot get this outcome.' },
  outcomes_too_many: { status: 400, message: 'At most 5,000 applications get an outcome at once. Choose fewer.' },
  case_state: { status: 409, message: 'This is not possible any more in the state of the case.' },
  case_rrr_unknown: {
    status: 409,
    message: 'This portal has not issued this RRR, so it cannot ask Remita about it. Ask the sender of the settlement.',
  },
  refund_exceeds: {
    status: 409,
    message:
      'More cannot go back: refunds of an RRR are at most what is at stake, and together what was received for it.',
  },
  publication_state: { status: 409, message: 'This is not possible any more in the state of the publication.' },
  publication_changed: {
    status: 409,
    message: 'An application was decided anew since this was proposed. Look at the differences, then approve it again.',
  },
} as const satisfies Record<string, ErrorDescription>

export type StaffErrorCode = keyof typeof staffErrors
