import { expect, test } from 'vitest'
import { networkOf } from './limits.ts'

test.each([
  ['102.89.23.7', '102.89.23.7'],
  ['::ffff:102.89.23.7', '102.89.23.7'],
  ['2c0f:f5c0:0012:8::1', '2c0f:f5c0:12:8'],
  ['2c0f:f5c0:12:8:aaaa:bbbb:cccc:dddd', '2c0f:f5c0:12:8'],
  ['2c0f:f5c0::9', '2c0f:f5c0:0:0'],
  ['::1', '0:0:0:0'],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
