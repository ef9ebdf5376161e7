// Invitations by email, and how they are accepted: a password and a first code, then ten recovery codes.

import type { StaffPrincipal } from '#server/platform/api/staff/staff-principal.ts'
import { AppError, createFieldsError } from '#server/platform/app-error.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/database/connection.ts'
import { hashPassword } from '#server/platform/encryption/password-hashing.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import type { RoleGrantInput } from '#shared/api/staff/session.ts'
import type { RoleGrant } from '#shared/staff/permissions.ts'
import { createRecoveryCodes, normalizeRecoveryCode } from '../sign-in/recovery-codes.ts'
import { endStaffSessions } from '../sign-in/session-store.ts'
import type { StaffDependencies } from '../sign-in/sign-in.ts'
import { createTotpSecret, createTotpUri, findTotpStep } from '../sign-in/totp.ts'
import {
  addProposal,
  addRoles,
  addStaff,
  findExerciseIds,
  findLink,
  findStaffByEmail,
  findStaffById,
  issueLink,
  listExercises,
  replaceRecoveryCodes,
  type StaffRow,
  saveCredentials,
  saveLinkSecret,
  voidLinks,
} from '../store.ts'

const hourMs = 3_600_000
const invitationHours = 72

export interface InvitationDependencies extends StaffDependencies {
  /** Whether many people use this password. */
  isCommonPassword: (password: string) => Promise<boolean>
  /** Where the staff's pages are. */
  staffUrl: string
}

export interface Invitation {
  email: string
  name: string
  roles: RoleGrantInput[]
}

export function createInvitationService(dependencies: InvitationDependencies) {
  const { staffDatabase, encryption, clock, isCommonPassword, staffUrl } = dependencies
  const { db } = staffDatabase

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

  /** Somebody who has not accepted yet is invited again; @throws AppError `staff_exists` for anybody else */
  async function ensureInvitee(tx: Tx, { email, name }: Invitation, createdBy: string): Promise<string> {
    const existing = await findStaffByEmail(tx, email)
    if (!existing) return addStaff(tx, { email, name, createdBy, now: clock() })
    if (existing.status !== 'invited') throw new AppError('staff_exists')
    return existing.id
  }

  return {
    /**
     * @returns the person's id, and that of the proposal when a role needs a second administrator
     * @throws AppError `staff_exists`, `invalid_request`
     */
    async invite(invitation: Invitation, { staffId: inviter, sessionId }: StaffPrincipal) {
      return db.transaction(async (tx) => {
        const grants = await resolveGrants(tx, invitation.roles)
        const now = clock()
        const staffId = await ensureInvitee(tx, invitation, inviter)
        const sensitive = grants.filter(isSensitiveRole)
        await addRoles(
          tx,
          staffId,
          grants.filter((grant) => !isSensitiveRole(grant)),
          { grantedBy: inviter },
        )
        const proposal =
          sensitive.length > 0
            ? await addProposal(tx, { staffId, change: { add: sensitive }, madeBy: inviter, now })
            : null
        const code = await issueLink(tx, { staffId, kind: 'invite', now, lifetimeMs: invitationHours * hourMs })
        const data = {
          name: invitation.name,
          codeEncrypted: encryption.encrypt(code).toString('base64'),
          staffUrl,
          validHours: invitationHours,
        }
        await enqueue(tx, 'send_email', { email: 'staffInvitation', to: invitation.email, data })
        await audit(tx, {
          actor: 'staff',
          action: 'staff_invited',
          by: { staffId: inviter, sessionId },
          subject: { kind: 'staff', id: staffId },
          detail: { roles: grants.map(({ role }) => role), ...(proposal && { proposal }) },
        })
        return { id: staffId, proposal }
      })
    },

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

/** Roles that a second administrator must approve. */
const isSensitiveRole = ({ role }: Pick<RoleGrant, 'role'>): boolean => role === 'admin' || role === 'dpo'

/** @throws AppError `invalid_request` for an unknown year, or a school for a role that has none; `roles_exclude` */
async function resolveGrants(tx: Tx, roles: readonly RoleGrantInput[]): Promise<RoleGrant[]> {
  const years = roles.flatMap(({ exercise }) => exercise ?? [])
  const ids = await findExerciseIds(tx, years)
  const errors = roles.flatMap(({ exercise, role, school, department }, index) => [
    ...(exercise && !ids.has(exercise)
      ? [{ path: `roles.${index}.exercise`, message: `There is no exercise of ${exercise}.` }]
      : []),
    ...((school || department) && role !== 'reviewer'
      ? [{ path: `roles.${index}.school`, message: 'Only a reviewer is limited to a school or department.' }]
      : []),
  ])
  if (errors.length > 0) throw createFieldsError('invalid_request', errors)
  if (new Set(roles.filter(isSensitiveRole).map(({ role }) => role)).size > 1) throw new AppError('roles_exclude')
  return roles.map(({ role, exercise, school, department }) => ({
    role,
    exerciseId: exercise ? (ids.get(exercise) ?? null) : null,
    school: school ?? null,
    department: department ?? null,
  }))
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
