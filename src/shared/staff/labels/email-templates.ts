/** What each email of the portal is about, as lists name it. */
export const emailTemplateLabels = {
  accountIssued: 'Account issued',
  accountIssuedAgain: 'Account details, sent again',
  reminder: 'Reminder to apply',
  passwordReset: 'Link for a new password',
  passwordChanged: 'Password changed',
  paymentReceived: 'Payment received',
  applicationSubmitted: 'Application submitted',
  applicationReturned: 'Application returned for correction',
  applicationWithdrawn: 'Application withdrawn',
  applicationReinstated: 'Application reinstated',
  refereeNamed: 'Referee named',
  complaintReceived: 'Complaint received',
  complaintAnswered: 'Complaint answered',
  detailsCorrected: 'Details corrected',
  outcomePublished: 'Outcome published',
  staffInvitation: 'Staff: invitation or link',
  staffNotice: 'Staff: notice',
} as const

/** The names of the templates: an email without a label has none. */
export type EmailTemplateName = keyof typeof emailTemplateLabels
