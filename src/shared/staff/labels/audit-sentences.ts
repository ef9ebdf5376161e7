// Events of the audit log as sentences, such as "Ngozi Eze reviewed application APP-2024-000083."
import { getLabel } from '../../format/labels.ts'
import { type AuditAction, auditActorLabels } from './audit-actions.ts'
import { formatAuditSubject } from './audit-details.ts'

/** What somebody did; in braces whom or what it concerns, as it is called where that is not recorded. */
const predicates: Readonly<Record<AuditAction, string>> = {
  login: 'logged in',
  login_refused: 'tried to log in as {somebody unknown} and was refused',
  logout: 'logged out',
  session_limit_reached: 'ended the oldest sessions of {an applicant}, who has logged in once more',
  sessions_ended: 'ended own sessions',
  password_changed: 'changed the password',
  password_reset: 'set a new password by a link',
  password_reset_requested: 'asked for a link to a new password of {an account}',
  password_reset_refused: 'asked for a link to a new password of {an account} with another email address',
  photo_changed: 'changed the photo',
  nin_looked_up: 'looked up the NIN',
  nin_revealed: 'looked at the NIN of {an applicant}',
  nin_taken: 'entered the NIN of another account',
  nin_credit_used_up: 'found the credit with the NIN service used up',
  nin_credentials_refused: 'was refused by the NIN service',
  payment_credentials_refused: 'was refused by the payment provider',
  payment_issued: 'generated an RRR of {an applicant}',
  payment_recovered: 'took up an RRR of {an applicant} that the payment provider had issued before',
  payment_superseded: 'replaced an RRR of {an applicant}',
  payment_expired: 'let an RRR of {an applicant} expire',
  payment_paid: 'found the fee of {an applicant} paid',
  payment_paid_again: 'found the fee of {an applicant} paid again',
  payment_underpaid: 'found the fee of {an applicant} paid in part',
  payment_overpaid: 'found more than the fee of {an applicant} paid',
  payment_order_differs: 'was told of a payment of {an applicant} that belongs to another order',
  payment_amount_differs: 'took up an RRR of {an applicant} with another amount',
  payments_listed: 'looked through the list of payments',
  payment_viewed: 'looked at {a payment}',
  payment_checked: 'asked Remita about {a payment}',
  money_cases_listed: 'looked through the list of money cases',
  refunds_listed: 'looked through the list of refunds',
  seats_listed: 'looked through the list of seats',
  results_listed: 'looked through the list of results',
  result_viewed: 'looked at the results of {an application}',
  offers_listed: 'looked through the list of offers',
  recusals_listed: 'looked through the list of recusals',
  money_case_viewed: 'looked at {a money case}',
  money_case_asked: 'asked Remita about {a money case}',
  money_case_explained: 'explained {a money case}',
  money_case_proposal_cancelled: 'cancelled a proposal about {a money case}',
  refund_proposed: 'proposed a refund for {a money case}',
  refund_approved: 'approved the refund of {a money case}',
  refund_paid_out: 'recorded as paid out the refund of {a money case}',
  write_off_proposed: 'proposed to write off {a money case}',
  write_off_approved: 'approved the write-off of {a money case}',
  application_submitted: 'submitted the application',
  application_returned: 'returned {an application} for correction',
  application_return_ended: 'took back the return of {an application}',
  application_sent_again: 'sent the application again',
  application_withdrawn: 'withdrew {an application}',
  application_reinstated: 'took {an application} up again',
  applications_listed: 'looked through the list of applications',
  applications_assigned: 'assigned applications',
  application_viewed: 'looked at {an application}',
  application_reviewed: 'reviewed {an application}',
  application_decided: 'decided {an application}',
  application_note_added: 'added a note to {an application}',
  reviewer_recused: 'recorded a recusal from {an application}',
  recusal_ended: 'ended a recusal from {an application}',
  application_deleted: 'deleted the application of {an applicant} after its retention',
  form_deleted: 'deleted the form of {an applicant} after its retention',
  file_refused: 'asked for a file of somebody else and was refused',
  file_opened: 'opened a file of {an applicant}',
  virus_found: 'found a virus in a file of {an applicant}',
  data_export_requested: 'asked for the own data',
  data_export_ready: 'collected the data of {an applicant}',
  data_export_failed: 'could not collect the data of {an applicant}',
  data_export_downloaded: 'downloaded the own data',
  account_issued: 'issued the account {of an applicant}',
  import_checked: 'checked {a list of applicants}',
  import_started: 'started to apply {a list of applicants}',
  import_discarded: 'discarded {a list of applicants}',
  import_applied: 'applied {a list of applicants}',
  import_undone: 'took back {a list of applicants}',
  applicants_listed: 'looked through the list of applicants',
  applicant_viewed: 'looked at {an applicant}',
  venue_added: 'added {a venue}',
  venue_changed: 'changed {a venue}',
  sitting_added: 'added {a sitting}',
  sitting_changed: 'changed {a sitting}',
  sitting_locked: 'locked {a sitting}',
  sitting_unlocked: 'unlocked {a sitting}',
  sitting_cancelled: 'cancelled {a sitting}',
  sitting_moved: 'moved {a sitting}',
  seats_given: 'gave seats to a selection of applicants',
  seat_moved: 'moved {an applicant} to another sitting',
  results_imported: 'imported {a file of results}',
  result_entered: 'entered by hand or from a panel a result of {an application}',
  result_confirmed: 'confirmed a result of {an application}',
  result_taken_back: 'took back an unconfirmed result of {an application}',
  panel_added: 'added a panel to {an interview}',
  panel_changed: 'changed a panel of {an interview}',
  panel_removed: 'removed a panel of {an interview}',
  slots_arranged: 'arranged the times of {an interview}',
  slot_changed: 'changed a time of {an interview}',
  interview_viewed: 'looked at the interview of {an application}',
  sheet_handed_in: 'handed in the score sheet of the interview of {an application}',
  settlement_imported: 'imported {a settlement}',
  day_closed: 'closed a day of payments',
  day_closing_approved: 'approved that a day of payments is closed with its differences',
  sitting_printed: 'printed a list, sheet or labels of {a sitting}',
  door_list_read: 'read who has a seat in {a sitting}',
  attendance_marked: 'marked who came to {a sitting}',
  absentees_marked: 'marked everybody else of {a sitting} absent',
  final_outcome_recorded: 'recorded the final outcome of {an application}',
  final_outcome_confirmed: 'confirmed the final outcome of {an application}',
  offer_accepted: 'accepted the offer',
  offer_declined: 'declined the offer',
  offer_lapsed: 'marked the offer of {an applicant} as lapsed',
  final_outcomes_recorded: 'recorded the final outcome of a selection of applicants',
  final_outcomes_confirmed: 'confirmed the final outcomes of a selection of applicants',
  text_changed: 'worded a reason, prepared reply or category anew',
  applicant_moved: 'moved {an account} to another post or fee',
  applicant_corrected: 'corrected {an applicant}',
  correction_proposed: 'proposed a correction of {an applicant}',
  correction_declined: 'declined a correction of {an applicant}',
  applicant_held: 'put {an applicant} on hold',
  applicant_hold_ended: 'ended the hold of {an applicant}',
  applicant_session_ended: 'ended a session of {an applicant}',
  password_slip_printed: 'printed a password slip for {an applicant}',
  mailing_started: 'started an email to many applicants',
  mailing_finished: 'finished an email to many applicants',
  account_email_resent: 'sent the account details to {an applicant} again',
  reminder_sent: 'sent {an applicant} a reminder',
  email_resent: 'sent an email to {an applicant} again',
  emails_listed: 'looked through the list of emails',
  email_address_read: 'read the address of {an email}',
  complaints_listed: 'looked through the list of complaints',
  complaint_viewed: 'looked at {a complaint}',
  complaint_answered: 'answered {a complaint}',
  complaint_note_added: 'added a note to {a complaint}',
  complaint_changed: 'changed {a complaint}',
  publication_items_listed: 'looked through the applications of {a publication}',
  publication_made: 'made {a publication}',
  publication_changed: 'changed {a publication}',
  publication_proposed: 'proposed {a publication}',
  publication_approved: 'approved {a publication}',
  publication_returned: 'sent back {a publication}',
  publication_published: 'published {a publication}',
  outcome_published: 'published a decision, seat or result of {an applicant}',
  export_made: 'made {an export}',
  export_ready: 'asked for {an export}, which is ready',
  export_failed: 'asked for {an export}, which could not be finished',
  export_cancelled: 'cancelled {an export}',
  export_downloaded: 'downloaded {an export}',
  exercise_added: 'prepared {an exercise}',
  exercise_changed: 'changed {an exercise}',
  exercise_change_proposed: 'proposed a change of {an exercise}',
  exercise_change_declined: 'declined a change of {an exercise}',
  exercise_change_planned: 'planned a change of {an exercise}',
  exercise_change_failed: 'could not make the planned change of {an exercise}',
  account_fee_changed: 'changed the fee of {an account} with the exercise',
  staff_signed_in: 'signed in',
  staff_signed_in_again: 'signed in again in a session',
  staff_signed_out: 'signed out',
  staff_sign_in_refused: 'tried to sign in as {somebody unknown} and was refused',
  staff_code_refused: 'entered a wrong code for {a staff member}',
  staff_recovery_started: 'asked for a link with a recovery code',
  staff_recovery_refused: 'entered a wrong recovery code for {somebody unknown}',
  staff_passkey_refused: 'used a passkey for {somebody unknown} and was refused',
  staff_passkey_added: 'added a passkey',
  staff_passkey_renamed: 'renamed a passkey',
  staff_passkey_removed: 'removed a passkey',
  staff_password_changed: 'changed the own password',
  staff_recovery_codes_replaced: 'replaced the recovery codes',
  staff_own_session_ended: 'ended an own session',
  staff_invited: 'invited {a staff member}',
  staff_invitation_accepted: 'accepted the invitation',
  staff_credentials_reset: 'set up the own sign-in again',
  staff_link_sent: 'sent a link to {a staff member}',
  staff_roles_changed: 'changed the roles of {a staff member}',
  staff_status_changed: 'changed the status of {a staff member}',
  staff_suspended_unused: 'suspended {a staff member}, whose account was not used',
  staff_change_proposed: 'proposed roles for {a staff member}',
  staff_change_approved: 'approved the roles of {a staff member}',
  staff_change_declined: 'declined the roles of {a staff member}',
  staff_reading_exceeded: 'found that {a staff member} has read more persons in lists than is usual',
  staff_session_ended: 'ended a session of {a staff member}',
  administrator_added: 'added {an administrator}',
  administrator_rescued: 'added {an administrator} for rescue',
  request_refused: 'asked for something that was refused',
  refusals_not_recorded: 'only counted further refusals',
  limit_reached: 'reached a limit of requests',
  keys_rotated: 'rotated the encryption keys',
}

