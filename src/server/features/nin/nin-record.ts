// The register's record in the words of the specification's answer (section 3).
import type { RegisteredPerson } from '#server/providers/nin/nin-register.ts'
import type { NinRecord } from '#shared/api/nin.ts'
import type { NinAccount } from './store.ts'

/** What is kept, sealed; the photo is a file of its own. */
export type KeptRecord = Omit<NinRecord, 'ninPassport'>

export const recordOf = (person: RegisteredPerson): KeptRecord => ({
  firstName: person.firstName,
  middleName: person.middleName,
  surName: person.surName,
  dateOfBirth: dayFirst(person.dateOfBirth),
  gender: person.gender,
  phone: person.phone,
  nin: person.nin,
  lga: person.lga,
  nokLga: person.nokLga,
  state: person.state,
  nokState: person.nokState,
})

/** For a verification that was recorded without the register's answer: what is known to match, and no more. */
export const recordOfAccount = (account: NinAccount, nin: string): KeptRecord => ({
  ...emptyRecord,
  firstName: account.firstName,
  middleName: account.middleName,
  surName: account.surName,
  dateOfBirth: dayFirst(account.dateOfBirth),
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
const dayFirst = (date: string) => date.split('-').reverse().join('-')
