// How Remita writes things: signatures, naira amounts, its JSONP wrapping, field names and local times.
import { createHash } from 'node:crypto'
import { koboOf } from '#shared/policy/money.ts'

export interface RemitaCredentials {
  merchantId: string
  serviceTypeId: string
  apiKey: string
}

/** @param amount byte for byte as it is sent */
export const generateHash = (
  { merchantId, serviceTypeId, apiKey }: RemitaCredentials,
  { orderId, amount }: { orderId: string; amount: string },
) => sha512(merchantId + serviceTypeId + orderId + amount + apiKey)

/** @param reference the RRR, or the order id when asking by order; never the hash of the generate call */
export const statusHash = (
  { merchantId, apiKey }: Pick<RemitaCredentials, 'merchantId' | 'apiKey'>,
  reference: string,
) => sha512(reference + apiKey + merchantId)

/** No Bearer, and no space after the comma. */
export const authorization = (merchantId: string, hash: string) =>
  `remitaConsumerKey=${merchantId},remitaConsumerToken=${hash}`

const sha512 = (text: string) => createHash('sha512').update(text).digest('hex')

/** Naira as Remita takes them: "21000", and "21000.50" only when there are kobo. */
export function nairaText(kobo: number): string {
  const whole = String(Math.trunc(kobo / 100))
  const rest = kobo % 100
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(2, '0')}`
}

/** The JSON of an answer, bare or in any of the wrappings seen; undefined when it is neither. */
export function unwrapped(text: string): unknown {
  const trimmed = text.trim()
  const json = trimmed.startsWith('jsonp') ? trimmed.slice(trimmed.indexOf('(') + 1, trimmed.lastIndexOf(')')) : trimmed
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** The fields of a record by their names in small letters: Remita's capitals differ between its answers. */
export type Fields = ReadonlyMap<string, string>

/** Texts and numbers of a record, blank ones left out; null when it is not a record. */
export function fieldsOf(value: unknown): Fields | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const fields = new Map<string, string>()
  for (const [name, content] of Object.entries(value)) {
    const text = typeof content === 'string' || typeof content === 'number' ? String(content).trim() : ''
    if (text !== '') fields.set(name.toLowerCase(), text)
  }
  return fields
}

/** The RRR among the fields, or null when there is none of 12 digits. */
export function rrrOf(fields: Fields): string | null {
  const rrr = fields.get('rrr') ?? ''
  return /^\d{12}$/.test(rrr) ? rrr : null
}

/** The amount among the fields in kobo, or null when it is no amount. */
export function amountOf(fields: Fields): number | null {
  const naira = fields.get('amount') ?? ''
  if (!/^\d{1,12}(\.\d+)?$/.test(naira)) return null
  return koboOf(Number(naira))
}

/** The moment of "2018-06-08 06:02:06 PM" or "2018-06-08 18:02:06", which are Nigerian time; null for anything else. */
export function momentOf(text: string): Date | null {
  const [, day, hour = '', minutes, half] =
    /^(\d{4}-\d\d-\d\d) (\d\d?)(:[0-5]\d:[0-5]\d)(?:\.\d+)?(?: ?([AP]M))?$/i.exec(text.trim()) ?? []
  const hours = half ? hoursOfHalfDay(Number(hour), half) : Number(hour)
  if (!day || hours > 23) return null

  const moment = new Date(`${day}T${String(hours).padStart(2, '0')}${minutes}+01:00`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

const hoursOfHalfDay = (hour: number, half: string) => {
  if (hour < 1 || hour > 12) return Number.POSITIVE_INFINITY
  return (hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0)
}
