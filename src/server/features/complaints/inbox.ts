// The staff's inbox: complaints with their answers, which go out by email, and notes, which stay inside.

import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { isRetryOf } from '#server/domain/retries.ts'
import { findScopeRefusal } from '#server/domain/scope.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit, auditView } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import type { ComplaintThread } from '#shared/api/staff/complaints.ts'
import { isEmail } from '#shared/forms/field.ts'
import type { complaintStates } from '#shared/lists/complaints.ts'
import { listGrantsIn, listScopes, permissionRules, type RoleGrant, type StaffRole } from '#shared/roles/permissions.ts'
import { type ComplaintCategory, excerptLength, presentComplaints } from './list-store.ts'
import {
  addMessage,
  type ComplaintRecord,
  findAccountToLink,
  findComplaint,
  findNewestMessage,
  listMessages,
  listOfSender,
  listStaffWithRoles,
  lockComplaint,
  updateComplaint,
} from './staff-store.ts'

/** Other complaints of the sender on the page of one. */
const maxOthers = 20

const answeringRoles = Object.keys(permissionRules['complaint:answer'].roles) as StaffRole[]

export type Inbox = ReturnType<typeof createInbox>

export interface ComplaintMessage {
  direction: 'out' | 'note'
  body: string
  /** As the person saw the complaint. */
  version?: number | undefined
}

export interface ComplaintEdit {
  state?: keyof typeof complaintStates | undefined
  assignedTo?: string | null | undefined
  category?: ComplaintCategory | undefined
  /** The user ID of the applicant to whom it is linked. */
  applicant?: string | undefined
  /** As the person saw it. */
  version: number
}

export function createInbox({ staffDatabase: { db }, clock }: InboxDependencies) {
  return {
    /** To whom a complaint can be given: who answers in an exercise of this person. */
    async listAssignees({ grants }: StaffPrincipal) {
      const own = listScopes(grants, 'complaint:assign')
      const people = await listStaffWithRoles(db, answeringRoles)
      const isColleague = (grant: RoleGrant) =>
        own.some(({ exerciseId }) => listGrantsIn([grant], exerciseId).length > 0)
      return people.filter((person) => person.grants.some(isColleague)).map(({ id, name }) => ({ id, name }))
    },

    /** Null for what the person does not answer. */
    async find(number: string, actor: StaffPrincipal) {
      const { complaint } = (await findComplaint(db, number, actor)) ?? {}
      return complaint
        ? { number, sender: complaint.fullName ?? complaint.userId ?? '', accountId: complaint.accountId }
        : null
    },

    /** @throws AppError `not_found` */
    async read(number: string, actor: StaffPrincipal): Promise<ComplaintThread> {
      const { complaint } = await getComplaint(db, number, actor)
      const { accountId } = complaint
      await auditView(db, { action: 'complaint_viewed', accountId, subject: toSubject(number), by: actor }, clock())
      return readThread(db, number, actor)
    },

    /**
     * An answer goes to the account's own address, or to the one that was typed.
     * @throws AppError `not_found`, `no_address`, `changed_meanwhile` with the newest one
     */
    answer: (
      number: string,
      { version: seen, ...message }: ComplaintMessage,
      actor: StaffPrincipal,
    ): Promise<ComplaintThread> =>
      db.transaction(async (tx) => {
        const record = await getComplaint(tx, number, actor)
        const { id, version } = record.complaint
        // Of answers at the same moment the version lets one through.
        if (message.direction === 'note') await lockComplaint(tx, id)
        if (await hasAdded(tx, record, { version: seen, ...message }, { staffId: actor.staffId, now: clock() }))
          return readThread(tx, number, actor)
        if (message.direction === 'out' && seen !== undefined && seen !== version)
          throw new AppError('changed_meanwhile', { data: await readThread(tx, number, actor) })
        await addMessage(tx, { complaintId: id, staffId: actor.staffId, at: clock(), ...message })
        if (message.direction === 'out') {
          if (!getAddress(record)) throw new AppError('no_address')
          await sendAnswer(tx, record, message.body)
          if (!(await updateComplaint(tx, { id, version }, { state: 'answered' })))
            throw new AppError('changed_meanwhile')
        }
        const action = message.direction === 'out' ? 'complaint_answered' : 'complaint_note_added'
        await audit(tx, {
          actor: 'staff',
          action,
          accountId: record.complaint.accountId,
          by: actor,
          subject: toSubject(number),
        })
        return readThread(tx, number, actor)
      }),

    /** @throws AppError `not_found`, `changed_meanwhile` with the newest one */
    change: (number: string, edit: ComplaintEdit, actor: StaffPrincipal): Promise<ComplaintThread> =>
      db.transaction((tx) => changeComplaint(tx, number, edit, actor)),
  }
}

