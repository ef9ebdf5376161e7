// Who the journeys are about: the demo's persons, and applicants of their own whom the identity register knows.
import { randomInt } from 'node:crypto'
import { type DemoPerson, demoPassword, demoPeople } from '#server/demo/people.ts'
import type { ProductAddresses } from './product.ts'
import { askSimulator } from './simulator.ts'

/** What somebody needs to log in. */
export interface Login {
  userId: string
  password: string
}

/** A person of the demo. Journeys that change what they find take an applicant of their own instead. */
export function demoPerson(stage: DemoPerson['stage']): DemoPerson & Login {
  const person = demoPeople.find((one) => one.stage === stage)
  if (!person) throw new Error(`The demo has nobody who is ${stage}.`)
  return { ...person, password: demoPassword }
}

/** The facts of `anApplicant`, as the register holds them. */
const example = { firstName: 'Amina', middleName: 'Bola', surName: 'Example', gender: 'f', dateOfBirth: '1985-06-15' }

/** Has the register know a person with the facts of `anApplicant`, but for those given. Returns the NIN. */
export async function registered(
  { nin: simulator }: ProductAddresses,
  differing: Partial<typeof example> = {},
): Promise<string> {
  const nin = String(randomInt(2e10, 9e10))
  await askSimulator(simulator, 'persons', { ...example, ...differing, nin })
  return nin
}
