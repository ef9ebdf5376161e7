// Administrators change the roles and the status of others. Roles that decide, approve or reveal need a
// second administrator.

import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { violatesConstraint } from '#server/database/errors.ts'
import { releaseCases } from '#server/domain/release-cases.ts'
import { releaseComplaints } from '#server/domain/release-complaints.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import type { StaffPersonDetails } from '#shared/api/staff/people.ts'
import type { RoleGrantInput } from '#shared/api/staff/session.ts'
import { isGivenByTwo, type RoleGrant } from '#shared/roles/permissions.ts'
import type { AuditAction } from '#shared/staff/labels/audit-actions.ts'
import { proposalTransitions } from '#shared/staff/proposals.ts'
import { assertSecondPerson, createSecondPersonCheck } from '../second-person.ts'
import { endStaffSession, endStaffSessions, listStaffSessions } from '../sign-in/session-store.ts'
import {
  addProposal,
  addRoles,
  countPasskeys,
  findProposal,
  issueLink,
  lockStaffById,
  type StaffRow,
  voidLinks,
} from '../store.ts'
import { assertReached } from './access.ts'
import { assertFewLinks, type InvitationDependencies, invitationHours, resolveGrants } from './invitations.ts'
import { presentPeople, type RoleChange, readChange } from './people-presenter.ts'
import { listRoles, lockProposal, readPerson, removeRoles, saveProposalDecision, updatePerson } from './people-store.ts'

export interface PersonChange {
  roles?: RoleGrantInput[] | undefined
  status?: 'active' | 'suspended' | 'left' | undefined
  /** As the administrator saw it. */
  version: number
}

const resetHours = 24
const hourMs = 3_600_000

/** Steps of a change, each within its transaction. */
function createChangeSteps({ clock }: Pick<InvitationDependencies, 'clock'>) {
  /** With what the person proposes: null when nobody else must approve it. */
  async function readRoleChange(tx: Tx, { id: staffId }: StaffRow, roles: RoleGrantInput[], actor: StaffPrincipal) {
    const held = await listRoles(tx, [staffId])
    const change = compareRoles(held, await resolveGrants(tx, roles, actor, held))
    const all = [...change.add, ...change.remove]
    const proposed = all.some(isGivenByTwo) ? { staffId, change: { ...change }, madeBy: actor.staffId } : null
    return { change, proposed, isNone: all.length === 0 }
  }

  /** Whether it is so already, or proposed, such as by a try whose answer was lost. */
  async function isDone(tx: Tx, person: StaffRow, { roles, status }: PersonChange, actor: StaffPrincipal) {
    if (status && status !== person.status) return false
    if (!roles) return true
    const { proposed, isNone } = await readRoleChange(tx, person, roles, actor)
    return isNone || (proposed !== null && (await findProposal(tx, proposed)) !== null)
  }

  /** Applies a change of roles, or proposes it when two administrators give one of the roles. @returns the proposal's id */
  async function changeRoles(tx: Tx, person: StaffRow, roles: RoleGrantInput[], actor: StaffPrincipal) {
    const { change, proposed, isNone } = await readRoleChange(tx, person, roles, actor)
    if (isNone) return null
    if (proposed) {
      const waiting = await findProposal(tx, proposed)
      if (waiting) return waiting
      const proposal = await addProposal(tx, { ...proposed, now: clock() })
      await record(tx, 'staff_change_proposed', person, actor, { ...describeChange(change), proposal })
      return proposal
    }
    await applyRoles(tx, person, change, { grantedBy: actor.staffId })
    await record(tx, 'staff_roles_changed', person, actor, describeChange(change))
    return null
  }

  async function applyRoles(
    tx: Tx,
    person: StaffRow,
    { add, remove }: RoleChange,
    approval: { grantedBy: string; approvedBy?: string },
  ) {
    const now = clock()
    await removeRoles(tx, person.id, remove)
    await addRoles(tx, person.id, add, approval)
    await releaseCases(tx, person.id)
    await releaseComplaints(tx, person.id)
    await endStaffSessions(tx, person.id, now)
    if (person.status !== 'active') return
    const data = { name: person.name, event: 'rolesChanged', device: '', at: now.toISOString() }
    await enqueue(tx, 'send_email', { email: 'staffNotice', to: person.email, data })
  }

  /** Who had not accepted the invitation when the account was suspended can be invited again. */
  async function letIn(tx: Tx, { id, passwordHash, status }: StaffRow): Promise<'active' | 'invited'> {
    if (passwordHash !== null || (await countPasskeys(tx, id)) > 0) return 'active'
    if (status !== 'invited') return 'invited'
    const message = 'This person has not accepted the invitation yet.'
    throw createFieldsError('invalid_request', [{ path: 'status', message }])
  }

  async function changeStatus(
    tx: Tx,
    person: StaffRow,
    status: NonNullable<PersonChange['status']>,
    actor: StaffPrincipal,
  ) {
    const now = clock()
    const to = status === 'active' ? await letIn(tx, person) : status
    await updatePerson(tx, person.id, { status: to, suspendedAt: status === 'active' ? null : now })
    if (status !== 'active') {
      await releaseCases(tx, person.id)
      await releaseComplaints(tx, person.id)
      await endStaffSessions(tx, person.id, now)
      await voidLinks(tx, person.id, now)
    }
    await record(tx, 'staff_status_changed', person, actor, { from: person.status, to })
  }

  return { isDone, changeRoles, applyRoles, changeStatus }
}