/** Whether a try whose answer was lost has added it: the newest one is the same, of the same person. */
async function hasAdded(
  tx: Tx,
  { complaint }: ComplaintRecord,
  { direction, body, version }: ComplaintMessage,
  { staffId, now }: { staffId: string; now: Date },
): Promise<boolean> {
  const newest = await findNewestMessage(tx, complaint.id, direction)
  if (newest?.staffId !== staffId || newest.body !== body || !isRetryOf(newest.at, now)) return false
  // An answer at the version that is known is another one, which says the same again.
  return direction === 'note' || (version !== undefined && version !== complaint.version)
}

async function changeComplaint(
  tx: Tx,
  number: string,
  { version, applicant, ...given }: ComplaintEdit,
  actor: StaffPrincipal,
): Promise<ComplaintThread> {
  const { complaint } = await getComplaint(tx, number, actor)
  const change = { ...given, ...(applicant !== undefined && (await findLinkedAccount(tx, applicant, actor))) }
  if (change.assignedTo) await assertAssignable(tx, number, change.assignedTo)
  const isSame = Object.entries(change).every(
    ([column, value]) => complaint[column as keyof typeof complaint] === value,
  )
  // Also by a try whose answer was lost.
  if (isSame) return readThread(tx, number, actor)
  if (!(await updateComplaint(tx, { id: complaint.id, version }, change)))
    throw new AppError('changed_meanwhile', { data: await readThread(tx, number, actor) })
  const detail = { columns: Object.keys(change), ...(change.state && { state: change.state }) }
  const accountId = change.accountId ?? complaint.accountId
  await audit(tx, {
    actor: 'staff',
    action: 'complaint_changed',
    accountId,
    by: actor,
    subject: toSubject(number),
    detail,
  })
  return readThread(tx, number, actor)
}

interface InboxDependencies {
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
}

/** @throws AppError `invalid_request` for somebody who does not answer this complaint */
async function assertAssignable(tx: Tx, number: string, staffId: string): Promise<void> {
  const [person] = await listStaffWithRoles(tx, answeringRoles, staffId)
  if (person && (await findComplaint(tx, number, { staffId, grants: person.grants }))) return
  const message = 'This person cannot open the complaint.'
  throw createFieldsError('invalid_request', [{ path: 'assignedTo', message }])
}

/** @throws AppError `invalid_request` when there is no such applicant within the person's scope */
async function findLinkedAccount(tx: Tx, typed: string, actor: StaffPrincipal) {
  const account = await findAccountToLink(tx, typed)
  if (account && (await findScopeRefusal(tx, account, 'complaint:assign', actor)) === null) {
    const { accountId, userId } = account
    return { accountId, userId }
  }
  const message = 'There is no applicant with this user ID.'
  throw createFieldsError('invalid_request', [{ path: 'applicant', message }])
}

const toSubject = (number: string) => ({ kind: 'complaint', id: number }) as const

/** @throws AppError `not_found` when there is none that the person answers */
async function getComplaint(tx: Tx, number: string, actor: StaffPrincipal): Promise<ComplaintRecord> {
  const record = await findComplaint(tx, number, actor)
  if (!record) throw new AppError('not_found')
  return record
}

async function readThread(tx: Tx, number: string, actor: StaffPrincipal): Promise<ComplaintThread> {
  // A person who has just given it another category may not answer it any more.
  const record = await findComplaint(tx, number)
  if (!record) throw new AppError('not_found')
  const messages = await listMessages(tx, record.complaint.id)
  const ofSender = await listOfSender(tx, number, { reader: actor, limit: maxOthers + 2 })
  const others = ofSender.filter(({ complaint }) => complaint.number !== number)
  const [row] = await presentComplaints(tx, [{ ...record.complaint, person: record.person }], actor)
  if (!row) throw new AppError('not_found')
  return {
    ...row,
    email: record.complaint.email,
    text: record.complaint.complaint,
    isLinked: record.complaint.accountId !== null,
    canAnswer: getAddress(record) !== null,
    messages: messages.map(({ direction, body, person, at }) => ({ direction, body, person, at: at.toISOString() })),
    others: others.slice(0, maxOthers).map(({ complaint }) => ({
      number: complaint.number ?? '',
      state: complaint.state,
      receivedAt: complaint.createdAt.toISOString(),
      excerpt: complaint.complaint.slice(0, excerptLength),
    })),
    moreOthers: others.length > maxOthers,
  }
}

/** With an account only its own address counts, never one that was typed beside it; nor does what is no address. */
const getAddress = ({ complaint, accountEmail }: ComplaintRecord): string | null => {
  if (complaint.accountId) return accountEmail
  return !complaint.userId && isEmail(complaint.email ?? '') ? complaint.email : null
}

async function sendAnswer(tx: Tx, { complaint }: ComplaintRecord, text: string): Promise<void> {
  const to = complaint.accountId ? { accountId: complaint.accountId } : { to: complaint.email ?? '' }
  await enqueue(tx, 'send_email', { email: 'complaintAnswered', ...to, data: { number: complaint.number, text } })
}
