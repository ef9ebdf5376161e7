// The staff's inbox: complaints with their answers, which go out by email, and notes, which stay inside.

import type { Database, Tx } from '#server/database/connection.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { AppError, createFieldsError } from '#server/platform/app-error.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import type { ExportableRows } from '#server/providers/files/export/table-exporter.ts'
import { type ComplaintRow, type ComplaintThread, complaintListFilter } from '#shared/api/staff/complaints.ts'
import type { complaintStates } from '#shared/lists/columns.ts'
import { listValueKeys } from '#shared/lists/exports/export-tables.ts'
import { listExportedExercises } from '#shared/lists/exports/exported-lists.ts'
import { listLimits, permissionRules, type RoleGrant, type StaffRole } from '#shared/roles/permissions.ts'
import {
  addMessage,
  type ComplaintCategory,
  type ComplaintFilter,
  type ComplaintPage,
  type ComplaintRecord,
  compileComplaintList,
  countComplaints,
  countUnanswered,
  excerptLength,
  findAccountToLink,
  findComplaint,
  isActiveStaff,
  listComplaints,
  listMessages,
  listStaffWithRoles,
  updateComplaint,
} from './staff-store.ts'

/** Counting further would take longer than the list itself. */
const maxCount = 1_000

/** Between the number that a page ends with and that of the first one of all pages. */
const cursorSeparator = '~'
/** Other complaints of the sender on the page of one. */
const maxOthers = 20

interface ListQuery extends Omit<ComplaintFilter, 'categories'>, Pick<ComplaintPage, 'sort' | 'limit'> {
  after?: string | undefined
  /** One row for each sender. */
  grouped?: 'yes' | undefined
}

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
    exported: exportedComplaints,

    /** Those that the person may answer. */
    async list({ after: cursor, grouped, ...query }: ListQuery, by: StaffPrincipal) {
      const { sort, limit, ...given } = query
      const filter = { ...given, categories: listCategories(by) }
      const [after, first] = cursor?.split(cursorSeparator) ?? []
      const isGrouped = grouped === 'yes'
      const found = await listComplaints(db, filter, { sort, isGrouped, first, after, limit: limit + 1 })
      const total = await countComplaints(db, filter, maxCount + 1)
      const rows = await presentRows(db, found.slice(0, limit), filter.categories)
      const next = [rows.at(-1)?.number, first ?? rows[0]?.number].join(cursorSeparator)
      return {
        rows,
        next: found.length > limit ? next : null,
        count: { value: Math.min(total, maxCount), more: total > maxCount },
      }
    },

    /** To whom a complaint can be given. */
    listAssignees: () => listStaffWithRoles(db, Object.keys(permissionRules['complaint:answer'].roles) as StaffRole[]),

    /** @throws AppError `not_found` */
    async read(number: string, by: StaffPrincipal): Promise<ComplaintThread> {
      await getComplaint(db, number, by)
      return readThread(db, number, by)
    },

    /**
     * An answer goes to the account's own address, or to the one that was typed.
     * @throws AppError `not_found`, `no_address`, `changed_meanwhile` with the newest one
     */
    answer: (
      number: string,
      { version: seen, ...message }: ComplaintMessage,
      by: StaffPrincipal,
    ): Promise<ComplaintThread> =>
      db.transaction(async (tx) => {
        const record = await getComplaint(tx, number, by)
        const { id, version } = record.complaint
        if (message.direction === 'out' && seen !== undefined && seen !== version)
          throw new AppError('changed_meanwhile', { data: await readThread(tx, number, by) })
        await addMessage(tx, { complaintId: id, staffId: by.staffId, at: clock(), ...message })
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
          by,
          subject: toSubject(number),
        })
        return readThread(tx, number, by)
      }),

    /** @throws AppError `not_found`, `changed_meanwhile` with the newest one */
    change: (number: string, edit: ComplaintEdit, by: StaffPrincipal): Promise<ComplaintThread> =>
      db.transaction((tx) => changeComplaint(tx, number, edit, by)),
  }
}

const exportedComplaints: ExportableRows = {
  async describeTables({ exerciseId, filter, staffId, grants }, tables) {
    const { sort, mine, ...given } = complaintListFilter.parse(filter)
    const exported = {
      ...given,
      ...(mine && { assignedTo: staffId }),
      categories: listCategories({ grants }),
      exerciseIds: listExportedExercises(grants, exerciseId),
    }
    return tables.map((table) => ({
      table,
      statement: compileComplaintList(exported, { sort, keys: listValueKeys(table) }),
    }))
  },
}