function createChangeService({ staffDatabase: { db }, clock }: InvitationDependencies) {
  const { isDone, changeRoles, applyRoles, changeStatus } = createChangeSteps({ clock })

  return {
    /**
     * @returns the new version, and the proposal's id when a second administrator must approve the roles
     * @throws AppError `not_found`, `changed_meanwhile`, `second_person_required` for the own account, `roles_exclude`,
     *   `last_administrator`, `invalid_request`
     */
    change: (id: string, given: PersonChange, actor: StaffPrincipal) =>
      withRoleErrors(() =>
        db.transaction(async (tx) => {
          const person = await getPerson(tx, id, actor)
          if (person.id === actor.staffId) throw new AppError('second_person_required')
          const { roles, status, version } = given
          if (person.version !== version && !(await isDone(tx, person, given, actor)))
            throw new AppError('changed_meanwhile', { data: { version: person.version } })
          const proposal = roles && (await changeRoles(tx, person, roles, actor))
          if (status && status !== person.status) await changeStatus(tx, person, status, actor)
          const newVersion = await updatePerson(tx, id)
          return { version: newVersion, ...(proposal && { proposal }) }
        }),
      ),

    /** @throws AppError `not_found`, `roles_exclude`, `last_administrator`, those of `assertSecondPerson` */
    decide: (proposalId: string, decision: 'approve' | 'decline', actor: StaffPrincipal) =>
      withRoleErrors(() =>
        db.transaction(async (tx) => {
          const proposal = await lockProposal(tx, proposalId)
          if (!proposal) throw new AppError('not_found')
          const person = await getPerson(tx, proposal.staffId, actor)
          if (decision === 'approve') {
            if (person.id === actor.staffId) throw new AppError('second_person_required')
            await assertSecondPerson(tx, actor, [proposal.madeBy], clock())
          }
          const change = readChange(proposal.change)
          if (decision === 'approve') {
            await applyRoles(tx, person, change, { grantedBy: proposal.madeBy, approvedBy: actor.staffId })
            await updatePerson(tx, person.id)
          }
          const { to: state } = proposalTransitions[decision]
          await saveProposalDecision(tx, proposalId, decision, { decidedBy: actor.staffId, decidedAt: clock() })
          const detail = { ...describeChange(change), proposal: proposalId }
          await record(tx, `staff_change_${state}`, person, actor, detail)
          return state
        }),
      ),
  }
}

