// Prembly (IdentityPass): `POST /verification/vnin` (nin.md).
import { randomUUID } from 'node:crypto'
import { type Answer, json, type Reply } from '../http/reply.ts'
import type { Asked } from '../http/serve.ts'
import type { PremblyFault } from './faults.ts'
import { type Finding, type Person, type Register, written } from './persons.ts'

export interface NinKeys {
  apiKey: string
  appId: string
}

const codes: Record<Exclude<Finding['kind'], 'found' | 'never-answers'>, string> = {
  'not-found': '01',
  'service-down': '02',
  'out-of-credit': '03',
}

const details: Record<string, string> = {
  '01': 'Record not found',
  '02': 'Service is currently unavailable, try again later',
  '03': 'Insufficient wallet balance',
}

export function prembly(asked: Asked, fault: PremblyFault | undefined, register: Register, keys: NinKeys): Reply {
  // Older accounts send their app id too; newer ones may leave it out.
  const appId = asked.headers['app-id'] ?? keys.appId
  if (fault?.badKey || asked.headers['x-api-key'] !== keys.apiKey || appId !== keys.appId) {
    return json({ status: false, detail: 'Invalid API key', message: 'Unauthorized' }, 401)
  }
  const nin = ninIn(asked.body)
  if (!nin) return json({ status: false, detail: { number_nin: ['A NIN has 11 digits.'] } }, 400)
  if (fault?.code && fault.code !== '00') return refused(fault.code)

  const finding = register.find(nin)
  if (finding.kind === 'never-answers') return 'silence'
  if (finding.kind !== 'found') return refused(codes[finding.kind])
  return json({
    status: true,
    response_code: '00',
    detail: 'Verification Successful',
    message: 'Verification Successful',
    [fault?.dataIn ?? 'nin_data']: ninData(finding.person, fault),
    verification: { status: 'VERIFIED', reference: randomUUID() },
  })
}

/** `status: true` stands even beside 'not found': only `response_code` tells. */
function refused(code: string): Answer {
  const verification = { status: 'NOT-VERIFIED', reference: randomUUID() }
  const detail = details[code] ?? 'Request could not be processed'
  return json({ status: code === '01', response_code: code, detail, message: detail, verification })
}

function ninData(person: Person, fault: PremblyFault | undefined): Record<string, string> {
  const { origin, residence, nextOfKin } = person
  const data = {
    nin: person.nin,
    firstname: person.firstName,
    middlename: person.middleName,
    surname: person.surName,
    gender: person.gender,
    birthdate: written(person.dateOfBirth, fault?.birthdateAs ?? person.writtenAs),
    birthcountry: 'nigeria',
    birthstate: origin?.state ?? '',
    birthlga: origin?.lga ?? '',
    telephoneno: person.phone,
    self_origin_state: origin?.state ?? '',
    self_origin_lga: origin?.lga ?? '',
    residence_state: residence?.state ?? '',
    residence_lga: residence?.lga ?? '',
    residence_address: residence?.address ?? '',
    nok_firstname: nextOfKin?.firstName ?? '',
    nok_surname: nextOfKin?.surName ?? '',
    nok_state: nextOfKin?.state ?? '',
    nok_lga: nextOfKin?.lga ?? '',
    photo: person.photo,
  }
  return without(data, fault?.omit)
}

/** The fields that are not to be left out. */
export function without(fields: Record<string, string>, omit: string[] = []): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !omit.includes(name)))
}

function ninIn(body: string): string | undefined {
  try {
    const nin: unknown = JSON.parse(body)?.number_nin
    return typeof nin === 'string' && /^\d{11}$/.test(nin) ? nin : undefined
  } catch {
    return undefined
  }
}
