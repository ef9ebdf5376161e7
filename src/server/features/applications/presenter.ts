import type { Application } from '#shared/api/applications.ts'
import { fileUrl } from '#shared/api/calls.ts'
import type { Answers } from '#shared/application/sections.ts'
import { sections } from '#shared/application/sections.ts'
import { maskedNin } from '#shared/format/numbers.ts'
import { country } from '#shared/reference-data/country.ts'
import { applicantOf } from './applicant-of.ts'
import type { OwnApplication } from './store.ts'

type Open = (sealed: Buffer) => string

/** The answer's JSON. The tables were written by the server itself on the day, and are not read and written once more. */
export function presentedText(own: OwnApplication, open: Open): string {
  const answer = JSON.stringify({ ...envelope, data: presented(own, open) })
  // Before the two brackets that close the data and the answer.
  return `${answer.slice(0, -2)},"shown":${own.application.shown}}}`
}

const envelope = { status: 'success', success: true, statusCode: 200, message: 'Your application.' } as const

/** One's own application, field by field, so that a new column can't leak. */
function presented({ application, account, ninSealed }: OwnApplication, open: Open) {
  const { photoFileId, ninPhotoFileId, decision, rejectionReasons } = application
  return {
    applicationId: application.number,
    submittedAt: application.submittedAt.toISOString(),
    slipCode: application.slipCode,
    isVerified: decision === 'verified',
    cbtResult: application.cbtResult && scored(application.cbtResult),
    interviewResult: application.interviewResult && scored(application.interviewResult),
    // Reasons that are noted while the decision is still open are not for the applicant's eyes.
    rejectionReasons: decision === 'rejected' ? rejectionReasons.map(({ type, reason }) => ({ type, reason })) : [],
    ...applicantOf(account),
    country: country.value,
    nin: ninSealed ? maskedNin(open(ninSealed)) : '',
    ninPassportBase64: null,
    ninPassport: ninPhotoFileId && fileUrl(ninPhotoFileId),
    passport: photoFileId && fileUrl(photoFileId),
    ...bySection(application.answers),
  } satisfies Omit<Application, 'shown'>
}

type Score = NonNullable<OwnApplication['application']['cbtResult']>

const scored = ({ score, maximum, remark, publishedAt }: Score) => ({
  score,
  maximum,
  ...(remark !== undefined && { remark }),
  publishedAt,
})

const names = Object.keys(sections) as (keyof Answers)[]
const bySection = (answers: Answers) => Object.fromEntries(names.map((name) => [name, answers[name]]))
