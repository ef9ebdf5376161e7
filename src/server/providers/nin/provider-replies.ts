// What both adapters share: from a provider's response to the port's answer.
import type { FileInspector } from '../files/inspect/file-inspector.ts'
import type { ProviderResponse } from '../http-client.ts'
import type { NinAnswer, RegisteredPerson, UnavailableReason } from './nin-register.ts'

/** A provider's answer before its photo, in base64, is decoded. */
export type ReadAnswer =
  | { kind: 'found'; person: Omit<RegisteredPerson, 'photo'>; photo: string }
  | Exclude<NinAnswer, { kind: 'found' }>

const maxPhotoBytes = 200 * 1024
/** Much more than the largest photo: who has a larger one is found without it. */
export const maxReplyBytes = 900 * 1024

export async function toNinAnswer(
  response: ProviderResponse,
  inspector: FileInspector,
  read: (status: number, text: string) => ReadAnswer,
): Promise<NinAnswer> {
  if (response.kind !== 'answered') return unavailable(failureReasons[response.kind])
  const answer = read(response.status, response.text)
  if (answer.kind !== 'found') return answer
  return { kind: 'found', person: { ...answer.person, photo: await decodePhoto(answer.photo, inspector) } }
}

export const unavailable = (reason: UnavailableReason) => ({ kind: 'unavailable', reason }) as const

const failureReasons: { [Kind in Exclude<ProviderResponse['kind'], 'answered'>]: UnavailableReason } = {
  timeout: 'slow',
  unreachable: 'down',
  redirected: 'garbage',
  tooLarge: 'garbage',
}

/** For a body that gives no reason. */
export function unavailableByStatus(status: number) {
  if (status === 401 || status === 403) return unavailable('refused')
  if (status === 402) return unavailable('credit')
  // 424: the register behind the provider is down. 429: too many concurrent requests.
  if (status >= 500 || status === 424 || status === 429) return unavailable('down')
  return unavailable('garbage')
}

/** Rejects a record without a name or of another NIN. */
export function acceptPerson(person: Omit<RegisteredPerson, 'photo'>, photo: string, expectedNin: string): ReadAnswer {
  const isOther = person.nin !== '' && person.nin !== expectedNin
  if (isOther || (person.firstName === '' && person.surName === '')) return unavailable('garbage')
  return { kind: 'found', person: { ...person, nin: expectedNin }, photo }
}

/** The JPEG, unchanged; null when it does not decode or is too large, or when the server is too busy to find out. */
export async function decodePhoto(base64: string, inspector: FileInspector): Promise<Buffer | null> {
  const text = base64.replace(/^data:image\/jpe?g;base64,/, '').replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null
  const photo = Buffer.from(text, 'base64')
  if (photo.length > maxPhotoBytes) return null
  // A look-up costs money, so it is not lost for its photo.
  const checked = await inspector.inspect(Buffer.from(photo)).catch(() => null)
  return checked?.kind === 'accepted' && checked.type === 'image/jpeg' ? photo : null
}
