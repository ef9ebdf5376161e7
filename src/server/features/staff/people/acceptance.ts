// How a link is accepted: with a password and a first code, or with a passkey. Then come ten recovery codes.

import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { hashPassword, passwordChangeLimiter } from '#server/platform/encryption/password-hashing.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import type { NewPasskeyAnswer } from '#shared/api/staff/passkeys.ts'
import { createPasskeyMaker } from '../passkeys/own-passkeys.ts'
import { addPasskey, removeAllPasskeys } from '../passkeys/passkey-store.ts'
import { rememberNetwork, type StaffClient } from '../sign-in/begin-session.ts'
import { endAttempts } from '../sign-in/challenge-store.ts'
import { assertAllowedPassword } from '../sign-in/own-password.ts'
import { createRecoveryCodes, normalizeRecoveryCode } from '../sign-in/recovery-codes.ts'
import { endStaffSessions } from '../sign-in/session-store.ts'
import { createTotpSecret, createTotpUri, findTotpStep } from '../sign-in/totp.ts'
import {
  getLoginName,
  listExercises,
  lockLink,
  replaceRecoveryCodes,
  saveCredentials,
  saveLinkSecret,
  voidLinks,
} from '../store.ts'
import type { InvitationDependencies } from './invitations.ts'

export interface PasswordAcceptance {
  code: string
  password: string
  totpCode: string
}

export interface PasskeyAcceptance {
  code: string
  passkey: NewPasskeyAnswer
}

type UsableLink = NonNullable<Awaited<ReturnType<typeof lockLink>>>

export interface Accepted {
  email: string
  recoveryCodes: string[]
}

type Enrolment = (tx: Tx, usable: UsableLink) => Promise<{ factor: 'totp' | 'passkey' }>

export function createAcceptanceService(dependencies: InvitationDependencies) {
  const { staffDatabase, encryption, clock } = dependencies
  const { db } = staffDatabase
  const passkeyMaker = createPasskeyMaker(dependencies)
  const accept = createAcceptance(dependencies)

  /** Returns the person's TOTP secret, the same until the link was used. */
  async function ensureSecret(tx: Tx, link: UsableLink['link']): Promise<string> {
    if (link.encryptedTotpSecret) return encryption.decrypt(link.encryptedTotpSecret)
    const secret = createTotpSecret()
    await saveLinkSecret(tx, link.id, encryption.encrypt(secret))
    return secret
  }

  async function acceptWithPassword({ code, password, totpCode }: PasswordAcceptance, client: StaffClient) {
    const { person: invited } = await db.transaction((tx) => findUsableLink(tx, code, clock()))
    await assertAllowedPassword(db, password, invited)
    // Before the transaction, because hashing takes its time.
    const passwordHash = await passwordChangeLimiter.run(() => hashPassword(password), { key: invited.id })
    return accept(code, client, async (tx, { link, person }) => {
      const secret = await ensureSecret(tx, link)
      const step = findTotpStep(secret, totpCode, clock())
      if (step === null) throw new AppError('code_refused')
      const encryptedTotpSecret = encryption.encrypt(secret)
      await saveCredentials(tx, person.id, { passwordHash, encryptedTotpSecret, totpLastStep: step })
      return { factor: 'totp' }
    })
  }

  async function acceptWithPasskey({ code, passkey: answer }: PasskeyAcceptance, client: StaffClient) {
    const { link: invited } = await db.transaction((tx) => findUsableLink(tx, code, clock()))
    const passkey = await passkeyMaker.verify(answer, invited.id)
    return accept(code, client, async (tx, { person }) => {
      await saveCredentials(tx, person.id, { passwordHash: null, encryptedTotpSecret: null, totpLastStep: null })
      const row = await addPasskey(tx, { ...passkey, staffId: person.id, name: client.device, createdAt: clock() })
      if (!row) throw new AppError('passkey_exists')
      return { factor: 'passkey' }
    })
  }

  return {
    /** @throws AppError `invitation_invalid` */
    async open(code: string) {
      return db.transaction(async (tx) => {
        const { link, person } = await findUsableLink(tx, code, clock())
        const totpSecret = await ensureSecret(tx, link)
        const [newest] = await listExercises(tx)
        const issuer = `${newest?.shortName ?? 'Recruitment'} staff`
        const { email, name } = person
        return { kind: link.kind, email, name, totpSecret, totpUri: createTotpUri(totpSecret, { issuer, email }) }
      })
    },

    /** Options for a passkey that accepts the link. @throws AppError `invitation_invalid`, `passkeys_unavailable` */
    async preparePasskey(code: string) {
      const { link, person } = await db.transaction((tx) => findUsableLink(tx, code, clock()))
      // Those that the person has until now are removed with the acceptance: their authenticators may make new ones.
      return passkeyMaker.prepare({ person, boundTo: link.id, passkeys: [] })
    },

    /**
     * Replaces everything with which the person could sign in, and ends every earlier session. No count of wrong passwords
     * and codes keeps the person from signing in afterwards.
     * @returns the person's email address, and the recovery codes, which cannot be read again
     * @throws AppError `invitation_invalid`, `password_refused`, `code_refused`, `passkey_not_made`, `passkey_exists`
     */
    accept: (input: PasswordAcceptance | PasskeyAcceptance, client: StaffClient): Promise<Accepted> =>
      'passkey' in input ? acceptWithPasskey(input, client) : acceptWithPassword(input, client),
  }
}

/** Uses a link up once `enrol` has stored what the person has chosen. */
function createAcceptance(dependencies: InvitationDependencies) {
  const { staffDatabase, throttle, clock } = dependencies

  const useLink = (code: string, { address }: StaffClient, enrol: Enrolment) =>
    staffDatabase.db.transaction(async (tx) => {
      const now = clock()
      const usable = await findUsableLink(tx, code, now)
      const { link, person } = usable
      await removeAllPasskeys(tx, person.id)
      const { factor } = await enrol(tx, usable)
      const codes = createRecoveryCodes()
      await replaceRecoveryCodes(tx, person.id, codes.map(normalizeRecoveryCode))
      await voidLinks(tx, person.id, now)
      await endStaffSessions(tx, person.id, now)
      await endAttempts(tx, person.id, now)
      await rememberNetwork(tx, person, address, dependencies)
      const action = link.kind === 'invite' ? 'staff_invitation_accepted' : 'staff_credentials_reset'
      await audit(tx, { actor: 'staff', action, by: { staffId: person.id, sessionId: null }, detail: { factor } })
      if (link.kind === 'reset') {
        const data = { name: person.name, event: 'credentialsChanged', device: '', at: now.toISOString() }
        await enqueue(tx, 'send_email', { email: 'staffNotice', to: person.email, data })
      }
      return { person, recoveryCodes: codes }
    })

  return async (code: string, client: StaffClient, enrol: Enrolment): Promise<Accepted> => {
    const { person, recoveryCodes } = await useLink(code, client, enrol)
    await throttle.clear({ id: person.id, loginName: getLoginName(person) }, client.address)
    return { email: person.email, recoveryCodes }
  }
}

/** Locks both until the transaction ends. @throws AppError `invitation_invalid` */
async function findUsableLink(tx: Tx, code: string, now: Date): Promise<UsableLink> {
  const found = await lockLink(tx, code, now)
  if (!found || found.person.status === 'suspended' || found.person.status === 'left')
    throw new AppError('invitation_invalid')
  return found
}
