// Staff choose a new password, with an invitation or in a session.

import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { findPasswordProblem } from '#server/features/auth/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { hashPassword, passwordChangeLimiter, verifyPassword } from '#server/platform/encryption/password-hashing.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { staffRoleLabels } from '#shared/roles/permissions.ts'
import { listAllInstitutionNames, lockStaffById, replaceStaffPassword, type StaffRow, voidLinks } from '../store.ts'
import { endAttempts } from './challenge-store.ts'
import type { StaffDependencies } from './dependencies.ts'
import { endStaffSessions } from './session-store.ts'

export interface OwnPasswordChange {
  password: string
  currentPassword: string
}

/** @throws AppError `password_refused` */
export async function assertAllowedPassword(
  tx: Tx,
  password: string,
  { email, name }: Pick<StaffRow, 'email' | 'name'>,
): Promise<void> {
  const affiliations = [...(await listAllInstitutionNames(tx)), ...Object.values(staffRoleLabels)]
  const message = await findPasswordProblem(password, { audience: 'staff', email, names: [name], affiliations })
  if (message) throw createFieldsError('password_refused', [{ path: 'password', message }])
}

export function createOwnPasswordService({ staffDatabase: { db }, throttle, clock }: StaffDependencies) {
  async function assertCurrentPassword({ id, passwordHash }: Credentials, typed: string) {
    const isRight = await throttle.throttleOwnSecret(
      'current_password',
      id,
      async () => (await verifyPassword(typed, passwordHash)) || null,
    )
    if (isRight) return
    const message = 'Your current password is not correct.'
    throw createFieldsError('current_password_wrong', [{ path: 'currentPassword', message }])
  }

  /** Ends the person's other sessions, and whatever was begun with the earlier password. */
  const savePassword = (person: Credentials, newHash: string, { staffId, sessionId }: StaffPrincipal) =>
    db.transaction(async (tx) => {
      const now = clock()
      // A link or a concurrent request has replaced the password, and ended the session of this one.
      if (!(await replaceStaffPassword(tx, person, newHash))) throw new AppError('not_logged_in')
      await voidLinks(tx, staffId, now)
      await endAttempts(tx, staffId, now)
      await endStaffSessions(tx, staffId, now, sessionId)
      await audit(tx, { actor: 'staff', action: 'staff_password_changed', by: { staffId, sessionId } })
      const data = { name: person.name, event: 'passwordChanged', device: '', at: now.toISOString() }
      await enqueue(tx, 'send_email', { email: 'staffNotice', to: person.email, data })
    })

  return {
    /**
     * @throws AppError `no_password`, `current_password_wrong`, `password_refused`, `too_many_requests`, or
     *   `not_logged_in` when the password was replaced meanwhile
     */
    change: ({ password, currentPassword }: OwnPasswordChange, actor: StaffPrincipal): Promise<void> =>
      passwordChangeLimiter.run(
        async () => {
          const person = await lockStaffById(db, actor.staffId)
          if (!person) throw new AppError('not_logged_in')
          const { passwordHash } = person
          if (passwordHash === null) throw new AppError('no_password')
          const credentials = { ...person, passwordHash }
          await assertCurrentPassword(credentials, currentPassword)
          await assertAllowedPassword(db, password, person)
          await savePassword(credentials, await hashPassword(password), actor)
        },
        { key: actor.staffId },
      ),
  }
}

type Credentials = Pick<StaffRow, 'id' | 'name' | 'email'> & { passwordHash: string }
