// Signing in with a password takes two steps: email address and password, then a code. Every refusal of the first is answered
// alike.

import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { auditSignIn } from '#server/platform/audit/audit.ts'
import { dummyHash, type PasswordOrigin, verifyPassword } from '#server/platform/encryption/password-hashing.ts'
import { countPasskeys, findStaffByEmail, getLoginName, lockStaffById, type StaffRow } from '../store.ts'
import { beginSession, type Factor, renewSession, type StaffClient } from './begin-session.ts'
import {
  completeAttempt,
  countWrongCode,
  findAttempt,
  markTotpStep,
  redeemRecoveryCode,
  startAttempt,
} from './challenge-store.ts'
import type { StaffDependencies } from './dependencies.ts'
import { endStaffSession } from './session-store.ts'
import { findTotpStep } from './totp.ts'

export const createSignInService = (dependencies: StaffDependencies) => ({
  ...createPasswordStep(dependencies),
  ...createCodeStep(dependencies),

  async signOut({ staffId, sessionId }: StaffPrincipal): Promise<void> {
    const { staffDatabase, clock } = dependencies
    await staffDatabase.db.transaction(async (tx) => {
      await endStaffSession(tx, sessionId, clock())
      await auditSignIn(tx, { actor: 'staff', action: 'staff_signed_out', by: { staffId, sessionId } })
    })
  },
})

/** For counting attempts of somebody who says to own this address. */
export function describeLogin(
  email: string,
  { address, deviceCookie }: StaffClient,
  { deviceCookies }: Pick<StaffDependencies, 'deviceCookies'>,
) {
  const loginName = getLoginName({ email })
  return { loginName, address, deviceId: deviceCookies.readDeviceId(deviceCookie, loginName) }
}

function createPasswordStep(dependencies: StaffDependencies) {
  const { staffDatabase, throttle, refusals, clock } = dependencies
  const { db } = staffDatabase

  async function checkPassword(
    { email, password }: { email: string; password: string },
    origin: PasswordOrigin,
  ): Promise<StaffRow | null> {
    const person = await findStaffByEmail(db, email)
    const isRight = await verifyPassword(password, person?.passwordHash ?? (await dummyHash), origin)
    if (person && isRight && person.status === 'active') return person
    const cause = !person ? 'unknown' : isRight ? 'not_active' : 'password'
    refusals.record({
      actor: 'guest',
      action: 'staff_sign_in_refused',
      subject: person && { kind: 'staff', id: person.id },
      reason: { cause },
    })
    return null
  }

  return {
    /**
     * The first step. @returns the attempt for the second, and what may complete it
     * @throws AppError `sign_in_refused` for a wrong password, an unknown address and a suspended person alike;
     *   `too_many_requests`
     */
    async begin(credentials: { email: string; password: string }, client: StaffClient) {
      const login = describeLogin(credentials.email, client, dependencies)
      const person = await throttle.throttleLogin(login, (origin) => checkPassword(credentials, origin))
      if (!person) throw new AppError('sign_in_refused')
      const hasPasskey = (await countPasskeys(db, person.id)) > 0
      return {
        attempt: await startAttempt(db, person.id, clock()),
        methods: ['totp' as const, ...(hasPasskey ? ['passkey' as const] : []), 'recovery' as const],
      }
    },
  }
}

function createCodeStep(dependencies: StaffDependencies) {
  const { staffDatabase, throttle, encryption, refusals, clock } = dependencies
  const { db } = staffDatabase

  const recordWrongCode = (staffId: string) =>
    refusals.record({ actor: 'guest', action: 'staff_code_refused', subject: { kind: 'staff', id: staffId } })

  /** Uses the code up. @returns null when it is wrong, or was used before */
  async function redeemCode(tx: Tx, person: StaffRow, code: string): Promise<Exclude<Factor, 'passkey'> | null> {
    const now = clock()
    if (!/^\d{6}$/.test(code)) return (await redeemRecoveryCode(tx, person.id, code, now)) ? 'recovery' : null
    if (!person.encryptedTotpSecret) return null
    const step = findTotpStep(encryption.decrypt(person.encryptedTotpSecret), code, now)
    return step !== null && (await markTotpStep(tx, person.id, step)) ? 'totp' : null
  }

  return {
    /**
     * The second step: starts a session.
     * @throws AppError `code_refused`, `sign_in_expired`, `too_many_requests`
     */
    async complete(attempt: string, code: string, client: StaffClient): Promise<{ id: string; token: string }> {
      const found = await findAttempt(db, attempt, clock())
      if (!found) throw new AppError('sign_in_expired')
      const session = await throttle.throttleOwnSecret('second_step', found.staffId, () =>
        db.transaction(async (tx) => {
          const person = await lockStaffById(tx, found.staffId)
          if (person?.status !== 'active') throw new AppError('sign_in_expired')
          const factor = await redeemCode(tx, person, code)
          if (!factor) {
            await countWrongCode(tx, found.id)
            recordWrongCode(person.id)
            return null
          }
          if (!(await completeAttempt(tx, found.id, clock()))) throw new AppError('sign_in_expired')
          return beginSession(tx, { person, client, factor }, dependencies)
        }),
      )
      if (!session) throw new AppError('code_refused')
      return session
    },

    /**
     * Opens sensitive actions for five minutes.
     * @throws AppError `code_refused`, `too_many_requests`
     */
    async refresh({ staffId, sessionId }: StaffPrincipal, code: string): Promise<Date> {
      const freshUntil = await throttle.throttleOwnSecret('second_step', staffId, () =>
        db.transaction(async (tx) => {
          const person = await lockStaffById(tx, staffId)
          const factor = person && (await redeemCode(tx, person, code))
          if (!factor) {
            recordWrongCode(staffId)
            return null
          }
          return renewSession(tx, { staffId, sessionId }, { factor, now: clock() })
        }),
      )
      if (!freshUntil) throw new AppError('code_refused')
      return freshUntil
    },
  }
}
