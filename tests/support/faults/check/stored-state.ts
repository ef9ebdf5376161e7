// What is kept, read past the server: the other side that the checker compares.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Answers } from '#shared/application/sections.ts'

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
  /** In naira, as the provider counts. */
  paid: number
  /** What the record tells of it, in order; the provider's answers and notifications left out. */
  told: string[]
  /** The same from the audit log. */
  audited: string[]
}

export interface Stored {
  applications: StoredApplication[]
  drafts: StoredDraft[]
  files: StoredFile[]
  payments: StoredPayment[]
  /** How often the audit log tells of a submission, by account. */
  submissionsTold: Map<string, number>
  /** SHA-256 of each file on the shelves, by id. */
  contents: Map<string, Buffer>
  /** Names of what is still being written. */
  unfinished: string[]
  /** Rows that point to nothing, by what they are. */
  orphans: string[]
}

export async function whatIsStored(pool: pg.Pool, dataDir: string): Promise<Stored> {
  const rows = async <Row extends pg.QueryResultRow>(statement: string) => (await pool.query<Row>(statement)).rows
  const told = await rows<{ accountId: string; times: number }>(
    `select account_id as "accountId", count(*)::int as times from audit_log where action = 'application_submitted' group by 1`,
  )
  const orphans = await rows<{ what: string }>(
    `select 'a draft beside an application of ' || account_id as what from drafts join applications using (account_id)
     union all select 'an application without account ' || number from applications
       where not exists (select from accounts where id = account_id)
     union all select 'a file without account ' || id from files where not exists (select from accounts where id = account_id)
     union all select 'two applications of ' || account_id from applications group by account_id having count(*) > 1
     union all select 'a number twice: ' || number from applications group by number having count(*) > 1
     union all select 'two open RRRs of ' || account_id from payments where status = 'open' group by account_id having count(*) > 1
     union all select 'two paid payments of ' || account_id from payments where status = 'paid' group by account_id having count(*) > 1`,
  )
  return {
    applications: await rows(`select account_id as "accountId", number, answers from applications`),
    drafts: await rows(`select account_id as "accountId", revision, document from drafts`),
    files: await rows(`select account_id as "accountId", id, sha256, size from files where kind = 'upload'`),
    payments: await rows(
      `select account_id as "accountId", rrr, status, coalesce(paid_kobo, 0) / 100.0::float8 as paid,
         array(select kind from payment_events where payment_id = payments.id
           and kind not in ('requested', 'answer', 'notified') order by id) as told,
         array(select substr(action, 9) from audit_log
           where account_id = payments.account_id and detail ->> 'paymentId' = payments.id::text order by id) as audited
       from payments where order_id not like 'order %'`,
    ),
    submissionsTold: new Map(told.map(({ accountId, times }) => [accountId, times])),
    contents: contentsOf(join(dataDir, 'files')),
    unfinished: readdirSync(join(dataDir, 'files/unfinished')),
    orphans: orphans.map(({ what }) => what),
  }
}

function contentsOf(directory: string): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  for (const shelf of readdirSync(directory)) {
    if (shelf === 'unfinished') continue
    for (const id of readdirSync(join(directory, shelf)))
      found.set(
        id,
        createHash('sha256')
          .update(readFileSync(join(directory, shelf, id)))
          .digest(),
      )
  }
  return found
}
