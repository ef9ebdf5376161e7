import { toApplicant } from '#server/database/applicant-columns.ts'
import { presentContact } from '#server/domain/registry-contact.ts'
import { type DecryptionDependencies, presentNin } from '#server/platform/encryption/unreadable-values.ts'
import type { User } from '#shared/api/applicant/accounts.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { toNaira } from '#shared/policy/money.ts'
import type { OwnAccount } from './store.ts'

/** The account for its owner, field by field so that a new column cannot leak. */
export const createUserPresenter =
  (deps: DecryptionDependencies) =>
  (account: OwnAccount): User => ({
    ...toApplicant(account),
    placeOfBirth: account.placeOfBirth,
    nin: presentNin(deps, account.encryptedNin, account.id),
    passChange: account.mustChangePassword,
    paymentstatus: account.isPaid,
    paymentStatus: account.isPaid,
    ninVerify: account.encryptedNin !== null,
    amount: toNaira(account.feeKobo),
    charge: toNaira(account.chargeKobo),
    rrr: account.openRrr,
    examDate: account.examDate,
    examTime: account.examTime,
    examVenue: account.examVenue,
    ninPassportBase64: null,
    ninPassport: account.ninPhotoFileId && getFileUrl(account.ninPhotoFileId),
    passport: account.photoFileId && getFileUrl(account.photoFileId),
    exercise: presentExerciseFacts(account.exercise),
  })

const presentExerciseFacts = (exercise: OwnAccount['exercise']): User['exercise'] => ({
  institution: exercise.institution,
  shortName: exercise.shortName,
  title: exercise.title,
  year: exercise.year,
  status: exercise.status,
  deadline: exercise.deadline?.toISOString() ?? null,
  contact: presentContact(exercise),
})
