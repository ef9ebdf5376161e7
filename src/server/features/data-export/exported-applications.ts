// The columns of the form in an applicant's archive: the draft, what was submitted, and what was submitted before.
import type { applications, drafts } from '#server/database/schema/applications-and-drafts.ts'
import type { offers } from '#server/database/schema/decisions/offers.ts'
import type { applicationReturns, applicationVersions } from '#server/database/schema/decisions/returns.ts'
import type { applicationWithdrawals } from '#server/database/schema/decisions/withdrawals.ts'
import { type ColumnChoice, leftOut } from './column-choice.ts'

const { internalId, owner, staff } = leftOut

export const draftColumns: ColumnChoice<typeof drafts.$inferSelect> = {
  accountId: owner,
  document: true,
  revision: true,
  savedAt: true,
}

export const applicationColumns: ColumnChoice<typeof applications.$inferSelect> = {
  id: internalId,
  exerciseId: true,
  accountId: owner,
  number: true,
  answers: true,
  renderedTables: true,
  answersDigest: 'computed from the answers',
  photoFileId: true,
  ninPhotoFileId: true,
  decision: true,
  rejectionReasons: 'added with the decision; before it they are the notes of the staff',
  cbtResult: true,
  interviewResult: true,
  submittedAt: true,
  slipCode: true,
  submission: true,
  returnedUntil: true,
  returnReason: true,
  withdrawnAt: true,
}

export const returnColumns: ColumnChoice<typeof applicationReturns.$inferSelect> = {
  id: internalId,
  applicationId: internalId,
  submission: true,
  reason: true,
  until: true,
  returnedBy: staff,
  at: true,
}

const ofAccount = 'a copy of what the account or its post says, which is in the archive'

export const offerColumns: ColumnChoice<typeof offers.$inferSelect> = {
  id: internalId,
  applicationId: internalId,
  postId: 'the post of the account, which is in the archive',
  outcomeId: internalId,
  state: true,
  until: true,
  offeredAt: true,
  settledAt: true,
  slipCode: true,
  exerciseId: ofAccount,
  number: 'that of the application, which is in the archive',
  school: ofAccount,
  department: ofAccount,
  role: ofAccount,
  homeState: ofAccount,
  gender: ofAccount,
}

export const withdrawalColumns: ColumnChoice<typeof applicationWithdrawals.$inferSelect> = {
  id: internalId,
  applicationId: internalId,
  event: true,
  reason: true,
  decision: true,
  rejectionReasons: true,
  madeBy: staff,
  at: true,
}

export const versionColumns: ColumnChoice<typeof applicationVersions.$inferSelect> = {
  applicationId: internalId,
  submission: true,
  answers: true,
  renderedTables: true,
  answersDigest: 'computed from the answers',
  photoFileId: true,
  ninPhotoFileId: true,
  decision: true,
  rejectionReasons: true,
  submittedAt: true,
  slipCode: true,
}
