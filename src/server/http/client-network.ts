// The network that an address belongs to: what limits count, and what the audit log records.
import { isIPv4, isIPv6 } from 'node:net'

export interface CountedNetwork {
  network: string
  /** How often the limit of one subscriber this network may reach. */
  allowance: number
}

/** A proxy that is trusted may still pass on anything; whatever is no address counts as one network. */
const unknownNetwork = 'unknown'

/** The network of one subscriber: an IPv4 address as it is, the /64 of an IPv6 address. */
export const getNetwork = (address: string): string => listNetworks(address)[0].network

/**
 * The subscriber's network and, for IPv6, the larger ones around it: providers assign a /56 or a /48, from which a subscriber
 * can choose any /64.
 */
export function listNetworks(address: string): [CountedNetwork, ...CountedNetwork[]] {
  const plain = toIPv4(address)
  if (plain) return [{ network: plain, allowance: 1 }]
  if (!isIPv6(address)) return [{ network: unknownNetwork, allowance: 1 }]
  const groups = expandIPv6(address)
  const last = groups[3] ?? ''
  const around56 = [...groups.slice(0, 3), `${last.padStart(4, '0').slice(0, 2)}--`].join(':')
  return [
    { network: groups.join(':'), allowance: 1 },
    { network: `${around56}/56`, allowance: 4 },
    { network: `${groups.slice(0, 3).join(':')}/48`, allowance: 16 },
  ]
}

/** For the audit log: enough to see where requests come from, too little to name a person. */
export function truncateAddress(address: string): string {
  const plain = toIPv4(address)
  if (plain) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(address) ? `${expandIPv6(address).slice(0, 3).join(':')}::/48` : unknownNetwork
}

function toIPv4(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv4(plain) ? plain : null
}

/** The first four groups without leading zeros, which is all that any network needs. */
function expandIPv6(address: string): string[] {
  const [front = '', back] = address.split('::')
  const groups = front === '' ? [] : front.split(':')
  const missing = back === undefined ? 0 : 8 - groups.length - back.split(':').length
  return [...groups, ...Array<string>(missing).fill('0'), ...(back?.split(':') ?? [])]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
}
