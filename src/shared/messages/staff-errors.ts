// The error catalogue of the staff's API, apart from the applicants', whose pages load theirs.
import type { ErrorDescription } from './errors.ts'

export const staffErrors = {
  sign_in_refused: { status: 401, message: 'Email address or password is incorrect.' },
  code_refused: { status: 401, message: 'This code is not correct, or it was used before. Enter the next one.' },
  sign_in_expired: { status: 401, message: 'This sign-in has expired. Begin again with your password.' },
  not_permitted: { status: 403, message: 'Your roles do not allow this.' },
  fresh_sign_in_required: { status: 403, message: 'Enter a code from your authenticator app to go on.' },
  second_person_required: { status: 403, message: 'This needs another person than the one who proposed it.' },
  cross_site_request: { status: 403, message: 'This request did not come from the staff pages.' },
  invitation_invalid: {
    status: 403,
    message: 'This link has expired or has been used. Ask an administrator for a new one.',
  },
  staff_exists: { status: 409, message: 'Somebody has an account with this email address already.' },
  changed_meanwhile: { status: 409, message: 'Somebody has changed this in the meantime. Check it and try again.' },
  email_taken: { status: 409, message: 'Another account of this exercise has this email address.' },
  cursor_invalid: { status: 400, message: 'This page of the list is no longer known. Begin with the first one.' },
  settings_refused: { status: 409, message: 'These settings are not possible.' },
  exercise_exists: { status: 409, message: 'There is an exercise of this year already.' },
  exercise_archived: { status: 409, message: 'This exercise is archived: it can only be read.' },
  not_reviewable: {
    status: 409,
    message: 'This application is decided, or waits for the chair. It takes no further review.',
  },
  assignment_too_large: {
    status: 409,
    message: 'At most 20,000 applications are assigned at once. Choose fewer, for example one school.',
  },
  already_recused: { status: 409, message: 'This person is recused from the application already.' },
  no_nin: { status: 404, message: 'No NIN is verified for this account.' },
  no_address: { status: 409, message: 'No address is known to which an answer could go.' },
  email_not_resendable: { status: 409, message: 'This email cannot be sent again.' },
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
  count_differs: { status: 409, message: 'The list has another number of new lines. Check it and type it again.' },
  nothing_to_issue: { status: 409, message: 'No line of this list is new and without an error.' },
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
  publication_kind_unavailable: { status: 409, message: 'This cannot be published: this exercise has none.' },
  publication_empty: { status: 409, message: 'None of these applications can be published like this.' },
  publication_state: { status: 409, message: 'This is not possible any more in the state of the publication.' },
  publication_changed: {
    status: 409,
    message: 'An application was decided anew since this was proposed. Look at the differences, then approve it again.',
  },
} as const satisfies Record<string, ErrorDescription>

export type StaffErrorCode = keyof typeof staffErrors
