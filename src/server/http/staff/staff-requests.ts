// Which requests reach the staff's API at all: from their host and network, and not from another site.
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/app-error.ts'
import { staffHeader } from '#shared/api/staff/calls.ts'
import { createOriginCheck } from '../own-origins.ts'
import { isFromOtherSite } from '../request-line.ts'

export interface StaffRequestSettings {
  publicUrl: string
  /** The staff's own address; without one they use the applicants'. */
  staffUrl?: string | undefined
  /** Addresses and networks that may reach the staff's API; empty for all. */
  staffNetworks: readonly string[]
}

/** @returns a check that throws AppError `not_found` or `cross_site_request` */
export function createStaffRequestCheck({ publicUrl, staffUrl, staffNetworks }: StaffRequestSettings) {
  const isAllowedAddress = createNetworkCheck(staffNetworks)
  const isOfOwnOrigin = createOriginCheck([publicUrl, staffUrl ?? publicUrl])
  const staffHost = staffUrl && new URL(staffUrl).host

  return (request: FastifyRequest): void => {
    // As if there were nothing: an attacker elsewhere does not learn where the staff sign in. `request.host` would be what a
    // client writes into X-Forwarded-Host, and a proxy that keeps the host of the staff to some networks looks at Host.
    if (staffHost && request.headers.host !== staffHost) throw new AppError('not_found')
    if (!isAllowedAddress(request.ip)) throw new AppError('not_found')
    if (isFromOtherSite(request.raw) || !isOfOwnOrigin(request)) throw new AppError('cross_site_request')
  }
}

/** A form of another site cannot send this header. @throws AppError `cross_site_request` */
export function assertStaffHeader({ method, headers }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD') return
  if (headers[staffHeader.name] !== staffHeader.value) throw new AppError('cross_site_request')
}

/** @throws Error when an entry is neither an address nor a network such as 10.1.0.0/16 */
export function createNetworkCheck(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true
  const allowed = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const version = isIP(address)
    if (version === 0) throw new Error(`${network} is not an address or a network.`)
    allowed.addSubnet(
      address,
      prefix === undefined ? (version === 4 ? 32 : 128) : Number(prefix),
      `ipv${version}` as 'ipv4',
    )
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    const version = isIP(plain)
    return version !== 0 && allowed.check(plain, `ipv${version}` as 'ipv4')
  }
}
