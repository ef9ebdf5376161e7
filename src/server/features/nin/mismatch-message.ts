// What an applicant is told when the register's record is not theirs: fact by fact, and nothing that the register holds.
import { type Fact, facts } from './name-matching.ts'

const names: Record<Fact, string> = {
  surName: 'Surname',
  firstName: 'First name',
  middleName: 'Middle name',
  dateOfBirth: 'Date of birth',
}

export function mismatchWords(differing: readonly Fact[]): string {
  const verdicts = facts.map((fact) => `${names[fact]}: ${differing.includes(fact) ? 'does not match' : 'matches'}.`)
  return [
    'The record of this NIN does not match your account.',
    ...verdicts,
    'Check the NIN, or contact us if your account is wrong.',
  ].join(' ')
}
