// What a browser is asked for, in the form of WebAuthn's JSON.
import {
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  passkeyTimeoutMs,
} from '#shared/api/staff/passkeys.ts'
import type { StaffRow } from '../store.ts'
import type { PasskeyRow } from './passkey-store.ts'
import type { RelyingParty } from './relying-party.ts'
import { passkeyAlgorithms } from './verification.ts'

type KnownPasskey = Pick<PasskeyRow, 'credentialId' | 'transports'>

/** @param passkeys those that may answer; none for any, which is what a sign-in without a name needs */
export const createRequestOptions = (
  challenge: string,
  { id }: RelyingParty,
  passkeys: readonly KnownPasskey[],
): PasskeyRequestOptions => ({
  challenge,
  rpId: id,
  timeout: passkeyTimeoutMs,
  userVerification: 'required',
  allowCredentials: passkeys.map(describeCredential),
})

interface Creation {
  challenge: string
  relyingParty: RelyingParty
  /** What authenticators write beside the person's address. */
  title: string
  person: Pick<StaffRow, 'id' | 'email' | 'name'>
  /** An authenticator that has one of them makes no second. */
  passkeys: readonly KnownPasskey[]
}

export const createCreationOptions = ({
  challenge,
  relyingParty,
  title,
  person,
  passkeys,
}: Creation): PasskeyCreationOptions => ({
  challenge,
  rp: { id: relyingParty.id, name: title },
  user: { id: encodeUserHandle(person.id), name: person.email, displayName: person.name },
  pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
  timeout: passkeyTimeoutMs,
  excludeCredentials: passkeys.map(describeCredential),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
})

/** Under what an authenticator files the passkey: the person's id, which says nothing about them. */
export const encodeUserHandle = (staffId: string): string =>
  Buffer.from(staffId.replaceAll('-', ''), 'hex').toString('base64url')

const describeCredential = ({ credentialId, transports }: KnownPasskey) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports,
})
