// The register through Prembly (IdentityPass): the default, and the only one seen to tell next of kin and states.
import { outgoing } from '../http-client.ts'
import { birthDate } from './birth-date.ts'
import { genderOf, jsonRecord, recordIn, told } from './json-record.ts'
import type { NinRegister } from './nin-register.ts'
import { answerLimitBytes, byStatus, ninAnswer, personFound, type ReadAnswer, unavailable } from './provider-replies.ts'

export interface PremblySettings {
  baseUrl: string
  apiKey: string
  /** Older accounts have one. */
  appId?: string
  /** Accounts differ: /identitypass/verification/vnin and /verification/vnin-basic are in use too. */
  path?: string
  timeLimitMs?: number
}

const USUAL_PATH = '/verification/vnin'

/** @throws Error at once when the base URL is malformed */
export function prembly({ baseUrl, apiKey, appId, path = USUAL_PATH, timeLimitMs }: PremblySettings): NinRegister {
  const call = outgoing({ baseUrl, answerLimitBytes, ...(timeLimitMs && { timeLimitMs }) })
  return {
    async lookUp(nin) {
      const answer = await call({
        method: 'POST',
        path,
        headers: { 'Content-Type': 'application/json', 'x-api-key': apiKey, ...(appId && { 'app-id': appId }) },
        body: JSON.stringify({ number_nin: nin }),
      })
      return ninAnswer(answer, (status, text) => readPrembly(status, text, nin))
    },
  }
}

/** @param nin the one that was asked about */
export function readPrembly(status: number, text: string, nin: string): ReadAnswer {
  const body = status < 500 ? jsonRecord(text) : null
  // `status: true` can stand beside "not found": only the code tells.
  switch (body && told(body, 'response_code')) {
    case '00':
      return readPerson(recordIn(body?.nin_data) ?? recordIn(body?.data) ?? {}, nin)
    case '01':
      return { kind: 'notFound' }
    case '02':
      return unavailable('down')
    case '03':
      return unavailable('credit')
    default:
      return byStatus(status)
  }
}

function readPerson(data: Readonly<Record<string, unknown>>, nin: string): ReadAnswer {
  const person = {
    nin: told(data, 'nin'),
    firstName: told(data, 'firstname'),
    middleName: told(data, 'middlename'),
    surName: told(data, 'surname'),
    dateOfBirth: birthDate(told(data, 'birthdate')),
    gender: genderOf(told(data, 'gender')),
    phone: told(data, 'telephoneno'),
    state: told(data, 'self_origin_state', 'residence_state'),
    lga: told(data, 'self_origin_lga', 'residence_lga'),
    nokState: told(data, 'nok_state'),
    nokLga: told(data, 'nok_lga'),
  }
  return personFound(person, told(data, 'photo'), nin)
}
