// Signing in with a passkey: alone, as the second step after a password, or again in a session. Whatever is wrong is answered
// alike; the audit log says what it was.

import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import type { PasskeyAnswer, PasskeyRequestOptions } from '#shared/api/staff/passkeys.ts'
import { beginSession, renewSession, type StaffClient } from '../sign-in/begin-session.ts'
import { completeAttempt, countWrongCode, findAttempt } from '../sign-in/challenge-store.ts'
import type { StaffDependencies } from '../sign-in/dependencies.ts'
import type { PasskeyChallenges } from '../sign-in/passkey-challenges.ts'
import { lockStaffById, type StaffRow } from '../store.ts'
import { createRequestOptions, encodeUserHandle } from './options.ts'
import { findPasskey, listPasskeys, notePasskeyUse, type PasskeyRow } from './passkey-store.ts'
import { getRelyingParty, type RelyingParty } from './relying-party.ts'
import { readClientData, verifyPasskey } from './verification.ts'

export interface PasskeyDependencies extends StaffDependencies {
  challenges: PasskeyChallenges
  /** Where the staff's pages are. */
  staffUrl: string
}

/** Why a passkey is refused, for the audit log. */
type Refusal =
  | 'unreadable'
  | 'challenge'
  | 'origin'
  | 'unknown'
  | 'other_person'
  | 'response'
  | 'not_active'
  | 'counter'

class PasskeyRefusal extends Error {
  readonly refusal: Refusal
  readonly staffId: string | null

  constructor(refusal: Refusal, staffId: string | null = null) {
    super(`A passkey was refused: ${refusal}.`)
    this.refusal = refusal
    this.staffId = staffId
  }
}

interface Expected {
  /** The ids of the session or attempt in which the answer came; null admits challenges for a sign-in without a name. */
  boundTo: readonly (string | null)[]
  /** Whose passkey it must be; absent when the passkey itself says so. */
  staffId?: string
}

type Ids = Pick<StaffPrincipal, 'staffId' | 'sessionId'>

export function createPasskeySignInService(dependencies: PasskeyDependencies) {
  const { staffDatabase, challenges, clock, staffUrl } = dependencies
  const { db } = staffDatabase
  const authenticate = createPasskeyCheck(dependencies)

  return {
    /**
     * @param attempt of a sign-in after its password
     * @param principal the session in which to sign in again
     * @throws AppError `sign_in_expired`, `passkeys_unavailable`
     */
    async prepare(attempt: string | undefined, principal: Ids | null): Promise<PasskeyRequestOptions> {
      const relyingParty = getRelyingParty(staffUrl)
      const now = clock()
      const found = attempt === undefined ? null : await findAttempt(db, attempt, now)
      if (attempt !== undefined && !found) throw new AppError('sign_in_expired')
      const staffId = found?.staffId ?? principal?.staffId ?? null
      const boundTo = found?.id ?? principal?.sessionId ?? null
      const challenge = challenges.create({ kind: 'passkey', boundTo }, now)
      return createRequestOptions(challenge, relyingParty, staffId ? await listPasskeys(db, staffId) : [])
    },

    /**
     * Starts a session with nothing but a passkey.
     * @param principal the session that the browser has already
     * @throws AppError `passkey_refused`
     */
    signIn: (answer: PasskeyAnswer, client: StaffClient, principal: Ids | null) =>
      authenticate(answer, { boundTo: [null, principal?.sessionId ?? null] }, (tx, person) =>
        beginSession(tx, { person, client, factor: 'passkey' }, dependencies),
      ),

    /**
     * The second step after the password: starts a session.
     * @throws AppError `passkey_refused`, `sign_in_expired`
     */
    async complete(attempt: string, answer: PasskeyAnswer, client: StaffClient) {
      const found = await findAttempt(db, attempt, clock())
      if (!found) throw new AppError('sign_in_expired')
      const { id, staffId } = found
      return authenticate(answer, { boundTo: [null, id], staffId }, async (tx, person) => {
        if (!(await completeAttempt(tx, id, clock()))) throw new AppError('sign_in_expired')
        return beginSession(tx, { person, client, factor: 'passkey' }, dependencies)
      }).catch(async (error: unknown) => {
        if (error instanceof AppError && error.code === 'passkey_refused') await countWrongCode(db, id)
        throw error
      })
    },

    /** Opens sensitive actions for five minutes. @throws AppError `passkey_refused` */
    refresh: ({ staffId, sessionId }: Ids, answer: PasskeyAnswer): Promise<Date> =>
      authenticate(answer, { boundTo: [sessionId], staffId }, (tx) =>
        renewSession(tx, { staffId, sessionId }, { factor: 'passkey', now: clock() }),
      ),
  }
}

