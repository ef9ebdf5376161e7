import type { Answers } from '#shared/application/sections.ts'
import { sections } from '#shared/application/sections.ts'
import type { Application } from '#shared/contracts/applications.ts'
import { fileUrl } from '#shared/contracts/calls.ts'
import { country } from '#shared/options/country.ts'
import { maskedNin } from '#shared/words/numbers.ts'
import { applicantOf } from './applicant-of.ts'
import type { OwnApplication } from './store.ts'

/** One's own application, field by field, so that a new column can't leak. */
export function presented({ application, account, ninSealed }: OwnApplication, open: (sealed: Buffer) => string) {
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
    // The contract's cells are the same, only not read-only.
    shown: application.shown as Application['shown'],
    ...applicantOf(account),
    country: country.value,
    nin: ninSealed ? maskedNin(open(ninSealed)) : '',
    ninPassportBase64: null,
    ninPassport: ninPhotoFileId && fileUrl(ninPhotoFileId),
    passport: photoFileId && fileUrl(photoFileId),
    ...bySection(application.answers),
  } satisfies Application
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
