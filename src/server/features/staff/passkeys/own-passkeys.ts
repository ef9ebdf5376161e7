// The passkeys of the person who is signed in.

import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import {
  maxPasskeys,
  type NewPasskeyAnswer,
  type Passkey,
  type PasskeyCreationOptions,
} from '#shared/api/staff/passkeys.ts'
import type { AuditAction } from '#shared/staff/labels/audit-actions.ts'
import { endStaffSessions } from '../sign-in/session-store.ts'
import { countPasskeys, listExercises, lockStaffById, type StaffRow } from '../store.ts'
import { createCreationOptions } from './options.ts'
import type { PasskeyDependencies } from './passkey-sign-in.ts'
import { addPasskey, listPasskeys, type PasskeyRow, removePasskey, renamePasskey } from './passkey-store.ts'
import { getRelyingParty } from './relying-party.ts'
import { type PublicKey, readClientData, verifyNewPasskey } from './verification.ts'

interface NewPasskeyRequest {
  person: StaffRow
  /** The id of the session or the link in which it is made. */
  boundTo: string
  /** An authenticator that has one of them makes no second. */
  passkeys: readonly PasskeyRow[]
}

/** Making a passkey, in a session or with an invitation. */
export function createPasskeyMaker({ staffDatabase: { db }, challenges, clock, staffUrl }: PasskeyDependencies) {
  return {
    /** @throws AppError `passkeys_unavailable` */
    async prepare({ person, boundTo, passkeys }: NewPasskeyRequest): Promise<PasskeyCreationOptions> {
      const relyingParty = getRelyingParty(staffUrl)
      const [newest] = await listExercises(db)
      const challenge = challenges.create({ kind: 'new_passkey', boundTo }, clock())
      const title = `${newest?.shortName ?? 'Recruitment'} staff`
      return createCreationOptions({ challenge, relyingParty, title, person, passkeys })
    },

    /** @throws AppError `passkey_not_made`, `passkeys_unavailable` */
    async verify(answer: NewPasskeyAnswer, boundTo: string): Promise<PublicKey> {
      const relyingParty = getRelyingParty(staffUrl)
      const challenge = readClientData(answer.response.clientDataJSON)?.challenge
      const now = clock()
      if (!challenge || !challenges.isValid(challenge, { kind: 'new_passkey', boundTo: [boundTo], now }))
        throw new AppError('passkey_not_made')
      if (!(await challenges.redeem(db, challenge, 'new_passkey', now))) throw new AppError('passkey_not_made')
      const passkey = await verifyNewPasskey(answer, { challenge, relyingParty })
      if (!passkey) throw new AppError('passkey_not_made')
      return passkey
    },
  }
}

export function createOwnPasskeyService(dependencies: PasskeyDependencies) {
  const { staffDatabase, clock } = dependencies
  const { db } = staffDatabase
  const maker = createPasskeyMaker(dependencies)

  return {
    async list({ staffId }: StaffPrincipal) {
      const person = await getOwnRow(db, staffId)
      const passkeys = await listPasskeys(db, staffId)
      return { passkeys: passkeys.map(presentPasskey), hasPassword: hasPassword(person) }
    },

    /** @throws AppError `too_many_passkeys`, `passkeys_unavailable` */
    async prepare({ staffId, sessionId }: StaffPrincipal): Promise<PasskeyCreationOptions> {
      const person = await getOwnRow(db, staffId)
      const passkeys = await listPasskeys(db, staffId)
      if (passkeys.length >= maxPasskeys) throw new AppError('too_many_passkeys')
      return maker.prepare({ person, boundTo: sessionId, passkeys })
    },

    /** @throws AppError `passkey_not_made`, `passkey_exists`, `too_many_passkeys` */
    async add(answer: NewPasskeyAnswer, name: string, actor: StaffPrincipal): Promise<Passkey> {
      const passkey = await maker.verify(answer, actor.sessionId)
      return db.transaction(async (tx) => {
        const person = await getOwnRow(tx, actor.staffId)
        if ((await countPasskeys(tx, person.id)) >= maxPasskeys) throw new AppError('too_many_passkeys')
        const now = clock()
        const row = await addPasskey(tx, { ...passkey, staffId: person.id, name, createdAt: now })
        if (!row) throw new AppError('passkey_exists')
        await endStaffSessions(tx, person.id, now, actor.sessionId)
        await record(tx, 'staff_passkey_added', actor, row.id)
        await notify(tx, person, 'passkeyAdded', { name, now })
        return presentPasskey(row)
      })
    },

    /** @throws AppError `not_found`, also for somebody else's */
    rename: (id: string, name: string, actor: StaffPrincipal): Promise<Passkey> =>
      db.transaction(async (tx) => {
        const row = await renamePasskey(tx, { id, staffId: actor.staffId, name })
        if (!row) throw new AppError('not_found')
        await record(tx, 'staff_passkey_renamed', actor, id)
        return presentPasskey(row)
      }),

    /** @throws AppError `not_found`, `last_factor` */
    remove: (id: string, actor: StaffPrincipal): Promise<void> =>
      db.transaction(async (tx) => {
        const person = await getOwnRow(tx, actor.staffId)
        const passkeys = await listPasskeys(tx, person.id)
        const passkey = passkeys.find((one) => one.id === id)
        if (!passkey) throw new AppError('not_found')
        if (passkeys.length === 1 && !hasPassword(person)) throw new AppError('last_factor')
        const now = clock()
        await removePasskey(tx, id)
        await endStaffSessions(tx, person.id, now, actor.sessionId)
        await record(tx, 'staff_passkey_removed', actor, id)
        await notify(tx, person, 'passkeyRemoved', { name: passkey.name, now })
      }),
  }
}

/** With an authenticator app, which is never set without a password. */
const hasPassword = ({ passwordHash, encryptedTotpSecret }: StaffRow): boolean =>
  passwordHash !== null && encryptedTotpSecret !== null

/** Locks the person until the transaction ends. */
async function getOwnRow(tx: Tx, staffId: string): Promise<StaffRow> {
  const person = await lockStaffById(tx, staffId)
  if (!person) throw new AppError('not_logged_in')
  return person
}

const presentPasskey = ({ id, name, createdAt, lastUsedAt, isBackedUp }: PasskeyRow): Passkey => ({
  id,
  name,
  addedAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  isBackedUp,
})

const record = (tx: Tx, action: AuditAction, { staffId, sessionId }: StaffPrincipal, passkey: string) =>
  audit(tx, {
    actor: 'staff',
    action,
    by: { staffId, sessionId },
    subject: { kind: 'staff', id: staffId } as const,
    detail: { passkey },
  })

async function notify(
  tx: Tx,
  person: StaffRow,
  event: 'passkeyAdded' | 'passkeyRemoved',
  { name, now }: { name: string; now: Date },
) {
  const data = { name: person.name, event, device: name, at: now.toISOString() }
  await enqueue(tx, 'send_email', { email: 'staffNotice', to: person.email, data })
}
