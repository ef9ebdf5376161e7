// Whether what an authenticator signed is right. The library loads with the first answer: it takes longer than the rest of the
// server's start would like.
import { z } from 'zod'
import type { NewPasskeyAnswer, PasskeyAnswer } from '#shared/api/staff/passkeys.ts'
import type { RelyingParty } from './relying-party.ts'

/** EdDSA, ES256 and RS256 in the numbers of COSE; every authenticator has one of them. */
export const passkeyAlgorithms: readonly number[] = [-8, -7, -257]

const maxKeyBytes = 2_000

const clientData = z.object({ challenge: z.string().min(1), origin: z.string(), crossOrigin: z.boolean().optional() })

/** What a browser has added to the challenge; null when it is unreadable, or came from a page within another site's. */
export function readClientData(encoded: string): { challenge: string; origin: string } | null {
  try {
    const data = clientData.safeParse(JSON.parse(Buffer.from(encoded, 'base64url').toString()))
    return data.success && !data.data.crossOrigin ? data.data : null
  } catch {
    return null
  }
}

export interface PublicKey {
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  isBackedUp: boolean
}

interface Expected {
  challenge: string
  relyingParty: RelyingParty
}

/** Verifies a new passkey: made for this challenge and host, after the person was verified. @returns null when it was not */
export async function verifyNewPasskey(
  answer: NewPasskeyAnswer,
  { challenge, relyingParty }: Expected,
): Promise<PublicKey | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { transports = [], ...response } = answer.response
  if (!(await isUnattested(response.attestationObject))) return null
  const result = await verifyRegistrationResponse({
    response: { ...answer, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...passkeyAlgorithms],
  }).catch(() => null)
  if (!result?.verified) return null
  const { credential, credentialBackedUp } = result.registrationInfo
  if (credential.publicKey.length > maxKeyBytes) return null
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    isBackedUp: credentialBackedUp,
  }
}

/**
 * Whether nobody vouches for the authenticator, as the options ask. Certificates are refused unread: they could make the
 * server fetch lists of revoked ones from anywhere.
 */
async function isUnattested(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    const format = attestation.get('fmt')
    return format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'))
  } catch {
    return false
  }
}

/**
 * Verifies the answer of a passkey: for this challenge and host, after the person was verified. The counter is for the store
 * to compare, when it saves it.
 * @returns null when it is not right
 */
export async function verifyPasskey(
  answer: PasskeyAnswer,
  passkey: Pick<PublicKey, 'credentialId' | 'publicKey'>,
  { challenge, relyingParty }: Expected,
): Promise<{ counter: number; isBackedUp: boolean } | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { userHandle: _, ...response } = answer.response
  const result = await verifyAuthenticationResponse({
    response: { ...answer, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId.toString('base64url'),
      publicKey: new Uint8Array(passkey.publicKey),
      // The library compares the counter before it has verified the signature: a forged one would be recorded as a copy.
      counter: 0,
    },
  }).catch(() => null)
  if (!result?.verified) return null
  const { newCounter, credentialBackedUp } = result.authenticationInfo
  return { counter: newCounter, isBackedUp: credentialBackedUp }
}
