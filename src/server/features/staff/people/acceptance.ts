// How a link is accepted: a password and a first code, then ten recovery codes.
import { AppError, createFieldsError } from '#server/platform/app-error.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/database/connection.ts'
import { hashPassword } from '#server/platform/encryption/password-hashing.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { createRecoveryCodes, normalizeRecoveryCode } from '../sign-in/recovery-codes.ts'
import { endStaffSessions } from '../sign-in/session-store.ts'
import { createTotpSecret, createTotpUri, findTotpStep } from '../sign-in/totp.ts'
import {
  findLink,
  findStaffById,
  listExercises,
  replaceRecoveryCodes,
  type StaffRow,
  saveCredentials,
  saveLinkSecret,
  voidLinks,
} from '../store.ts'
import type { InvitationDependencies } from './invitations.ts'

export function createAcceptanceService({
  staffDatabase: { db },
  encryption,
  clock,
  isCommonPassword,
}: InvitationDependencies) {
  /** Returns the person's TOTP secret, the same until the link was used. */
  async function ensureSecret(tx: Tx, link: NonNullable<Awaited<ReturnType<typeof findLink>>>): Promise<string> {
    if (link.encryptedTotpSecret) return encryption.decrypt(link.encryptedTotpSecret)
    const secret = createTotpSecret()
    await saveLinkSecret(tx, link.id, encryption.encrypt(secret))
    return secret
  }

  async function findUsableLink(tx: Tx, code: string) {
    const link = await findLink(tx, code, clock())
    const person = link && (await findStaffById(tx, link.staffId))
    if (!link || !person || person.status === 'suspended' || person.status === 'left')
      throw new AppError('invitation_invalid')
    return { link, person }
  }

  return {
    /** @throws AppError `invitation_invalid` */
    async open(code: string) {
      return db.transaction(async (tx) => {
        const { link, person } = await findUsableLink(tx, code)
        const totpSecret = await ensureSecret(tx, link)
        const [newest] = await listExercises(tx)
        const issuer = `${newest?.shortName ?? 'Recruitment'} staff`
        const { email, name } = person
        return { kind: link.kind, email, name, totpSecret, totpUri: createTotpUri(totpSecret, { issuer, email }) }
      })
    },

    /**
     * Sets the password and the authenticator app, and ends every earlier session.
     * @returns the recovery codes, which cannot be read again
     * @throws AppError `invitation_invalid`, `password_refused`, `code_refused`
     */
    async accept({
      code,
      password,
      totpCode,
    }: {
      code: string
      password: string
      totpCode: string
    }): Promise<string[]> {
      const { person: invited } = await db.transaction((tx) => findUsableLink(tx, code))
      await assertAllowedPassword(password, invited, isCommonPassword)
      // Before the transaction, because hashing takes its time.
      const passwordHash = await hashPassword(password)
      return db.transaction(async (tx) => {
        const { link, person } = await findUsableLink(tx, code)
        const secret = await ensureSecret(tx, link)
        const now = clock()
        const step = findTotpStep(secret, totpCode, now)
        if (step === null) throw new AppError('code_refused')
        const codes = createRecoveryCodes()
        const encryptedTotpSecret = encryption.encrypt(secret)
        await saveCredentials(tx, person.id, { passwordHash, encryptedTotpSecret, totpLastStep: step })
        await replaceRecoveryCodes(tx, person.id, codes.map(normalizeRecoveryCode))
        await voidLinks(tx, person.id, now)
        await endStaffSessions(tx, person.id, now)
        const action = link.kind === 'invite' ? 'staff_invitation_accepted' : 'staff_credentials_reset'
        await audit(tx, { actor: 'staff', action, by: { staffId: person.id, sessionId: null } })
        if (link.kind === 'reset') {
          const data = { name: person.name, event: 'credentialsChanged', device: '', at: now.toISOString() }
          await enqueue(tx, 'send_email', { email: 'staffNotice', to: person.email, data })
        }
        return codes
      })
    },
  }
}

/** One short text over and over. */
const isRepetitive = (password: string) => /^(.{1,8})\1+$/u.test(password)

async function assertAllowedPassword(
  password: string,
  { email, name }: Pick<StaffRow, 'email' | 'name'>,
  isCommonPassword: InvitationDependencies['isCommonPassword'],
) {
  const typed = password.toLowerCase()
  const isPersonal =
    typed.includes(email.toLowerCase()) || typed.replace(/\s/g, '') === name.toLowerCase().replace(/\s/g, '')
  const message = isPersonal
    ? 'Do not use your name or email address as the password.'
    : isRepetitive(typed) || (await isCommonPassword(password))
      ? 'This password is too common and would be guessed. Choose another one.'
      : null
  if (message) throw createFieldsError('password_refused', [{ path: 'password', message }])
}