async function changeComplaint(
  tx: Tx,
  number: string,
  { version, applicant, ...given }: ComplaintEdit,
  by: StaffPrincipal,
): Promise<ComplaintThread> {
  const { complaint } = await getComplaint(tx, number, by)
  const change = { ...given, ...(applicant !== undefined && (await findLinkedAccount(tx, applicant))) }
  if (change.assignedTo && !(await isActiveStaff(tx, change.assignedTo)))
    throw createFieldsError('invalid_request', [{ path: 'assignedTo', message: 'This person cannot sign in.' }])
  if (!(await updateComplaint(tx, { id: complaint.id, version }, change)))
    throw new AppError('changed_meanwhile', { data: await readThread(tx, number, by) })
  const detail = { columns: Object.keys(change), ...(change.state && { state: change.state }) }
  const accountId = change.accountId ?? complaint.accountId
  await audit(tx, {
    actor: 'staff',
    action: 'complaint_changed',
    accountId,
    by,
    subject: toSubject(number),
    detail,
  })
  return readThread(tx, number, by)
}

interface InboxDependencies {
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
}

/** @throws AppError `invalid_request` when there is no such applicant */
async function findLinkedAccount(tx: Tx, userId: string) {
  const account = await findAccountToLink(tx, userId)
  if (account) return account
  const message = 'There is no applicant with this user ID.'
  throw createFieldsError('invalid_request', [{ path: 'applicant', message }])
}

const toSubject = (number: string) => ({ kind: 'complaint', id: number })

/** @throws AppError `not_found` when there is none, or it is not of the person's categories */
async function getComplaint(tx: Tx, number: string, by: StaffPrincipal): Promise<ComplaintRecord> {
  const record = await findComplaint(tx, number)
  const categories = listCategories(by)
  const { category = null } = record?.complaint ?? {}
  if (!record || (categories && !(category && categories.includes(category)))) throw new AppError('not_found')
  return record
}

const categoryOfLimit: Readonly<Record<string, ComplaintCategory>> = { money: 'payment', data: 'details' }

/** The bursar answers about money, the data protection officer about data; null for those who answer all. */
const listCategories = ({ grants }: { grants: readonly RoleGrant[] }): ComplaintCategory[] | null =>
  listLimits(grants, 'complaint:answer')?.flatMap((limit) => categoryOfLimit[limit] ?? []) ?? null

async function readThread(tx: Tx, number: string, by: StaffPrincipal): Promise<ComplaintThread> {
  const record = await findComplaint(tx, number)
  if (!record) throw new AppError('not_found')
  const categories = listCategories(by)
  const messages = await listMessages(tx, record.complaint.id)
  const ofSender = await listComplaints(tx, { sender: number, categories }, { sort: '-received', limit: maxOthers + 2 })
  const others = ofSender.filter(({ complaint }) => complaint.number !== number)
  const [row] = await presentRows(tx, [record], categories)
  if (!row) throw new AppError('not_found')
  return {
    ...row,
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

/** With an account only its own address counts, never one that was typed beside it. */
const getAddress = ({ complaint, accountEmail }: ComplaintRecord): string | null => {
  if (complaint.accountId) return accountEmail
  return complaint.userId ? null : complaint.email
}

async function sendAnswer(tx: Tx, { complaint }: ComplaintRecord, text: string): Promise<void> {
  const to = complaint.accountId ? { accountId: complaint.accountId } : { to: complaint.email ?? '' }
  await enqueue(tx, 'send_email', { email: 'complaintAnswered', ...to, data: { number: complaint.number, text } })
}

async function presentRows(
  tx: Tx,
  records: readonly ComplaintRecord[],
  categories: ComplaintFilter['categories'],
): Promise<ComplaintRow[]> {
  const senders = records.flatMap(({ complaint }) => complaint.sender ?? [])
  const counts = await countUnanswered(tx, senders, categories)
  return records.map((record) => presentRow(record, counts.get(record.complaint.sender ?? '') ?? 0))
}

const presentRow = ({ complaint, person }: ComplaintRecord, unanswered: number): ComplaintRow => ({
  number: complaint.number ?? '',
  state: complaint.state,
  category: complaint.category,
  userId: complaint.userId,
  fullName: complaint.fullName,
  email: complaint.email,
  receivedAt: complaint.createdAt.toISOString(),
  excerpt: complaint.complaint.slice(0, excerptLength),
  assignedTo: complaint.assignedTo && person ? { id: complaint.assignedTo, name: person } : null,
  version: complaint.version,
  unanswered,
})
