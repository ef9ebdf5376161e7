import { toApplicant } from '#server/platform/database/applicant-columns.ts'
import { type DecryptionDependencies, presentNin } from '#server/platform/encryption/unreadable-values.ts'
import type { Application } from '#shared/api/applications.ts'
import { getFileUrl } from '#shared/api/calls.ts'
import { type Answers, type SectionName, sections } from '#shared/application/sections.ts'
import type { OwnApplication } from './store.ts'

const envelope = { status: 'success', success: true, statusCode: 200, message: 'Your application.' } as const

/** The reply as JSON text. The stored tables are inserted as text, because parsing and serializing them again is slow. */
export function renderOwnApplication(own: OwnApplication, deps: DecryptionDependencies): string {
  const reply = JSON.stringify({ ...envelope, data: presentOwnApplication(own, deps) })
  // Inserts before the two brackets that close `data` and the reply.
  return `${reply.slice(0, -2)},"shown":${own.application.renderedTables}}}`
}

/** Field by field, so that a new column is not sent by accident. */
function presentOwnApplication({ application, account, encryptedNin }: OwnApplication, deps: DecryptionDependencies) {
  const { photoFileId, ninPhotoFileId } = application
  return {
    applicationId: application.number,
    submittedAt: application.submittedAt.toISOString(),
    slipCode: application.slipCode,
    ...presentDecision(application),
    ...toApplicant(account),
    nin: presentNin(deps, encryptedNin),
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

const presentResult = ({ score, maximum, remark, publishedAt }: ResultColumn) => ({
  score,
  maximum,
  ...(remark !== undefined && { remark }),
  publishedAt,
})

const sectionNames = Object.keys(sections) as SectionName[]
const pickSections = (answers: Answers) => Object.fromEntries(sectionNames.map((name) => [name, answers[name]]))
