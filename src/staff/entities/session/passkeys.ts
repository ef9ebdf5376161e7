// Passkeys in the browser. The library loads with the first use.
import { DeviceError } from '#kit/http/api-error.ts'
import type {
  NewPasskeyAnswer,
  PasskeyAnswer,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '#shared/api/staff/passkeys.ts'

/** Whether this browser has passkeys at this address. They need https, or localhost, and a host that is no number. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname)

export const loadPasskeyLibrary = () => import('@simplewebauthn/browser')

type RequestOptionsOfLibrary = Parameters<
  Awaited<ReturnType<typeof loadPasskeyLibrary>>['startAuthentication']
>[0]['optionsJSON']
type CreationOptionsOfLibrary = Parameters<
  Awaited<ReturnType<typeof loadPasskeyLibrary>>['startRegistration']
>[0]['optionsJSON']

/** Its list of transports is open, the library's is not. */
export const toLibraryOptions = (options: PasskeyRequestOptions) => options as RequestOptionsOfLibrary

/** Asks the person to use a passkey. @throws DeviceError when none was used */
export async function askForPasskey(options: PasskeyRequestOptions): Promise<PasskeyAnswer> {
  const { startAuthentication } = await loadPasskeyLibrary()
  return withSentences(options.timeout, useMessages, () =>
    startAuthentication({ optionsJSON: toLibraryOptions(options) }),
  )
}

/** Asks the person to make a passkey. @throws DeviceError when none was made */
export async function makePasskey(options: PasskeyCreationOptions): Promise<NewPasskeyAnswer> {
  const { startRegistration, platformAuthenticatorIsAvailable } = await loadPasskeyLibrary()
  const isReady = await platformAuthenticatorIsAvailable().catch(() => false)
  return withSentences(options.timeout, isReady ? creationMessages : otherDeviceMessages, () =>
    startRegistration({ optionsJSON: options as CreationOptionsOfLibrary }),
  )
}

interface Messages {
  timedOut: string
  cancelled: string
  unsupported: string
}

const useMessages: Messages = {
  timedOut: 'No passkey was used within five minutes. Try again when you are ready.',
  cancelled: 'No passkey was used: it was cancelled, or this device has none for these pages.',
  unsupported: 'This device cannot use passkeys here. Use another way, or another device.',
}
const creationMessages: Messages = {
  timedOut: 'No passkey was made within five minutes. Try again when you are ready.',
  cancelled: 'No passkey was made, because it was cancelled.',
  unsupported: 'This device cannot make such a passkey. Use another one.',
}
const otherDeviceMessages: Messages = {
  ...creationMessages,
  cancelled:
    'No passkey was made. This device has no fingerprint, face or PIN for one: choose your phone or a security key instead.',
}

/** By the name of the browser's error. */
const messagesByName: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey of yours already.',
  ConstraintError:
    'This device cannot make such a passkey. Set up a fingerprint, face or PIN on it, or use another device.',
  SecurityError: 'Passkeys do not work at this address. Open the staff pages at the address that our emails name.',
}

async function withSentences<T>(timeoutMs: number, messages: Messages, ask: () => Promise<T>) {
  const startedAt = performance.now()
  try {
    return await ask()
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    const isTooLate = performance.now() - startedAt >= timeoutMs - 1_000
    throw new DeviceError(explain(name, messages, isTooLate), { cause: error })
  }
}

function explain(name: string, { timedOut, cancelled, unsupported }: Messages, isTooLate: boolean): string {
  // Browsers report both in the same way, so that pages learn nothing about the passkeys on the device.
  if (name === 'NotAllowedError' || name === 'AbortError') return isTooLate ? timedOut : cancelled
  if (name === 'NotSupportedError') return unsupported
  return messagesByName[name] ?? 'The device reported a problem with its passkeys. Try again, or use another way.'
}
