// Emails to many applicants at once.

export const mailingKinds = {
  firstEmail: 'Send account details again',
  reminder: 'Remind',
} as const
export type MailingKind = keyof typeof mailingKinds

/** Why somebody who was chosen gets no email, as the end of a sentence about one or several applicants. */
export const leftOutReasons = {
  on_hold: 'on hold',
  no_email: 'without an email address',
  submitted: 'submitted already',
  closed: 'whose post has closed',
  logged_in: 'logged in already',
  being_sent: 'whose first email is still being sent',
  recent: 'written to within the last 24 hours',
} as const
export type LeftOutReason = keyof typeof leftOutReasons

/** What an applicant who has not submitted does next. */
export type ReminderStep = 'change password' | 'pay' | 'verify NIN' | 'fill in'

/** Applicants to whom one mailing may go. */
export const maxMailingRecipients = 50_000
/** A draft can be sent for so long. */
export const mailingDraftMinutes = 60
/** Nobody gets two mailings of a kind within so many hours. */
export const mailingPauseHours = 24
/** A link of the email that tells about the account again. */
export const firstLinkHours = 72

export const mailingStates = ['draft', 'sending', 'sent'] as const

/** Of one applicant. `skipped`: no longer to be written to when it was the applicant's turn. */
export const mailingItemStates = ['waiting', 'done', 'skipped'] as const
