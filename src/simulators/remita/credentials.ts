// The merchant's keys and the request hashes made from them (remita.md, sections 1, 2 and 5).
import { createHash } from 'node:crypto'

export interface MerchantCredentials {
  merchantId: string
  serviceTypeId: string
  apiKey: string
  /** The browser passes it to the widget. */
  publicKey: string
}

/** Remita's public demo credentials; the public key is this simulator's own. */
export const demoCredentials: MerchantCredentials = {
  merchantId: '2547916',
  serviceTypeId: '4430731',
  apiKey: '1946',
  publicKey: 'sim-public-key',
}

/** @param amount naira, exactly as in the request */
export function generateHash(
  { merchantId, serviceTypeId, apiKey }: Pick<MerchantCredentials, 'merchantId' | 'serviceTypeId' | 'apiKey'>,
  { orderId, amount }: { orderId: string; amount: string },
): string {
  return sha512(merchantId + serviceTypeId + orderId + amount + apiKey)
}

/** @param reference the RRR, or the order id for the status by order */
export function statusHash(
  { merchantId, apiKey }: Pick<MerchantCredentials, 'merchantId' | 'apiKey'>,
  reference: string,
) {
  return sha512(reference + apiKey + merchantId)
}

/** Reads `remitaConsumerKey=…,remitaConsumerToken=…`: no Bearer, no space after the comma. */
export function readAuthorization(header: string | undefined): { merchantId: string; hash: string } | undefined {
  const found = /^remitaConsumerKey=([^,\s]+),remitaConsumerToken=([^,\s]+)$/.exec(header ?? '')
  return found ? { merchantId: found[1] ?? '', hash: found[2] ?? '' } : undefined
}

function sha512(text: string): string {
  return createHash('sha512').update(text).digest('hex')
}
