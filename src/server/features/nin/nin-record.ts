// The register's record in the field names of the specification (section 3).
import type { RegisteredPerson } from '#server/providers/nin/nin-register.ts'
import type { NinRecord } from '#shared/api/applicant/nin.ts'
import type { IdentityFacts } from './name-matching.ts'

/** What is stored, encrypted: the facts that were compared. The photo is a separate file; older rows hold more. */
export type StoredNinRecord = Pick<NinRecord, 'surName' | 'firstName' | 'middleName' | 'dateOfBirth'>

export const toStoredRecord = ({ surName, firstName, middleName, dateOfBirth }: IdentityFacts): StoredNinRecord => ({
  surName,
  firstName,
  middleName,
  dateOfBirth: toDayFirst(dateOfBirth),
})

/** The register's whole answer, for the reply to the look-up only. */
export const toNinRecord = (person: RegisteredPerson): NinRecord => ({
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
  ninPassport: person.photo?.toString('base64') ?? '',
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
