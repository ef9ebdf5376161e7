// Invitations by email.

import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { violatesConstraint } from '#server/database/errors.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import type { RoleGrantInput } from '#shared/api/staff/session.ts'
import { isGivenByTwo, type RoleGrant } from '#shared/roles/permissions.ts'
import type { PasskeyDependencies } from '../passkeys/passkey-sign-in.ts'
import {
  addProposal,
  addRoles,
  addStaff,
  countLinks,
  findExerciseIds,
  findProposal,
  findStaffByEmail,
  issueLink,
  listPostPlaces,
  lockStaffById,
} from '../store.ts'
import { canManage } from './access.ts'
import { isReached } from './reach-store.ts'

const hourMs = 3_600_000
export const invitationHours = 72

export type InvitationDependencies = PasskeyDependencies

export interface Invitation {
  email: string
  name: string
  roles: RoleGrantInput[]
}

const maxLinksAnHour = 10

/** Of a person who is locked: one administrator must not fill a mailbox. @throws AppError `too_many_emails` */
export async function assertFewLinks(tx: Tx, staffId: string, now: Date): Promise<void> {
  if ((await countLinks(tx, staffId, new Date(now.getTime() - hourMs))) < maxLinksAnHour) return
  const message = 'This person was sent ten links within an hour. Wait a while before you send another one.'
  throw new AppError('too_many_emails', { retryAfter: 600, message })
}

export function createInvitationService(dependencies: InvitationDependencies) {
  const { staffDatabase, encryption, clock, staffUrl } = dependencies
  const { db } = staffDatabase

  /** Somebody who has not accepted yet is invited again; @throws AppError `staff_exists` for anybody else */
  async function ensureInvitee(tx: Tx, { email, name }: Invitation, actor: StaffPrincipal): Promise<string> {
    const found = await findStaffByEmail(tx, email)
    // The invitation may be accepted at this moment.
    const existing = found && (await lockStaffById(tx, found.id))
    if (!existing) return addInvitee(tx, { email, name, createdBy: actor.staffId, now: clock() })
    if (existing.status !== 'invited' || !(await isReached(tx, existing.id, actor))) throw new AppError('staff_exists')
    return existing.id
  }

  return {
    /**
     * @returns the person's id, and that of the proposal when a role needs a second administrator
     * @throws AppError `staff_exists`, `invalid_request`, `too_many_emails`
     */
    async invite(invitation: Invitation, actor: StaffPrincipal) {
      const { staffId: inviter, sessionId } = actor
      return db.transaction(async (tx) => {
        const grants = await resolveGrants(tx, invitation.roles, actor)
        const now = clock()
        const staffId = await ensureInvitee(tx, invitation, actor)
        await assertFewLinks(tx, staffId, now)
        const sensitive = grants.filter(isGivenByTwo)
        await addRoles(
          tx,
          staffId,
          grants.filter((grant) => !isGivenByTwo(grant)),
          { grantedBy: inviter },
        )
        const proposed = { staffId, change: { add: sensitive }, madeBy: inviter }
        const proposal =
          sensitive.length > 0
            ? ((await findProposal(tx, proposed)) ?? (await addProposal(tx, { ...proposed, now })))
            : null
        const code = await issueLink(tx, { staffId, kind: 'invite', now, lifetimeMs: invitationHours * hourMs })
        const data = {
          name: invitation.name,
          codeEncrypted: encryption.encrypt(code).toString('base64'),
          staffUrl,
          validHours: invitationHours,
          event: 'invited',
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
  }
}

/** @throws AppError `staff_exists` for somebody whom a colleague has invited at the same time */
async function addInvitee(...given: Parameters<typeof addStaff>): Promise<string> {
  try {
    return await addStaff(...given)
  } catch (error) {
    if (!['staff_email', 'staff_email_lower'].some((name) => violatesConstraint(error, name))) throw error
    throw new AppError('staff_exists')
  }
}

const toErrors = (path: string, message: string | null) => (message === null ? [] : [{ path, message }])

/**
 * @param actor who gives the roles: within the own exercise alone
 * @param held roles that the person has: one of them is kept when its school has gone from the exercise since
 * @throws AppError `invalid_request` for an unknown year, school or department, or a school for a role that has none;
 *   `roles_exclude`
 */
export async function resolveGrants(
  tx: Tx,
  roles: readonly RoleGrantInput[],
  actor: Pick<StaffPrincipal, 'grants'>,
  held: readonly Omit<RoleGrant, 'role'>[] = [],
): Promise<RoleGrant[]> {
  const years = roles.flatMap(({ exercise }) => exercise ?? [])
  const ids = await findExerciseIds(tx, years)
  const checkExercise = (exercise: number | null | undefined) => {
    if (exercise && !ids.has(exercise)) return `There is no exercise of ${exercise}.`
    const exerciseId = exercise ? (ids.get(exercise) ?? null) : null
    return canManage(actor, [{ exerciseId }]) ? null : 'You can give roles in your own exercise only.'
  }
  const errors = roles.flatMap(({ exercise, role, school, department }, index) => [
    ...toErrors(`roles.${index}.exercise`, checkExercise(exercise)),
    ...((school || department) && role !== 'reviewer'
      ? [{ path: `roles.${index}.school`, message: 'Only a reviewer is limited to a school or department.' }]
      : []),
  ])
  if (errors.length > 0) throw createFieldsError('invalid_request', errors)
  const has = (wanted: RoleGrant['role']) => roles.some(({ role }) => role === wanted)
  if (has('admin') && has('dpo')) throw new AppError('roles_exclude')
  const grants = roles.map(({ role, exercise, school, department }) => ({
    role,
    exerciseId: exercise ? (ids.get(exercise) ?? null) : null,
    school: school ?? null,
    department: department ?? null,
  }))
  await assertPlacesExist(tx, grants, held)
  return grants
}

type Place = Omit<RoleGrant, 'role'>

const isSamePlace = (one: Place, other: Place) =>
  one.exerciseId === other.exerciseId && one.school === other.school && one.department === other.department

/** Such a role would match no application. */
async function assertPlacesExist(tx: Tx, grants: readonly Place[], held: readonly Place[]): Promise<void> {
  if (grants.every(({ school, department }) => school === null && department === null)) return
  const places = await listPostPlaces(tx)
  const errors = grants.flatMap((grant, index) => {
    const { exerciseId, school, department } = grant
    if (held.some((one) => isSamePlace(one, grant))) return []
    const ofExercise = places.filter((place) => exerciseId === null || place.exerciseId === exerciseId)
    const ofSchool = ofExercise.filter((place) => school === null || place.school === school)
    if (school !== null && ofSchool.length === 0)
      return [{ path: `roles.${index}.school`, message: `There is no school ${school} in the exercise.` }]
    if (department !== null && !ofSchool.some((place) => place.department === department))
      return [{ path: `roles.${index}.department`, message: `There is no department ${department} in the school.` }]
    return []
  })
  if (errors.length > 0) throw createFieldsError('invalid_request', errors)
}
