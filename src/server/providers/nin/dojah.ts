// The register through Dojah, which returns neither next of kin nor states.
import type { FileInspector } from '../files/inspect/file-inspector.ts'
import { createProviderClient } from '../http-client.ts'
import { parseBirthDate } from './birth-date.ts'
import { asRecord, type JsonRecord, parseGender, parseRecord, readText } from './json-record.ts'
import type { NinRegister } from './nin-register.ts'
import {
  acceptPerson,
  maxReplyBytes,
  type ReadAnswer,
  toNinAnswer,
  unavailable,
  unavailableByStatus,
} from './provider-replies.ts'

export interface DojahOptions {
  baseUrl: string
  appId: string
  apiKey: string
  path?: string
  timeoutMs?: number
}

const defaultPath = '/api/v1/kyc/nin'

/** @throws Error when the base URL is malformed */
export function createDojahRegister(
  { baseUrl, appId, apiKey, path = defaultPath, timeoutMs }: DojahOptions,
  inspector: FileInspector,
): NinRegister {
  const call = createProviderClient({ baseUrl, maxResponseBytes: maxReplyBytes, timeoutMs })
  return {
    async lookUp(nin) {
      const response = await call({
        method: 'GET',
        path: `${path}?nin=${encodeURIComponent(nin)}`,
        // The key without "Bearer".
        headers: { AppId: appId, Authorization: apiKey },
      })
      return toNinAnswer(response, inspector, (status, text) => readDojahReply(status, text, nin))
    },
  }
}

/** @param nin that was looked up */
export function readDojahReply(status: number, text: string, nin: string): ReadAnswer {
  const body = status < 500 ? parseRecord(text) : null
  const entity = body && asRecord(body.entity)
  if (entity && status === 200) return readPerson(entity, nin)

  // Dojah sends the same error with different statuses, so its text is read first.
  const error = body ? readText(body, 'error') : ''
  if (/\bnot found\b/i.test(error)) return { kind: 'notFound' }
  if (/\b(balance|wallet|credit)\b/i.test(error)) return unavailable('credit')
  return unavailableByStatus(status)
}

function readPerson(entity: JsonRecord, nin: string): ReadAnswer {
  const person = {
    nin: readText(entity, 'nin'),
    firstName: readText(entity, 'first_name'),
    middleName: readText(entity, 'middle_name'),
    surName: readText(entity, 'last_name'),
    dateOfBirth: parseBirthDate(readText(entity, 'date_of_birth')),
    gender: parseGender(readText(entity, 'gender')),
    phone: readText(entity, 'phone_number'),
    state: '',
    lga: '',
    nokState: '',
    nokLga: '',
  }
  return acceptPerson(person, readText(entity, 'photo', 'image'), nin)
}