interface Concerned {
  /** Of the applicant whom it concerns, or who did it. */
  userId: string | null
  subject: { kind: string; id: string; name: string | null } | null
}

interface AuditEvent extends Concerned {
  action: string
  actor: string
  person: { name: string } | null
}

/** `subject` is what the event concerns, which a page can link. */
export interface SentencePart {
  is: 'words' | 'subject'
  text: string
}

/**
 * The sentence of an event in its parts. An applicant who acts is named by the user ID, and not once more as the one whom it
 * concerns. An action of a newer server is told by its name.
 */
export function composeAuditSentence({ action, actor, person, userId, subject }: AuditEvent): SentencePart[] {
  const isByApplicant = actor === 'applicant' && userId !== null
  const who = person?.name ?? (isByApplicant ? userId : getLabel<string>(auditActorLabels, actor))
  const predicate = getLabel<string>(predicates, action)
  const told = isByApplicant ? predicate.replace(' of {an applicant}', '') : predicate
  const [before = '', unrecorded, after = ''] = told.split(/[{}]/)
  const parts: SentencePart[] = [
    { is: isByApplicant ? 'subject' : 'words', text: who },
    { is: 'words', text: ` ${before}` },
  ]
  if (unrecorded !== undefined)
    parts.push(
      subject || (userId && !isByApplicant)
        ? { is: 'subject', text: (isApplicant(unrecorded) && userId) || (nameSubject(subject, userId) ?? unrecorded) }
        : { is: 'words', text: unrecorded },
    )
  return [...parts, { is: 'words', text: `${after}.` }]
}

/** The whole sentence, for a file. */
export const formatAuditEvent = (event: AuditEvent): string =>
  composeAuditSentence(event)
    .map(({ text }) => text)
    .join('')

/** Whom or what an event concerns; null for nobody. */
export const formatConcerned = ({ userId, subject }: Concerned): string | null =>
  userId ?? (subject && formatAuditSubject(subject))

/** Whose user ID says more than the record by which it happened, such as a publication. */
const isApplicant = (unrecorded: string): boolean => unrecorded.endsWith('an applicant')

/** Null where only the id of a record is known, which says nothing. */
function nameSubject(subject: Concerned['subject'], userId: string | null): string | null {
  if (!subject) return userId
  if (subject.name) return subject.name
  const text = formatAuditSubject(subject)
  return text.includes(subject.id) ? text.replace(/^./, (first) => first.toLowerCase()) : null
}
