import { isIP } from 'node:net'
import { AppError } from '#server/app-error.ts'

/** For whom a passkey signs: browsers refuse it to any other host. */
export interface RelyingParty {
  /** The host of the staff pages. */
  id: string
  origin: string
}

/**
 * @param staffUrl the address of the staff pages, as the settings have it
 * @throws AppError `passkeys_unavailable` when its host is an IP address, which browsers do not take
 */
export function getRelyingParty(staffUrl: string): RelyingParty {
  const { hostname, origin } = new URL(staffUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) throw new AppError('passkeys_unavailable')
  return { id: hostname, origin }
}
