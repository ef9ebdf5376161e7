// The register through Dojah, which tells neither next of kin nor states.
import { outgoing } from '../http-client.ts'
import { birthDate } from './birth-date.ts'
import { genderOf, jsonRecord, recordIn, told } from './json-record.ts'
import type { NinRegister } from './nin-register.ts'
import { answerLimitBytes, byStatus, ninAnswer, personFound, type ReadAnswer, unavailable } from './provider-replies.ts'

export interface DojahSettings {
  baseUrl: string
  appId: string
  apiKey: string
  path?: string
  timeLimitMs?: number
}

const USUAL_PATH = '/api/v1/kyc/nin'

/** @throws Error at once when the base URL is malformed */
export function dojah({ baseUrl, appId, apiKey, path = USUAL_PATH, timeLimitMs }: DojahSettings): NinRegister {
  const call = outgoing({ baseUrl, answerLimitBytes, ...(timeLimitMs && { timeLimitMs }) })
  return {
    async lookUp(nin) {
      const answer = await call({
        method: 'GET',
        path: `${path}?nin=${encodeURIComponent(nin)}`,
        // The key alone: no Bearer.
        headers: { AppId: appId, Authorization: apiKey },
      })
      return ninAnswer(answer, (status, text) => readDojah(status, text, nin))
    },
  }
}

/** @param nin the one that was asked about */
export function readDojah(status: number, text: string, nin: string): ReadAnswer {
  const body = status < 500 ? jsonRecord(text) : null
  const entity = body && recordIn(body.entity)
  if (entity && status === 200) return readPerson(entity, nin)

  // The same outcome comes with different statuses, so the words count first.
  const error = body ? told(body, 'error') : ''
  if (/\bnot found\b/i.test(error)) return { kind: 'notFound' }
  if (/\b(balance|wallet|credit)\b/i.test(error)) return unavailable('credit')
  return byStatus(status)
}

function readPerson(entity: Readonly<Record<string, unknown>>, nin: string): ReadAnswer {
  const person = {
    nin: told(entity, 'nin'),
    firstName: told(entity, 'first_name'),
    middleName: told(entity, 'middle_name'),
    surName: told(entity, 'last_name'),
    dateOfBirth: birthDate(told(entity, 'date_of_birth')),
    gender: genderOf(told(entity, 'gender')),
    phone: told(entity, 'phone_number'),
    state: '',
    lga: '',
    nokState: '',
    nokLga: '',
  }
  return personFound(person, told(entity, 'photo', 'image'), nin)
}