export function createPeopleService(dependencies: InvitationDependencies) {
  const { staffDatabase, encryption, clock, staffUrl } = dependencies
  const { db } = staffDatabase

  return {
    ...createChangeService(dependencies),

    /** @throws AppError `not_found` */
    async describe(id: string, actor: StaffPrincipal): Promise<StaffPersonDetails> {
      await assertReached(db, id, actor)
      const found = await readPerson(db, id)
      const [person] = found ? await presentPeople(db, [found.person]) : []
      if (!found || !person) throw new AppError('not_found')
      const sessions = await listStaffSessions(db, id, clock())
      const isSecondPerson = await createSecondPersonCheck(db, actor, clock())
      return {
        ...person,
        proposals: person.proposals.map((proposal) => ({
          ...proposal,
          isSecondPerson: isSecondPerson([proposal.madeBy.id]),
        })),
        addedBy: found.addedBy,
        sessions: sessions.map(({ createdAt, lastSeenAt, ...session }) => ({
          ...session,
          startedAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
        })),
      }
    },

    /** @throws AppError `not_found` for one that has ended, or of somebody else */
    endSession: (id: string, sessionId: string, actor: StaffPrincipal): Promise<void> =>
      db.transaction(async (tx) => {
        const person = await getPerson(tx, id, actor)
        const sessions = await listStaffSessions(tx, id, clock())
        if (!sessions.some((session) => session.id === sessionId)) throw new AppError('not_found')
        await endStaffSession(tx, sessionId, clock())
        await record(tx, 'staff_session_ended', person, actor, { session: sessionId })
      }),

    /** Somebody who has not accepted the invitation gets a new one. @throws AppError `not_found`, `staff_not_active`, `too_many_emails` */
    sendResetLink: (id: string, actor: StaffPrincipal): Promise<void> =>
      db.transaction(async (tx) => {
        const person = await getPerson(tx, id, actor)
        if (person.status === 'suspended' || person.status === 'left') throw new AppError('staff_not_active')
        await assertFewLinks(tx, id, clock())
        const isReset = person.status === 'active'
        const kind = isReset ? ('reset' as const) : ('invite' as const)
        const validHours = isReset ? resetHours : invitationHours
        const code = await issueLink(tx, { staffId: id, kind, now: clock(), lifetimeMs: validHours * hourMs })
        const codeEncrypted = encryption.encrypt(code).toString('base64')
        const event = isReset ? 'signInReset' : 'invited'
        const data = { name: person.name, codeEncrypted, staffUrl, validHours, event }
        await enqueue(tx, 'send_email', { email: 'staffInvitation', to: person.email, data })
        await record(tx, 'staff_link_sent', person, actor, { kind })
      }),
  }
}

/** Locks the person until the transaction ends. @throws AppError `not_found` when the administrator does not reach the person */
async function getPerson(tx: Tx, id: string, actor: StaffPrincipal): Promise<StaffRow> {
  const person = await lockStaffById(tx, id)
  if (!person) throw new AppError('not_found')
  await assertReached(tx, id, actor)
  return person
}

const record = (
  tx: Tx,
  action: AuditAction,
  { id }: StaffRow,
  { staffId, sessionId }: StaffPrincipal,
  detail: Record<string, unknown>,
) => audit(tx, { actor: 'staff', action, by: { staffId, sessionId }, subject: { kind: 'staff', id }, detail })

const describeChange = ({ add, remove }: RoleChange) => ({
  added: add.map(({ role }) => role),
  removed: remove.map(({ role }) => role),
})

const pickGrant = ({ role, exerciseId, school, department }: RoleGrant): RoleGrant => ({
  role,
  exerciseId,
  school,
  department,
})
const writeGrant = (grant: RoleGrant) => JSON.stringify(pickGrant(grant))

function compareRoles(stored: { role: string }[], wanted: RoleGrant[]): RoleChange {
  const current = (stored as RoleGrant[]).map(pickGrant)
  const has = (grants: RoleGrant[], grant: RoleGrant) => grants.some((one) => writeGrant(one) === writeGrant(grant))
  return {
    add: wanted.filter((grant) => !has(current, grant)),
    remove: current.filter((grant) => !has(wanted, grant)),
  }
}

/** Triggers of the database guard the roles against two administrators who change them at once. */
async function withRoleErrors<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (violatesConstraint(error, 'staff_last_admin')) throw new AppError('last_administrator')
    if (violatesConstraint(error, 'staff_roles_apart')) throw new AppError('roles_exclude')
    throw error
  }
}
