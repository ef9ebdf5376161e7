// Which columns of each table an applicant's archive holds. The compiler refuses a column that nothing is said about.
import type {
  accounts,
  loginNetworks,
  passwordResets,
  sessions,
} from '#server/database/schema/accounts-and-sessions.ts'
import type { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import type { complaintMessages, complaints } from '#server/database/schema/contact.ts'
import type { accountCorrections, emails } from '#server/database/schema/emails-and-corrections.ts'
import type { dataExports } from '#server/database/schema/exports.ts'
import type { files } from '#server/database/schema/files.ts'
import type { ninVerifications } from '#server/database/schema/nin.ts'
import type { paymentEvents, payments } from '#server/database/schema/payments.ts'
import { type ColumnChoice, leftOut } from './column-choice.ts'
import {
  applicationColumns,
  draftColumns,
  offerColumns,
  returnColumns,
  versionColumns,
  withdrawalColumns,
} from './exported-applications.ts'

const { internalId, owner, staff, secret } = leftOut

const accountColumns: ColumnChoice<typeof accounts.$inferSelect> = {
  id: internalId,
  exerciseId: true,
  userId: true,
  passwordHash: secret,
  initialPasswordHash: secret,
  mustChangePassword: true,
  surname: true,
  firstName: true,
  middleName: true,
  email: true,
  phone: true,
  dateOfBirth: true,
  gender: true,
  placeOfBirth: true,
  state: true,
  lga: true,
  school: true,
  department: true,
  role: true,
  feeKobo: true,
  chargeKobo: true,
  photoFileId: true,
  examDate: true,
  examTime: true,
  examVenue: true,
  version: 'counts corrections',
  importLineId: internalId,
  createdAt: true,
}

const sessionColumns: ColumnChoice<typeof sessions.$inferSelect> = {
  id: internalId,
  accountId: owner,
  tokenHash: secret,
  fileTokenHash: secret,
  device: true,
  createdAt: true,
  lastSeenAt: true,
  expiresAt: true,
  endedAt: true,
}

const loginNetworkColumns: ColumnChoice<typeof loginNetworks.$inferSelect> = {
  networkHash: secret,
  accountId: owner,
  staffId: staff,
  lastLoginAt: true,
}

const passwordResetColumns: ColumnChoice<typeof passwordResets.$inferSelect> = {
  id: internalId,
  accountId: owner,
  codeHash: secret,
  createdAt: true,
  expiresAt: true,
  usedAt: true,
}

const paymentColumns: ColumnChoice<typeof payments.$inferSelect> = {
  id: true,
  accountId: owner,
  exerciseId: 'that of the account',
  orderId: true,
  rrr: true,
  feeKobo: true,
  chargeKobo: true,
  status: true,
  leaseExpiresAt: 'how servers take turns',
  paidKobo: true,
  paidAt: true,
  paymentType: true,
  checks: true,
  checkedAt: true,
  nextCheckAt: true,
  slipCode: true,
  createdAt: true,
  issuedAt: true,
}

const paymentEventColumns: ColumnChoice<typeof paymentEvents.$inferSelect> = {
  id: internalId,
  paymentId: true,
  rrr: true,
  kind: true,
  detail: true,
  at: true,
}

const ninColumns: ColumnChoice<typeof ninVerifications.$inferSelect> = {
  id: internalId,
  exerciseId: true,
  accountId: owner,
  ninHash: secret,
  encryptedNin: 'decrypted, as `nin`',
  outcome: true,
  requestedAt: true,
  leaseExpiresAt: 'how servers take turns',
  encryptedRecord: 'decrypted, as `record`',
  differences: 'would tell facts about the person whose NIN it is, if it is not the applicant’s',
  factsHash: secret,
  photoFileId: true,
  consentAt: true,
  consentVersion: true,
  createdAt: true,
}

const fileColumns: ColumnChoice<typeof files.$inferSelect> = {
  id: true,
  accountId: owner,
  kind: true,
  name: true,
  type: true,
  size: true,
  sha256: 'in hexadecimal digits, as `sha256`',
  scan: true,
  createdAt: true,
}

const complaintColumns: ColumnChoice<typeof complaints.$inferSelect> = {
  id: internalId,
  number: true,
  userId: true,
  fullName: true,
  email: true,
  complaint: true,
  accountId: owner,
  category: true,
  state: 'how the staff sort their work',
  sender: 'repeats the address, to group complaints of one sender',
  assignedTo: staff,
  dueAt: 'how the staff sort their work',
  version: 'counts changes',
  createdAt: true,
}

const complaintMessageColumns: ColumnChoice<typeof complaintMessages.$inferSelect> = {
  id: internalId,
  complaintId: 'as `number`, which the complaint has',
  direction: true,
  staffId: staff,
  body: true,
  at: true,
}

const emailColumns: ColumnChoice<typeof emails.$inferSelect> = {
  id: internalId,
  template: true,
  event: 'of staff members alone',
  accountId: owner,
  staffId: staff,
  encryptedAddress: 'decrypted, as `address`',
  encryptedData: 'decrypted, as `data`',
  state: true,
  messageId: 'names the email to mail servers',
  jobId: internalId,
  attempts: true,
  queuedAt: true,
  sentAt: true,
  complaintId: internalId,
  publicationId: internalId,
  resentBy: staff,
}

const correctionColumns: ColumnChoice<typeof accountCorrections.$inferSelect> = {
  id: internalId,
  correctionId: internalId,
  accountId: owner,
  column: true,
  encryptedOld: 'decrypted, as `old`',
  encryptedNew: 'decrypted, as `new`',
  reason: true,
  state: true,
  seenVersion: 'counts corrections',
  madeBy: staff,
  decidedBy: staff,
  madeAt: true,
  decidedAt: true,
}

const auditColumns: ColumnChoice<typeof auditLog.$inferSelect> = {
  id: internalId,
  at: true,
  actor: true,
  action: true,
  accountId: owner,
  network: true,
  detail: 'added without what would tell something about others',
  staffId: staff,
  staffSessionId: staff,
  reason: 'typed by the staff, and may name others',
  subjectKind: true,
  subjectId: internalId,
  exerciseId: true,
}

const dataExportColumns: ColumnChoice<typeof dataExports.$inferSelect> = {
  id: internalId,
  accountId: owner,
  status: true,
  attempts: 'how the job went',
  requestedAt: true,
  contentId: internalId,
  size: true,
  expiresAt: true,
}

/** By the table's name in the database. */
export const exportedColumns = {
  accounts: accountColumns,
  sessions: sessionColumns,
  login_networks: loginNetworkColumns,
  password_resets: passwordResetColumns,
  payments: paymentColumns,
  payment_events: paymentEventColumns,
  nin_verifications: ninColumns,
  drafts: draftColumns,
  applications: applicationColumns,
  application_returns: returnColumns,
  application_versions: versionColumns,
  application_withdrawals: withdrawalColumns,
  offers: offerColumns,
  files: fileColumns,
  complaints: complaintColumns,
  complaint_messages: complaintMessageColumns,
  emails: emailColumns,
  account_corrections: correctionColumns,
  audit_log: auditColumns,
  data_exports: dataExportColumns,
} as const

/** Tables with rows of accounts that are not part of the archive, each with its reason. */
export const leftOutTables: Record<string, string> = {
  applicant_index:
    'made by triggers from the account, its payments, its NIN and its application, which are in the archive',
  publication_items: 'which decision was published when: what is published is in the application',
  selection_items: 'which applications such a list showed: nothing that is not in the applications',
  application_statuses: 'how the staff organise their work; the decision is in the archive once it is published',
  reviews: 'opinions of single members of the staff, before the decision',
  decisions: 'in the archive once they are published, with the application',
  application_notes: 'notes of the staff for each other, which may name others',
  mailing_items: 'which emails to many are to be sent: those that were sent are in the archive',
  account_holds:
    'what the staff still had to find out, which may name others; that there was one is in the audit log once it has ended',
  results: 'which scores the staff entered: those of the applicant are in the application once they are published',
  result_entries:
    'which scores the staff entered: those of the applicant are in the application once they are published',
  result_entries_taken_back: 'which entries of scores the staff took back before they counted',
  interview_slots: 'how the staff organise interviews',
  score_sheets: 'what members of a panel wrote for the staff: the result is in the application once it is published',
  seats: 'which seats the staff plan: that of the applicant is in the account once it is published',
  final_outcomes: 'what the staff record: the published outcome and the offer are in the archive',
  outcome_confirmations: 'about members of the staff',
  final_outcome_statuses: 'how the staff organise their work; the outcome is in the archive once it is published',
  attendance: 'what officers noted at the door of a test, which may name others',
  recusals: 'about members of the staff',
  application_viewers: 'about members of the staff',
  exports: 'the register of files that the staff made of lists, which refer to files of the staff',
  imports: 'lists of the staff, which refer to files of the staff',
  settlements: 'files of the bank and of Remita, which concern all who paid',
  settlement_lines: 'lines of these files: the payments and what Remita said of them are in the archive',
  money_cases: 'what the bursar compares: the payments and what Remita said of them are in the archive',
  money_case_events: 'notes of the staff for each other',
  import_lines: 'lines of these lists: what was applied is in the account and in the application',
}

/** The columns that are part of the archive as they are. */
export const pickColumns = <Row extends object>(row: Row, choice: ColumnChoice<Row>): Partial<Row> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => choice[name as keyof Row] === true)) as Partial<Row>
