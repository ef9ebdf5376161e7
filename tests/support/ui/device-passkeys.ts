// A browser with passkeys, at an address where they work.
import { afterEach, vi } from 'vitest'
import type { NewPasskeyAnswer, PasskeyAnswer } from '#shared/api/staff/passkeys.ts'
import { staffBase } from '#shared/staff/paths.ts'

declare const happyDOM: { setURL(url: string): void }

const bytes = new Uint8Array([1, 2, 3]).buffer
/** The bytes in base64url. */
const encoded = 'AQID'

const response = {
  clientDataJSON: bytes,
  authenticatorData: bytes,
  signature: bytes,
  userHandle: bytes,
  attestationObject: bytes,
  getTransports: () => ['internal'],
}
const credential = {
  id: encoded,
  rawId: bytes,
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response,
}

/** What the page sends when the device has used its passkey, in so far as the server reads it. */
export const passkeyAnswer: PasskeyAnswer = {
  id: encoded,
  rawId: encoded,
  type: 'public-key',
  response: { clientDataJSON: encoded, authenticatorData: encoded, signature: encoded, userHandle: encoded },
}
/** The same when the device has made one. */
export const newPasskeyAnswer: NewPasskeyAnswer = {
  id: encoded,
  rawId: encoded,
  type: 'public-key',
  response: { clientDataJSON: encoded, attestationObject: encoded, transports: ['internal'] },
}

afterEach(() => vi.unstubAllGlobals())

/**
 * @param url of the scripted API
 * @param whenAsked runs when a page asks for a passkey; rejects when the person cancels
 * @param whenOffered runs while the browser offers passkeys in the list of a field, until one is chosen; a browser that
 * does not offer them there when left out
 */
export function stubDevicePasskeys(
  url: string,
  whenAsked: () => Promise<void> = async () => {},
  whenOffered?: (signal: AbortSignal | null | undefined) => Promise<void>,
) {
  happyDOM.setURL(`${url.replace('127.0.0.1', 'localhost')}${staffBase}/`)
  const ask = async (options?: CredentialRequestOptions) => {
    await (options?.mediation === 'conditional' ? whenOffered?.(options.signal) : whenAsked())
    return credential
  }
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, {
      isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
      isConditionalMediationAvailable: async () => whenOffered !== undefined,
    }),
  )
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: ask, create: ask } })
}
