import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import { errors } from '#shared/messages/errors.ts'
import { privacyVersion } from '#shared/policy/privacy.ts'
import { decideLookUp, type LookUpDecision } from './decide-look-up.ts'
import { saveTaken } from './save-match.ts'
import { addLookUp, isTaken, listLookUps, lockAccount, type NinAccount } from './store.ts'

/** Longer than a look-up can take. */
const leaseMs = 60_000

export interface VerifyNinRequest {
  accountId: string
  /** 11 digits. */
  nin: string
  hasConsented: boolean
}

export type LookUpPlan =
  | Exclude<LookUpDecision, { kind: 'look_up' | 'verified' }>
  | { kind: 'verified'; account: NinAccount }
  /** Another account has verified this NIN; saved as a mismatch. */
  | { kind: 'taken' }
  | { kind: 'look_up'; id: string; account: NinAccount }

/**
 * Decides under the account's lock, and adds the look-up before the register is asked.
 * @throws AppError `session_ended`, `nin_consent_required`
 */
export async function planLookUp(
  tx: Tx,
  encryption: Encryption,
  { accountId, nin, hasConsented }: VerifyNinRequest,
  now: Date,
): Promise<LookUpPlan> {
  if (!hasConsented) throw createConsentError()
  const account = await lockAccount(tx, accountId)
  if (!account) throw new AppError('session_ended')
  const ninHash = encryption.fingerprint(nin)
  const factsHash = hashFacts(encryption, account)
  const decision = decideLookUp({ ninHash, factsHash }, await listLookUps(tx, accountId), now)
  if (decision.kind === 'verified') return { kind: 'verified', account }
  if (decision.kind !== 'look_up') return decision

  const id = await addLookUp(tx, account, {
    ninHash,
    encryptedNin: encryption.encrypt(nin),
    factsHash,
    consentAt: now,
    consentVersion: privacyVersion,
    requestedAt: now,
    leaseExpiresAt: new Date(now.getTime() + leaseMs),
  })
  // By another account: this one has verified none.
  if (!(await isTaken(tx, account.exerciseId, ninHash))) return { kind: 'look_up', id, account }
  await saveTaken(tx, id, accountId)
  return { kind: 'taken' }
}

const createConsentError = () =>
  createFieldsError('nin_consent_required', [{ path: 'consent', message: errors.nin_consent_required.message }])

const hashFacts = (encryption: Encryption, { surName, firstName, middleName, dateOfBirth }: NinAccount) =>
  encryption.fingerprint(JSON.stringify([surName, firstName, middleName, dateOfBirth]))
