// Dojah: `GET /api/v1/kyc/nin?nin=` (nin.md). It knows no next of kin and no state.
import { type Answer, json, type Reply } from '../http/reply.ts'
import type { Asked } from '../http/serve.ts'
import type { DojahFault } from './faults.ts'
import type { Finding, Register } from './persons.ts'
import { type NinKeys, without } from './prembly.ts'

const refusals: Record<Exclude<Finding['kind'], 'found' | 'never-answers'>, { status: number; error: string }> = {
  'not-found': { status: 404, error: 'NIN not found' },
  'service-down': { status: 424, error: 'Service is currently unavailable' },
  'out-of-credit': { status: 402, error: 'Your balance is low, please top up your wallet' },
}

export function dojah(asked: Asked, fault: DojahFault | undefined, register: Register, keys: NinKeys): Reply {
  const { appid, authorization } = asked.headers
  if (fault?.badKey || appid !== keys.appId || authorization !== keys.apiKey) return refused(401, 'Unauthorized')
  const nin = asked.query.get('nin') ?? ''
  if (!/^\d{11}$/.test(nin)) return refused(400, 'NIN must be 11 digits')
  if (fault?.errorStatus) return refused(fault.errorStatus, 'Request could not be processed')

  const finding = register.find(nin)
  if (finding.kind === 'never-answers') return 'silence'
  if (finding.kind !== 'found') return refused(refusals[finding.kind].status, refusals[finding.kind].error)

  const { person } = finding
  const entity = {
    first_name: person.firstName,
    middle_name: person.middleName,
    last_name: person.surName,
    gender: person.gender,
    phone_number: person.phone,
    date_of_birth: person.dateOfBirth,
    [fault?.photoIn ?? 'photo']: person.photo,
    nin: person.nin,
  }
  return json({ entity: without(entity, fault?.omit) })
}

const refused = (status: number, error: string): Answer => json({ error }, status)
