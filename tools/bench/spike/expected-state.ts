// What the server has acknowledged, kept outside of it, and compared afterwards with what it holds.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'

/** What one applicant was promised. */
export interface Promised {
  userId: string
  /** The last acknowledged draft. */
  draft: { revision: number; mark: string } | null
  /** Ids of acknowledged uploads. */
  uploads: string[]
  /** The application's number. */
  number: string | null
}

/** Every sentence that is not kept; none when nothing was lost. */
export async function broken(pool: Pool, filesFolder: string, all: readonly Promised[]): Promise<string[]> {
  const complaints: string[] = []
  const held = await whatIsHeld(pool, all)
  for (const promised of all) {
    const { userId, draft, uploads, number } = promised
    const found = held.get(userId)
    if (!found) {
      complaints.push(`${userId} is gone.`)
      continue
    }
    if (number !== null && (found.numbers.length !== 1 || found.numbers[0] !== number))
      complaints.push(`${userId} was promised ${number} and has ${found.numbers.join(', ') || 'nothing'}.`)
    // A submission ends the draft.
    if (draft && found.numbers.length === 0 && !holdsDraft(found, draft))
      complaints.push(`${userId} was promised draft ${draft.revision} and has ${found.revision ?? 'none'}.`)
    for (const id of uploads)
      if (!found.files.has(id) || !(await isThere(filesFolder, id)))
        complaints.push(`${userId} was promised file ${id}.`)
  }
  return complaints
}

interface Held {
  revision: number | null
  mark: string | null
  numbers: string[]
  files: Set<string>
}

/** A later revision may have been saved whose answer never came. */
const holdsDraft = ({ revision, mark }: Held, draft: { revision: number; mark: string }) =>
  revision !== null && (revision > draft.revision || (revision === draft.revision && mark === draft.mark))

async function whatIsHeld(pool: Pool, all: readonly Promised[]): Promise<Map<string, Held>> {
  const { rows } = await pool.query<{
    user_id: string
    revision: number | null
    mark: string | null
    numbers: string[] | null
    files: string[] | null
  }>(
    `select a.user_id, d.revision, d.document ->> 'hobby' as mark,
       (select array_agg(number) from applications where account_id = a.id) as numbers,
       (select array_agg(id::text) from files where account_id = a.id) as files
     from accounts a left join drafts d on d.account_id = a.id where a.user_id = any($1)`,
    [all.map(({ userId }) => userId)],
  )
  return new Map(
    rows.map(({ user_id, revision, mark, numbers, files }) => [
      user_id,
      { revision, mark, numbers: numbers ?? [], files: new Set(files ?? []) },
    ]),
  )
}

const isThere = (folder: string, id: string) =>
  stat(join(folder, id.slice(0, 2), id)).then(
    ({ size }) => size > 0,
    () => false,
  )
