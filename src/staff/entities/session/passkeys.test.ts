import { afterEach, expect, test, vi } from 'vitest'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '#shared/api/staff/passkeys.ts'
import { askForPasskey, canUsePasskeys, makePasskey } from './passkeys.ts'

afterEach(() => vi.unstubAllGlobals())

const requestOptions: PasskeyRequestOptions = {
  challenge: 'AAAA',
  rpId: 'staff.example.org',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
}
const creationOptions: PasskeyCreationOptions = {
  challenge: 'AAAA',
  rp: { id: 'staff.example.org', name: 'Staff' },
  user: { id: 'AAAA', name: 'bisi@example.org', displayName: 'Bisi Ajayi' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
}

/** A browser that answers every request with this error, after so many milliseconds. */
function refuseWith(name: string, { afterMs = 0, hasReader = true as boolean | 'unknown' } = {}) {
  let now = 1_000_000
  const refuse = () => {
    now += afterMs
    return Promise.reject(new DOMException('The operation is not allowed at this time.', name))
  }
  const isUserVerifyingPlatformAuthenticatorAvailable = async () => {
    if (hasReader === 'unknown') throw new Error('It cannot be known.')
    return hasReader
  }
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isUserVerifyingPlatformAuthenticatorAvailable }),
  )
  vi.stubGlobal('navigator', { credentials: { get: refuse, create: refuse } })
  vi.stubGlobal('location', { hostname: 'staff.example.org' })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
}

test.each([
  ['NotAllowedError', 0, 'No passkey was used: it was cancelled, or this device has none for these pages.'],
  ['NotAllowedError', 300_000, 'No passkey was used within five minutes. Try again when you are ready.'],
  [
    'SecurityError',
    0,
    'Passkeys do not work at this address. Open the staff pages at the address that our emails name.',
  ],
  ['NotSupportedError', 0, 'This device cannot use passkeys here. Use another way, or another device.'],
  ['UnknownError', 0, 'The device reported a problem with its passkeys. Try again, or use another way.'],
])('a passkey that is not used, %s after %i ms, is explained', async (name, afterMs, message) => {
  refuseWith(name, { afterMs })
  await expect(askForPasskey(requestOptions)).rejects.toThrow(message)
})

test.each<[string, number, boolean | 'unknown', string]>([
  ['NotAllowedError', 0, true, 'No passkey was made, because it was cancelled.'],
  ['NotAllowedError', 300_000, true, 'No passkey was made within five minutes. Try again when you are ready.'],
  [
    'NotAllowedError',
    0,
    false,
    'No passkey was made. This device has no fingerprint, face or PIN for one: choose your phone or a security key instead.',
  ],
  [
    'NotAllowedError',
    0,
    'unknown',
    'No passkey was made. This device has no fingerprint, face or PIN for one: choose your phone or a security key instead.',
  ],
  ['InvalidStateError', 0, true, 'This device has a passkey of yours already.'],
  [
    'ConstraintError',
    0,
    true,
    'This device cannot make such a passkey. Set up a fingerprint, face or PIN on it, or use another device.',
  ],
  ['NotSupportedError', 0, true, 'This device cannot make such a passkey. Use another one.'],
])(
  'a passkey that is not made, %s after %i ms, reader: %s, is explained',
  async (name, afterMs, hasReader, message) => {
    refuseWith(name, { afterMs, hasReader })
    await expect(makePasskey(creationOptions)).rejects.toThrow(message)
  },
)

test.each([
  ['staff.example.org', true],
  ['localhost', true],
  ['10.0.0.5', false],
  ['[::1]', false],
])('passkeys are offered at %s: %s', (hostname, isOffered) => {
  refuseWith('NotAllowedError')
  vi.stubGlobal('location', { hostname })
  expect(canUsePasskeys()).toBe(isOffered)
  vi.stubGlobal('PublicKeyCredential', undefined)
  expect(canUsePasskeys()).toBe(false)
})
