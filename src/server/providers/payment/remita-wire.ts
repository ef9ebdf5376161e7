// Remita's wire formats: signatures, naira amounts, JSONP wrappers, field names and local times.
import { createHash } from 'node:crypto'
import { toKobo } from '#shared/policy/money.ts'

export interface RemitaCredentials {
  merchantId: string
  serviceTypeId: string
  apiKey: string
}

/** @param amount exactly as it is sent */
export const signGenerate = (
  { merchantId, serviceTypeId, apiKey }: RemitaCredentials,
  { orderId, amount }: { orderId: string; amount: string },
) => sha512(merchantId + serviceTypeId + orderId + amount + apiKey)

/** @param reference the RRR, or the order id for the status by order */
export const signStatus = (
  { merchantId, apiKey }: Pick<RemitaCredentials, 'merchantId' | 'apiKey'>,
  reference: string,
) => sha512(reference + apiKey + merchantId)

/** No Bearer, and no space after the comma. */
export const authorizationHeader = (merchantId: string, hash: string) =>
  `remitaConsumerKey=${merchantId},remitaConsumerToken=${hash}`

const sha512 = (text: string) => createHash('sha512').update(text).digest('hex')

/** Naira as Remita expects them: "21000", with decimals ("21000.50") only when there are kobo. */
export function formatAmount(kobo: number): string {
  const whole = String(Math.trunc(kobo / 100))
  const rest = kobo % 100
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(2, '0')}`
}

/** Parses an answer, bare or in any wrapper that Remita uses; undefined when it is not JSON. */
export function unwrapJsonp(text: string): unknown {
  const trimmed = text.trim()
  const json = trimmed.startsWith('jsonp') ? trimmed.slice(trimmed.indexOf('(') + 1, trimmed.lastIndexOf(')')) : trimmed
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** By lower-case name, because Remita's capitals differ between answers. */
export type RemitaFields = ReadonlyMap<string, string>

/** Strings and numbers of an object, empty ones left out; null when the value is not an object. */
export function toFields(value: unknown): RemitaFields | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const fields = new Map<string, string>()
  for (const [name, field] of Object.entries(value)) {
    const text = typeof field === 'string' || typeof field === 'number' ? String(field).trim() : ''
    if (text !== '') fields.set(name.toLowerCase(), text)
  }
  return fields
}

/** Null unless it has 12 digits. */
export function readRrr(fields: RemitaFields): string | null {
  const rrr = fields.get('rrr') ?? ''
  return /^\d{12}$/.test(rrr) ? rrr : null
}

/** The amount in kobo; null when it is not an amount. */
export function readAmount(fields: RemitaFields): number | null {
  const naira = fields.get('amount') ?? ''
  if (!/^\d{1,12}(\.\d+)?$/.test(naira)) return null
  return toKobo(Number(naira))
}

/** Parses "2018-06-08 06:02:06 PM" or "2018-06-08 18:02:06", in Nigerian time; null for anything else. */
export function parseLagosTime(text: string): Date | null {
  const [, day, hour = '', minutes, half] =
    /^(\d{4}-\d\d-\d\d) (\d\d?)(:[0-5]\d:[0-5]\d)(?:\.\d+)?(?: ?([AP]M))?$/i.exec(text) ?? []
  const hours = half ? to24Hours(Number(hour), half) : Number(hour)
  if (!day || hours > 23) return null

  const moment = new Date(`${day}T${String(hours).padStart(2, '0')}${minutes}+01:00`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

const to24Hours = (hour: number, half: string) => {
  if (hour < 1 || hour > 12) return Number.POSITIVE_INFINITY
  return (hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0)
}
