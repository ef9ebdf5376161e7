// Where the person who is signed in has sessions, and the recovery codes of that person.

import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/database/connection.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import type { OwnStaffSession } from '#shared/api/staff/own-sign-in.ts'
import { lockStaffById, replaceRecoveryCodes } from '../store.ts'
import { countRecoveryCodes } from './challenge-store.ts'
import { createRecoveryCodes, normalizeRecoveryCode } from './recovery-codes.ts'
import { endStaffSession, endStaffSessions, listStaffSessions } from './session-store.ts'

interface OwnSignInDependencies {
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
}

export function createOwnSignInService({ staffDatabase: { db }, clock }: OwnSignInDependencies) {
  return {
    async listSessions({ staffId, sessionId }: StaffPrincipal): Promise<OwnStaffSession[]> {
      const sessions = await listStaffSessions(db, staffId, clock())
      return sessions.map(({ createdAt, lastSeenAt, ...session }) => ({
        ...session,
        startedAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        isThis: session.id === sessionId,
      }))
    },

    /** @throws AppError `not_found` for one that has ended, of somebody else, or the one of the request */
    endSession: (id: string, { staffId, sessionId }: StaffPrincipal): Promise<void> =>
      db.transaction(async (tx) => {
        const sessions = await listStaffSessions(tx, staffId, clock())
        if (id === sessionId || !sessions.some((session) => session.id === id)) throw new AppError('not_found')
        await endStaffSession(tx, id, clock())
        const by = { staffId, sessionId }
        await audit(tx, { actor: 'staff', action: 'staff_own_session_ended', by, detail: { session: id } })
      }),

    countCodes: ({ staffId }: StaffPrincipal): Promise<number> => countRecoveryCodes(db, staffId),

    /** Voids the earlier codes and ends the other sessions. @returns the codes, which cannot be read again */
    replaceCodes: ({ staffId, sessionId }: StaffPrincipal): Promise<string[]> =>
      db.transaction(async (tx) => {
        const person = await lockStaffById(tx, staffId)
        if (!person) throw new AppError('not_logged_in')
        const now = clock()
        const codes = createRecoveryCodes()
        await replaceRecoveryCodes(tx, staffId, codes.map(normalizeRecoveryCode))
        await endStaffSessions(tx, staffId, now, sessionId)
        await audit(tx, { actor: 'staff', action: 'staff_recovery_codes_replaced', by: { staffId, sessionId } })
        const data = { name: person.name, event: 'recoveryCodesReplaced', device: '', at: now.toISOString() }
        await enqueue(tx, 'send_email', { email: 'staffNotice', to: person.email, data })
        return codes
      }),
  }
}
