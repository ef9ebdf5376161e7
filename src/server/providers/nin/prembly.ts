// The register through Prembly (IdentityPass): the default, and the only provider known to return next of kin and states.
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

export interface PremblyOptions {
  baseUrl: string
  apiKey: string
  /** Older accounts have one. */
  appId?: string
  /** Accounts differ: /identitypass/verification/vnin and /verification/vnin-basic are in use too. */
  path?: string
  timeoutMs?: number
}

const defaultPath = '/verification/vnin'

/** @throws Error when the base URL is malformed */
export function createPremblyRegister(
  { baseUrl, apiKey, appId, path = defaultPath, timeoutMs }: PremblyOptions,
  inspector: FileInspector,
): NinRegister {
  const call = createProviderClient({
    baseUrl,
    maxResponseBytes: maxReplyBytes,
    timeoutMs,
  })
  return {
    async lookUp(nin) {
      const response = await call({
        method: 'POST',
        path,
        headers: { 'Content-Type': 'application/json', 'x-api-key': apiKey, ...(appId && { 'app-id': appId }) },
        body: JSON.stringify({ number_nin: nin }),
      })
      return toNinAnswer(response, inspector, (status, text) => readPremblyReply(status, text, nin))
    },
  }
}

/** @param nin that was looked up */
export function readPremblyReply(status: number, text: string, nin: string): ReadAnswer {
  const body = status < 500 ? parseRecord(text) : null
  // "Not found" can come with `status: true`, so only the code is read.
  switch (body && readText(body, 'response_code')) {
    case '00':
      return readPerson(asRecord(body?.nin_data) ?? asRecord(body?.data) ?? {}, nin)
    case '01':
      return { kind: 'notFound' }
    case '02':
      return unavailable('down')
    case '03':
      return unavailable('credit')
    default:
      return unavailableByStatus(status)
  }
}

function readPerson(data: JsonRecord, nin: string): ReadAnswer {
  const person = {
    nin: readText(data, 'nin'),
    firstName: readText(data, 'firstname'),
    middleName: readText(data, 'middlename'),
    surName: readText(data, 'surname'),
    dateOfBirth: parseBirthDate(readText(data, 'birthdate')),
    gender: parseGender(readText(data, 'gender')),
    phone: readText(data, 'telephoneno'),
    state: readText(data, 'self_origin_state', 'residence_state'),
    lga: readText(data, 'self_origin_lga', 'residence_lga'),
    nokState: readText(data, 'nok_state'),
    nokLga: readText(data, 'nok_lga'),
  }
  return acceptPerson(person, readText(data, 'photo'), nin)
}
