import { toApplicant } from '#server/database/applicant-columns.ts'
import { presentWithdrawnAt } from '#server/domain/withdrawals.ts'
import { type DecryptionDependencies, presentNin } from '#server/platform/encryption/unreadable-values.ts'
import type { Application } from '#shared/api/applicant/applications.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { type Answers, type SectionName, sections } from '#shared/application/sections.ts'
import { isOpenForCorrection } from '#shared/policy/correction.ts'
import type { DraftRow } from './draft-store.ts'
import type { OwnApplication } from './store.ts'

const envelope = { status: 'success', success: true, statusCode: 200 } as const

/** The reply as JSON text. The stored tables are inserted as text, because parsing and serializing them again is slow. */
export function renderOwnApplication(own: OwnApplication, deps: DecryptionDependencies, now: Date): string {
  const data = presentOwnApplication(own, deps, now)
  const reply = JSON.stringify({ ...envelope, message: 'Your application.', data })
  const { renderedTables } = own.application
  return renderedTables === null ? reply : insertIntoData(reply, 'shown', renderedTables)
}

/** The reply as JSON text, with the document as it was sent or stored. */
export function renderDraft(message: string, draft: DraftRow | null): string {
  const { document, revision, savedAt } = draft ?? { document: 'null', revision: 0, savedAt: null }
  return insertIntoData(JSON.stringify({ ...envelope, message, data: { revision, savedAt } }), 'document', document)
}

/** @param reply with `data` last, and not empty: the value goes before the two brackets that close both */
const insertIntoData = (reply: string, name: string, json: string) => `${reply.slice(0, -2)},"${name}":${json}}}`

/** Field by field, so that a new column is not sent by accident. */
function presentOwnApplication(
  { application, account, archivedAt, encryptedNin }: OwnApplication,
  deps: DecryptionDependencies,
  now: Date,
) {
  const { photoFileId, ninPhotoFileId } = application
  return {
    applicationId: application.number,
    submittedAt: application.submittedAt.toISOString(),
    slipCode: application.slipCode,
    ...presentDecision(application),
    ...presentOpenCorrection({ ...application, archivedAt }, now),
    ...presentWithdrawnAt(application),
    ...toApplicant(account),
    nin: presentNin(deps, encryptedNin, application.number),
    ninPassportBase64: null,
    ninPassport: ninPhotoFileId && getFileUrl(ninPhotoFileId),
    passport: photoFileId && getFileUrl(photoFileId),
    ...pickSections(application.answers),
  } satisfies Omit<Application, 'shown'>
}

type DecisionColumns = Pick<
  OwnApplication['application'],
  'decision' | 'cbtResult' | 'interviewResult' | 'rejectionReasons'
>
type ResultColumn = NonNullable<DecisionColumns['cbtResult']>

/** What the applicant may know of the decision and the results. */
export const presentDecision = ({ decision, cbtResult, interviewResult, rejectionReasons }: DecisionColumns) => ({
  isVerified: decision === 'verified',
  cbtResult: cbtResult && presentResult(cbtResult),
  interviewResult: interviewResult && presentResult(interviewResult),
  // Staff may note reasons before they decide; applicants see them only with the decision.
  rejectionReasons: decision === 'rejected' ? rejectionReasons.map(({ type, reason }) => ({ type, reason })) : [],
})

interface ReturnColumns {
  returnedUntil: Date | null
  returnReason: string | null
  /** Of the exercise. */
  archivedAt: Date | null
}

/** Nothing once it cannot be sent again, as in an archived exercise. */
export const presentOpenCorrection = ({ returnedUntil, returnReason, archivedAt }: ReturnColumns, now: Date) =>
  !archivedAt && returnedUntil && returnReason !== null && isOpenForCorrection(returnedUntil, now)
    ? { correction: { reason: returnReason, until: returnedUntil.toISOString() } }
    : {}

const presentResult = ({ score, maximum, remark, publishedAt }: ResultColumn) => ({
  score,
  maximum,
  ...(remark !== undefined && { remark }),
  publishedAt,
})

const sectionNames = Object.keys(sections) as SectionName[]
const pickSections = (answers: Answers) => Object.fromEntries(sectionNames.map((name) => [name, answers[name]]))
