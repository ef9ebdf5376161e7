// What the adapters share: from an answer on the wire to the port's word, whichever provider spoke.
import type { OutgoingAnswer } from '../http-client.ts'
import type { NinAnswer, RegisteredPerson, UnavailableReason } from './nin-register.ts'
import { photoOf } from './photo.ts'

/** A provider's answer as read from its text; the photo is still to be decoded. */
export type ReadAnswer =
  | { kind: 'found'; person: Omit<RegisteredPerson, 'photo'>; photo: string }
  | Exclude<NinAnswer, { kind: 'found' }>

/** A photo of 200 kB in base64 and what stands around it; no other call of ours is answered at such length. */
export const answerLimitBytes = 320 * 1024

export async function ninAnswer(
  answer: OutgoingAnswer,
  read: (status: number, text: string) => ReadAnswer,
): Promise<NinAnswer> {
  if (answer.kind !== 'answered') return unavailable(unanswered[answer.kind])
  const said = read(answer.status, answer.text)
  if (said.kind !== 'found') return said
  return { kind: 'found', person: { ...said.person, photo: await photoOf(said.photo) } }
}

export const unavailable = (reason: UnavailableReason) => ({ kind: 'unavailable', reason }) as const

const unanswered: { [Kind in Exclude<OutgoingAnswer['kind'], 'answered'>]: UnavailableReason } = {
  timeout: 'slow',
  unreachable: 'down',
  redirected: 'garbage',
  tooLarge: 'garbage',
}

/** What an HTTP status tells when the body tells nothing. */
export function byStatus(status: number) {
  if (status === 401 || status === 403) return unavailable('refused')
  if (status === 402) return unavailable('credit')
  // 424: the register behind the provider is away. 429: too many ask at once.
  if (status >= 500 || status === 424 || status === 429) return unavailable('down')
  return unavailable('garbage')
}

/** A person, unless the record is about somebody else or names nobody. */
export function personFound(person: Omit<RegisteredPerson, 'photo'>, photo: string, askedNin: string): ReadAnswer {
  const isOther = person.nin !== '' && person.nin !== askedNin
  if (isOther || (person.firstName === '' && person.surName === '')) return unavailable('garbage')
  return { kind: 'found', person: { ...person, nin: askedNin }, photo }
}
