// Why an application is rejected, held or returned. An applicant reads the type and the sentence once they are published.
// Records keep the sentence of their day: a reason can be reworded here, but its code stays.
import { listNames } from '#shared/format/labels.ts'
import { type SectionName, sections } from '../application/sections.ts'

/** The parts of an application that a reason can be about, by the name of their table. */
export const reviewParts = {
  personal: 'Personal details',
  photo: 'Photograph',
  ...(Object.fromEntries(Object.entries(sections).map(([name, { title }]) => [name, title])) as Record<
    SectionName,
    string
  >),
} as const
export type ReviewPart = keyof typeof reviewParts
export const reviewPartNames = listNames(reviewParts)

export interface RejectionReasonDescription {
  /** Groups the reasons; the heading that the applicant reads. */
  readonly type: string
  /** What the applicant reads. */
  readonly sentence: string
  /** The part that it is usually about. */
  readonly about: ReviewPart | null
  /** Whether the reviewer must say more, which the applicant reads after the sentence. */
  readonly needsNote: boolean
}

const reason = (type: string, sentence: string, about: ReviewPart | null = null): RejectionReasonDescription => ({
  type,
  sentence,
  about,
  needsNote: false,
})
const reasonWithNote = (...given: Parameters<typeof reason>): RejectionReasonDescription => ({
  ...reason(...given),
  needsNote: true,
})

/** In the order of the screen. */
export const rejectionReasons = {
  certificate_too_low: reason(
    'Qualification',
    'Your highest certificate is below the one that the post asks for.',
    'academicQualification',
  ),
  discipline_differs: reason(
    'Qualification',
    'Your qualification is not in a discipline that the post asks for.',
    'academicQualification',
  ),
  grade_too_low: reason('Qualification', 'Your grade is below the one that the post asks for.', 'institutions'),
  certificate_missing: reason(
    'Document',
    'A certificate that you named is not among your files.',
    'academicQualification',
  ),
  document_unreadable: reason('Document', 'A file that you sent cannot be read.', 'academicQualification'),
  document_differs: reasonWithNote(
    'Document',
    'A file that you sent does not agree with your answers.',
    'academicQualification',
  ),
  experience_too_short: reason(
    'Experience',
    'You have fewer years of experience than the post asks for.',
    'experience',
  ),
  experience_unrelated: reason('Experience', 'Your experience is not in the field of the post.', 'experience'),
  publications_too_few: reason('Publications', 'You have fewer publications than the post asks for.', 'publication'),
  membership_missing: reason(
    'Membership',
    'The post asks for a membership of a professional body that you did not name.',
    'professionalMemberships',
  ),
  identity_differs: reasonWithNote('Identity', 'Your details do not agree with your identity record.', 'personal'),
  photo_unusable: reason('Photograph', 'Your photograph does not show your face clearly.', 'photo'),
  referee_unreachable: reason('Referee', 'A referee could not be reached at the address or number given.', 'referees'),
  referee_declined: reason('Referee', 'A referee did not support your application.', 'referees'),
  incomplete: reasonWithNote('Application', 'Your application is not complete.'),
  other: reasonWithNote('Application', 'Your application was not successful for another reason.'),
} as const satisfies Record<string, RejectionReasonDescription>

export type RejectionReasonCode = keyof typeof rejectionReasons
export const rejectionReasonCodes = listNames(rejectionReasons)
