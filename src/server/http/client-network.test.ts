import { expect, test } from 'vitest'
import { getNetwork, listNetworks, truncateAddress } from './client-network.ts'

test.each([
  ['102.89.23.7', '102.89.23.7'],
  ['::ffff:102.89.23.7', '102.89.23.7'],
  ['2c0f:f5c0:0012:8::1', '2c0f:f5c0:12:8'],
  ['2c0f:f5c0:12:8:aaaa:bbbb:cccc:dddd', '2c0f:f5c0:12:8'],
  ['2c0f:f5c0::9', '2c0f:f5c0:0:0'],
  ['::1', '0:0:0:0'],
])('%s is in the network %s', (address, network) => {
  expect(getNetwork(address)).toBe(network)
})

test.each(['', 'garbage', '999.1.1.1', 'a:b', "1.2.3.4' or 1=1", '1.2.3.4, 5.6.7.8', ':::', '12345::'])(
  'what is no address, such as "%s", is always the same network',
  (text) => {
    expect(listNetworks(text)).toEqual(listNetworks('other garbage'))
    expect(truncateAddress(text)).toBe('unknown')
  },
)

test('V15.3.4 an IPv6 address also counts in its /56 and its /48, which may do more', () => {
  expect(listNetworks('2c0f:f5c0:12:89ab::1')).toEqual([
    { network: '2c0f:f5c0:12:89ab', allowance: 1 },
    { network: '2c0f:f5c0:12:89--/56', allowance: 4 },
    { network: '2c0f:f5c0:12/48', allowance: 16 },
  ])
  const [, around] = listNetworks('2c0f:f5c0:12:8900::')
  expect(listNetworks('2c0f:f5c0:12:89ff::')).toContainEqual(around)
  expect(listNetworks('2c0f:f5c0:12:8a00::')).not.toContainEqual(around)
  expect(listNetworks('2c0f:f5c0:12:1::')[1]?.network).toBe('2c0f:f5c0:12:00--/56')
})

test.each([
  ['102.89.23.7', '102.89.23.0/24'],
  ['::ffff:102.89.23.7', '102.89.23.0/24'],
  ['2c0f:f5c0:12:8::1', '2c0f:f5c0:12::/48'],
])('the audit log holds %s as %s', (address, network) => {
  expect(truncateAddress(address)).toBe(network)
})
