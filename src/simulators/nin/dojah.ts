// Dojah: `GET /api/v1/kyc/nin?nin=` (nin.md). It returns neither next of kin nor state.
import { jsonResponse, type SimulatorReply, type SimulatorResponse } from '../http/reply.ts'
import type { SimulatorRequest } from '../http/server.ts'
import type { DojahFault } from './faults.ts'
import type { LookUpResult, Register } from './persons.ts'
import { type NinKeys, omitFields } from './prembly.ts'

const rejections: Record<
  Exclude<LookUpResult['kind'], 'found' | 'never-answers'>,
  { status: number; error: string }
> = {
  'not-found': { status: 404, error: 'NIN not found' },
  'service-down': { status: 424, error: 'Service is currently unavailable' },
  'out-of-credit': { status: 402, error: 'Your balance is low, please top up your wallet' },
}

export function answerDojah(
  request: SimulatorRequest,
  fault: DojahFault | undefined,
  register: Register,
  keys: NinKeys,
): SimulatorReply {
  const { appid, authorization } = request.headers
  if (fault?.badKey || appid !== keys.appId || authorization !== keys.apiKey)
    return createRejection(401, 'Unauthorized')
  const nin = request.query.get('nin') ?? ''
  if (!/^\d{11}$/.test(nin)) return createRejection(400, 'NIN must be 11 digits')
  if (fault?.errorStatus) return createRejection(fault.errorStatus, 'Request could not be processed')

  const result = register.find(nin)
  if (result.kind === 'never-answers') return 'silence'
  if (result.kind !== 'found') return createRejection(rejections[result.kind].status, rejections[result.kind].error)

  const { person } = result
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
  return jsonResponse({ entity: omitFields(entity, fault?.omit) })
}

const createRejection = (status: number, error: string): SimulatorResponse => jsonResponse({ error }, status)
