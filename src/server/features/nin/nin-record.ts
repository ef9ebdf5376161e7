// The register's record in the field names of the specification (section 3).
import type { RegisteredPerson } from '#server/providers/nin/nin-register.ts'
import type { NinRecord } from '#shared/api/nin.ts'
import type { NinAccount } from './store.ts'

/** What is stored, encrypted; the photo is a separate file. */
export type StoredNinRecord = Omit<NinRecord, 'ninPassport'>

export const toStoredRecord = (person: RegisteredPerson): StoredNinRecord => ({
  firstName: person.firstName,
  middleName: person.middleName,
  surName: person.surName,
  dateOfBirth: toDayFirst(person.dateOfBirth),
  gender: person.gender,
  phone: person.phone,
  nin: person.nin,
  lga: person.lga,
  nokLga: person.nokLga,
  state: person.state,
  nokState: person.nokState,
})

/** For a verification without the register's record: only the facts that are known to match. */
export const recordFromAccount = (account: NinAccount, nin: string): StoredNinRecord => ({
  ...emptyRecord,
  firstName: account.firstName,
  middleName: account.middleName,
  surName: account.surName,
  dateOfBirth: toDayFirst(account.dateOfBirth),
  gender: account.gender,
  nin,
})

export const emptyRecord: NinRecord = {
  firstName: '',
  middleName: '',
  surName: '',
  dateOfBirth: '',
  gender: '',
  phone: '',
  nin: '',
  lga: '',
  nokLga: '',
  state: '',
  nokState: '',
  ninPassport: '',
}

/** dd-MM-yyyy from yyyy-MM-dd */
const toDayFirst = (date: string) => date.split('-').reverse().join('-')
