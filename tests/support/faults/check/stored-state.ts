// Reads database and file store directly, without going through the server.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Answers } from '#shared/application/sections.ts'
import type { FaultEnvironment } from '../environment.ts'

interface StoredApplication {
  accountId: string
  number: string
  answers: Answers
}
interface StoredDraft {
  accountId: string
  revision: number
  document: unknown
}
interface StoredFile {
  accountId: string
  id: string
  sha256: Buffer
  size: number
}
export interface StoredPayment {
  accountId: string
  rrr: string | null
  status: string
  /** In naira, like the provider's sums. */
  paid: number
  /** Kinds of its payment events in order, without requests, answers and notifications. */
  recordedSteps: string[]
  /** The same steps in the audit log. */
  auditedSteps: string[]
}

export interface StoredState {
  applications: StoredApplication[]
  drafts: StoredDraft[]
  files: StoredFile[]
  payments: StoredPayment[]
  /** Number of submissions in the audit log, by account. */
  auditedSubmissions: Map<string, number>
  /** SHA-256 of each stored file, by id. */
  contents: Map<string, Buffer>
  /** Names of files in the directory of unfinished uploads. */
  unfinished: string[]
  /** A description of each row that breaks a rule between tables. */
  orphans: string[]
}

const orphansQuery = `
  select 'a draft beside an application of ' || account_id as what from drafts join applications using (account_id)
  union all select 'an application without account ' || number from applications
    where not exists (select from accounts where id = account_id)
  union all select 'a file without account ' || id from files where not exists (select from accounts where id = account_id)
  union all select 'two applications of ' || account_id from applications group by account_id having count(*) > 1
  union all select 'a number twice: ' || number from applications group by number having count(*) > 1
  union all select 'two open RRRs of ' || account_id from payments where status = 'open' group by account_id having count(*) > 1
  union all select 'two paid payments of ' || account_id from payments where status = 'paid' group by account_id having count(*) > 1`

// Payments that the test set-up inserted have order ids of the form 'order …'.
const paymentsQuery = `
  select account_id as "accountId", rrr, status, coalesce(paid_kobo, 0) / 100.0::float8 as paid,
    array(select kind from payment_events where payment_id = payments.id
      and kind not in ('requested', 'answer', 'notified') order by id) as "recordedSteps",
    array(select substr(action, 9) from audit_log
      where account_id = payments.account_id and detail ->> 'paymentId' = payments.id::text order by id) as "auditedSteps"
  from payments where order_id not like 'order %'`

export async function readStoredState({
  pool,
  dataDir,
  hashFiles = async () => hashFilesIn(join(dataDir, 'files')),
}: Pick<FaultEnvironment, 'pool' | 'dataDir' | 'hashFiles'>): Promise<StoredState> {
  const rows = async <Row extends pg.QueryResultRow>(statement: string) => (await pool.query<Row>(statement)).rows
  const submissions = await rows<{ accountId: string; times: number }>(
    `select account_id as "accountId", count(*)::int as times from audit_log where action = 'application_submitted' group by 1`,
  )
  const orphans = await rows<{ what: string }>(orphansQuery)
  return {
    applications: await rows(`select account_id as "accountId", number, answers from applications`),
    drafts: await rows(`select account_id as "accountId", revision, document from drafts`),
    files: await rows(`select account_id as "accountId", id, sha256, size from files where kind = 'upload'`),
    payments: await rows(paymentsQuery),
    auditedSubmissions: new Map(submissions.map(({ accountId, times }) => [accountId, times])),
    contents: await hashFiles(),
    unfinished: readdirSync(join(dataDir, 'files/unfinished')),
    orphans: orphans.map(({ what }) => what),
  }
}

function hashFilesIn(directory: string): Map<string, Buffer> {
  const hashes = new Map<string, Buffer>()
  for (const subdirectory of readdirSync(directory)) {
    if (subdirectory === 'unfinished') continue
    for (const id of readdirSync(join(directory, subdirectory))) {
      const content = readFileSync(join(directory, subdirectory, id))
      hashes.set(id, createHash('sha256').update(content).digest())
    }
  }
  return hashes
}
