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
  seatPublished: 'Seat published',
  resultPublished: 'Result published',
  offerPublished: 'Final outcome published',
  staffInvitation: 'Staff: invitation or link',
  staffNotice: 'Staff: about an account',
} as const

/** The names of the templates: an email without a label has none. */
export type EmailTemplateName = keyof typeof emailTemplateLabels

/** What an email to a staff member tells, where its template is used for several events. */
export const staffEmailEvents = {
  invited: 'Staff: invitation',
  signInReset: 'Staff: link to set up the sign-in again',
  credentialsChanged: 'Staff: sign-in set up again',
  newDevice: 'Staff: sign-in on a new device',
  passwordChanged: 'Staff: password changed',
  recoveryCodesReplaced: 'Staff: new recovery codes',
  passkeyAdded: 'Staff: passkey added',
  passkeyRemoved: 'Staff: passkey removed',
  rolesChanged: 'Staff: roles changed',
  suspendedUnused: 'Staff: suspended, not used',
  administratorAdded: 'Staff: administrator added on the server',
  manyPersonsRead: 'Staff: a colleague read very many people',
  plannedChangeFailed: 'Staff: planned change not made',
} as const

export type StaffEmailEvent = keyof typeof staffEmailEvents
