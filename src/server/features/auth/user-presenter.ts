import type { Encryption } from '#server/platform/encryption/encryption.ts'
import type { User } from '#shared/api/accounts.ts'
import { fileUrl } from '#shared/api/calls.ts'
import { maskedNin } from '#shared/format/numbers.ts'
import { nairaOf } from '#shared/policy/money.ts'
import { country } from '#shared/reference-data/country.ts'
import type { Account } from './store.ts'

/** The account as its owner sees it, field by field, so that a new column can't leak (specification, section 3). */
export const userPresenter =
  ({ open }: Pick<Encryption, 'open'>) =>
  (account: Account): User => ({
    userId: account.userId,
    surName: account.surname,
    firstName: account.firstName,
    middleName: account.middleName,
    phone: account.phone,
    dateOfBirth: account.dateOfBirth,
    email: account.email,
    gender: account.gender,
    placeOfBirth: account.placeOfBirth,
    lga: account.lga,
    state: account.state,
    country: country.value,
    faculty: account.school,
    department: account.department ?? '',
    role: account.role,
    nin: account.ninSealed ? maskedNin(open(account.ninSealed)) : '',
    passChange: account.mustChangePassword,
    paymentstatus: account.isPaid,
    paymentStatus: account.isPaid,
    ninVerify: account.ninSealed !== null,
    amount: nairaOf(account.feeKobo),
    charge: nairaOf(account.chargeKobo),
    rrr: account.openRrr,
    examDate: account.examDate,
    examTime: account.examTime,
    examVenue: account.examVenue,
    ninPassportBase64: null,
    ninPassport: account.ninPhotoFileId && fileUrl(account.ninPhotoFileId),
    passport: account.photoFileId && fileUrl(account.photoFileId),
  })
