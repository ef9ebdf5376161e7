// Prembly (IdentityPass): `POST /verification/vnin` (nin.md).
import { randomUUID } from 'node:crypto'
import { jsonResponse, type SimulatorReply, type SimulatorResponse } from '../http/reply.ts'
import type { SimulatorRequest } from '../http/server.ts'
import type { PremblyFault } from './faults.ts'
import { formatBirthDate, type LookUpResult, type Person, type Register } from './persons.ts'

export interface NinKeys {
  apiKey: string
  appId: string
}

const codes: Record<Exclude<LookUpResult['kind'], 'found' | 'never-answers'>, string> = {
  'not-found': '01',
  'service-down': '02',
  'out-of-credit': '03',
}

const details: Record<string, string> = {
  '01': 'Record not found',
  '02': 'Service is currently unavailable, try again later',
  '03': 'Insufficient wallet balance',
}

export function answerPrembly(
  request: SimulatorRequest,
  fault: PremblyFault | undefined,
  register: Register,
  keys: NinKeys,
): SimulatorReply {
  // Older accounts send their app id too; newer ones may leave it out.
  const appId = request.headers['app-id'] ?? keys.appId
  if (fault?.badKey || request.headers['x-api-key'] !== keys.apiKey || appId !== keys.appId) {
    return jsonResponse({ status: false, detail: 'Invalid API key', message: 'Unauthorized' }, 401)
  }
  const nin = readNin(request.body)
  if (!nin) return jsonResponse({ status: false, detail: { number_nin: ['A NIN has 11 digits.'] } }, 400)
  if (fault?.code && fault.code !== '00') return createRejection(fault.code)

  const result = register.find(nin)
  if (result.kind === 'never-answers') return 'silence'
  if (result.kind !== 'found') return createRejection(codes[result.kind])
  return jsonResponse({
    status: true,
    response_code: '00',
    detail: 'Verification Successful',
    message: 'Verification Successful',
    [fault?.dataIn ?? 'nin_data']: toNinData(result.person, fault),
    verification: { status: 'VERIFIED', reference: randomUUID() },
  })
}

/** Prembly sends `status: true` even with 'not found', so only `response_code` counts. */
function createRejection(code: string): SimulatorResponse {
  const verification = { status: 'NOT-VERIFIED', reference: randomUUID() }
  const detail = details[code] ?? 'Request could not be processed'
  return jsonResponse({ status: code === '01', response_code: code, detail, message: detail, verification })
}

const unknownPlace = { state: '', lga: '' }

function toNinData(person: Person, fault: PremblyFault | undefined): Record<string, string> {
  const origin = person.origin ?? unknownPlace
  const residence = person.residence ?? { ...unknownPlace, address: '' }
  const nextOfKin = person.nextOfKin ?? { ...unknownPlace, firstName: '', surName: '' }
  const data = {
    nin: person.nin,
    firstname: person.firstName,
    middlename: person.middleName,
    surname: person.surName,
    gender: person.gender,
    birthdate: formatBirthDate(person.dateOfBirth, fault?.birthdateAs ?? person.writtenAs),
    birthcountry: 'nigeria',
    birthstate: origin.state,
    birthlga: origin.lga,
    telephoneno: person.phone,
    self_origin_state: origin.state,
    self_origin_lga: origin.lga,
    residence_state: residence.state,
    residence_lga: residence.lga,
    residence_address: residence.address,
    nok_firstname: nextOfKin.firstName,
    nok_surname: nextOfKin.surName,
    nok_state: nextOfKin.state,
    nok_lga: nextOfKin.lga,
    photo: person.photo,
  }
  return omitFields(data, fault?.omit)
}

export function omitFields(fields: Record<string, string>, omit: string[] = []): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !omit.includes(name)))
}

function readNin(body: string): string | undefined {
  try {
    const nin: unknown = JSON.parse(body)?.number_nin
    return typeof nin === 'string' && /^\d{11}$/.test(nin) ? nin : undefined
  } catch {
    return undefined
  }
}