function createPasskeyCheck(dependencies: PasskeyDependencies) {
  const { staffDatabase, challenges, refusals, clock, staffUrl } = dependencies
  const { db } = staffDatabase

  /** @throws PasskeyRefusal */
  async function checkAnswer(answer: PasskeyAnswer, { boundTo, staffId }: Expected, relyingParty: RelyingParty) {
    const clientData = readClientData(answer.response.clientDataJSON)
    if (!clientData) throw new PasskeyRefusal('unreadable')
    const { challenge, origin } = clientData
    const now = clock()
    if (!challenges.isValid(challenge, { kind: 'passkey', boundTo, now }))
      throw new PasskeyRefusal('challenge', staffId)
    const passkey = await findPasskey(db, Buffer.from(answer.rawId, 'base64url'))
    if (!passkey) throw new PasskeyRefusal('unknown', staffId)
    // Before anything else is checked, and outside of the transaction: no challenge gets a second answer.
    if (!(await challenges.redeem(db, challenge, 'passkey', now))) throw new PasskeyRefusal('challenge', staffId)
    const refusal = compareOwner(passkey, answer, staffId) ?? (origin === relyingParty.origin ? null : 'origin')
    if (refusal) throw new PasskeyRefusal(refusal, passkey.staffId)
    const use = await verifyPasskey(answer, passkey, { challenge, relyingParty })
    if (!use) throw new PasskeyRefusal('response', passkey.staffId)
    return { passkey, use: { ...use, now } }
  }

  /**
   * Does what the passkey allows, in a transaction that has locked its owner.
   * @throws AppError `passkey_refused`
   */
  return async <T>(
    answer: PasskeyAnswer,
    expected: Expected,
    act: (tx: Tx, person: StaffRow) => Promise<T>,
  ): Promise<T> => {
    const relyingParty = getRelyingParty(staffUrl)
    try {
      const { passkey, use } = await checkAnswer(answer, expected, relyingParty)
      return await db.transaction(async (tx) => {
        const person = await lockStaffById(tx, passkey.staffId)
        if (person?.status !== 'active') throw new PasskeyRefusal('not_active', passkey.staffId)
        if (!(await notePasskeyUse(tx, passkey.credentialId, use))) throw new PasskeyRefusal('counter', person.id)
        return act(tx, person)
      })
    } catch (error) {
      if (!(error instanceof PasskeyRefusal)) throw error
      const { refusal, staffId } = error
      const subject = staffId === null ? null : ({ kind: 'staff', id: staffId } as const)
      refusals.record({ actor: 'guest', action: 'staff_passkey_refused', subject, reason: { cause: refusal } })
      throw new AppError('passkey_refused')
    }
  }
}

/** A passkey that says whose it is must say what the store says. */
function compareOwner(
  { staffId: owner }: PasskeyRow,
  { response: { userHandle } }: PasskeyAnswer,
  staffId: string | undefined,
): Refusal | null {
  if (staffId !== undefined && staffId !== owner) return 'other_person'
  return userHandle && userHandle !== encodeUserHandle(owner) ? 'other_person' : null
}
