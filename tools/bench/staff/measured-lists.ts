// The staff's lists as they are measured, and the rows that they need besides seeded applicants.

import type { Database } from '#server/database/connection.ts'
import { createMailingService } from '#server/features/mailings/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { takeSnapshot } from '#server/providers/files/export/read-snapshot.ts'
import { createStaffLists } from '#server/staff-lists.ts'
import type { ChosenApplicants } from '#shared/api/staff/lists/chosen-applicants.ts'
import { createExportTables } from '#shared/lists/exports/export-columns.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import type { MailingKind } from '#shared/staff/mailings.ts'
import { addExamRows } from './exam-rows.ts'

export type ListedQuery = Readonly<Record<string, unknown>>

interface Page {
  rows?: readonly unknown[]
  next?: string | null
  count?: { value: number; more: boolean }
}

/** Each reads a page, or makes what it is named for. */
export type MeasuredLists = Readonly<
  Record<'applicants' | 'applications' | 'complaints' | 'publications' | 'mailings' | ExamList | ExportName, ListReader>
>
type ExamList = 'sittings' | 'seats' | 'results' | 'offers'
type ExportName = 'export of applicants' | 'export of complaints'
type ListReader = (query: ListedQuery) => Promise<Page>

export const pageSize = 50

const registry: StaffPrincipal = {
  sessionId: '',
  staffId: '00000000-0000-4000-8000-000000000000',
  email: '',
  name: '',
  grants: [{ role: 'registry', exerciseId: null, school: null, department: null }],
  freshUntil: null,
}

/** Before every deadline of the seeded applicants. */
const clock = () => new Date('2024-10-01T09:00:00Z')

const pickChosen = ({ userIds, except }: ListedQuery) => ({ userIds, except }) as ChosenApplicants

export async function createMeasuredLists(database: Database): Promise<MeasuredLists> {
  const { pool } = database
  const { rows } = await pool.query<{ id: number }>('select id from exercises where is_current')
  const exerciseId = rows[0]?.id ?? 0
  const dependencies = { staffDatabase: database, clock }
  const lists = createStaffLists(dependencies)
  const mailings = createMailingService({ ...dependencies, encryption: { encrypt: refuseToEncrypt } })

  /** The first rows of the file, read as the export does. */
  async function beginExport(list: 'applicants' | 'complaints', query: ListedQuery): Promise<Page> {
    const { userIds: _, except: __, ...filter } = query as Record<string, string>
    const request = { list, exerciseId, filter, chosen: pickChosen(query), selectionId: null, ...registry }
    const keys = list === 'applicants' ? ['name', 'userId', 'role', 'stage'] : ['number', 'sender', 'received']
    const [table] = await lists[list].describeTables(request, createExportTables(list, { format: 'csv', keys }))
    if (!table) throw new Error(`The export of ${list} has no table.`)
    const client = await pool.connect()
    try {
      const [copy] = await takeSnapshot(client, [table.statement])
      for await (const rows of copy?.read(pageSize) ?? []) if (rows.length > 0) return {}
      throw new Error(`The export of ${list} has no rows.`)
    } finally {
      await client.query('close all')
      client.release()
    }
  }

  const read = (list: 'applicants' | 'applications' | 'complaints' | 'publications' | ExamList, query: ListedQuery) =>
    lists[list].read({ limit: pageSize, ...query } as ListQuery, registry, {
      id: exerciseId,
      facts: { rules: {}, demanding: null },
    })

  return {
    applicants: (query) => read('applicants', query),
    applications: (query) => read('applications', { sort: 'submitted', ...query }),
    complaints: (query) => read('complaints', query),
    publications: (query) => read('publications', { state: 'proposed', ...query }),
    sittings: (query) => read('sittings', query),
    seats: (query) => read('seats', query),
    results: (query) => read('results', query),
    offers: (query) => read('offers', query),
    async mailings({ kind, ...filter }) {
      await mailings.make({ kind: kind as MailingKind, filter }, registry)
      return {}
    },
    'export of applicants': (query) => beginExport('applicants', query),
    'export of complaints': (query) => beginExport('complaints', query),
  }
}

/** A draft encrypts nothing. */
function refuseToEncrypt(): never {
  throw new Error('Only drafts of mailings are measured.')
}

/** Drafts of mailings would become more with every repetition. */
export const removeDrafts = async ({ pool }: Database): Promise<void> => {
  await pool.query('delete from mailings')
}

/**
 * A complaint for every fifth account, as many assigned applications and proposed publications in each database, and what the lists of
 * the exam officer need. By the owner
 * of the tables: nobody else can analyze them.
 */
export async function addMeasuredRows({ pool }: Database): Promise<void> {
  // For the only connection: among a million accounts it takes minutes.
  await pool.query('set statement_timeout = 0')
  const { rowCount } = await pool.query(
    `insert into staff (id, email, name, status) values ($1, 'registry@example.org', 'Registry', 'active')
    on conflict do nothing`,
    [registry.staffId],
  )
  await addExamRows({ pool }, registry.staffId)
  if (rowCount === 0) return
  // The first ones by themselves: plans of triggers that were made for an empty table read all of it for each row.
  await insertComplaints(pool, 'n <= 1000')
  await pool.query('analyze complaints')
  await insertComplaints(pool, 'n > 1000')
  await pool.query(
    `update applicant_index set assigned_to = $1 where account_id in (
      select account_id from applicant_index where number is not null order by account_id limit 200)`,
    [registry.staffId],
  )
  await pool.query(
    `insert into publications (exercise_id, kind, title, state, digest, summary, made_by, proposed_by)
    select exercises.id, 'shortlist', 'Shortlist ' || n, case when n % 40 = 0 then 'proposed' else 'draft' end, '', '{"waiting":0,"done":0,"skipped":[]}', $1, $1
    from exercises, generate_series(1, 200) as n where is_current`,
    [registry.staffId],
  )
  // As autovacuum would, some minutes later: each complaint of an account has left an old version of its row.
  await pool.query('vacuum analyze complaints, applicant_index, publications')
}

const insertComplaints = (pool: Database['pool'], which: string) =>
  pool.query(`insert into complaints (number, email, full_name, complaint, account_id, category, state, created_at)
    select 'C-2024-' || lpad(n::text, 7, '0'), 'sender' || n / 4 || '@example.org', 'Sender ' || n / 4,
      repeat('I cannot pay. ', 10), case when n % 2 = 0 then id end, (array['login', 'payment', 'form'])[1 + n % 3],
      case when n % 5 < 3 then 'new' else 'answered' end,
      timestamptz '2024-09-01' + n * (interval '60 days' / (select count(*) from accounts) * 5)
    from (select id, row_number() over (order by id) as n from accounts order by id
      limit (select count(*) / 5 from accounts)) as numbered
    where ${which}`)
