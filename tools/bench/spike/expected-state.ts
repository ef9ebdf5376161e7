// What the server acknowledged, recorded outside of it and compared afterwards with what is stored.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'

/** What one applicant must find again. */
export interface ExpectedState {
  userId: string
  /** The last acknowledged draft. */
  draft: { revision: number; marker: string } | null
  /** Ids of acknowledged uploads. */
  uploads: string[]
  /** The application's number. */
  number: string | null
}

/** Returns one sentence per difference. */
export async function findDifferences(
  pool: Pool,
  filesDirectory: string,
  all: readonly ExpectedState[],
): Promise<string[]> {
  const differences: string[] = []
  const stored = await readStored(pool, all)
  for (const expected of all)
    differences.push(...(await compare(expected, stored.get(expected.userId), filesDirectory)))
  return differences
}

async function compare(
  { userId, draft, uploads, number }: ExpectedState,
  found: StoredUser | undefined,
  filesDirectory: string,
): Promise<string[]> {
  if (!found) return [`${userId} is missing.`]
  const differences: string[] = []
  if (number !== null && found.numbers.join() !== number)
    differences.push(`${userId} should have ${number} and has ${found.numbers.join(', ') || 'nothing'}.`)
  // Submitting removes the draft.
  if (draft && found.numbers.length === 0 && !hasDraft(found, draft))
    differences.push(`${userId} should have draft ${draft.revision} and has ${found.revision ?? 'none'}.`)
  for (const id of uploads)
    if (!found.files.has(id) || !(await hasContent(filesDirectory, id)))
      differences.push(`${userId} should have file ${id}.`)
  return differences
}

interface StoredUser {
  revision: number | null
  marker: string | null
  numbers: string[]
  files: Set<string>
}

/** A later revision is fine: it was saved, and its response was lost. */
const hasDraft = ({ revision, marker }: StoredUser, draft: { revision: number; marker: string }) =>
  revision !== null && (revision > draft.revision || (revision === draft.revision && marker === draft.marker))

async function readStored(pool: Pool, all: readonly ExpectedState[]): Promise<Map<string, StoredUser>> {
  const { rows } = await pool.query<{
    user_id: string
    revision: number | null
    marker: string | null
    numbers: string[] | null
    files: string[] | null
  }>(
    `select a.user_id, d.revision, d.document ->> 'hobby' as marker,
       (select array_agg(number) from applications where account_id = a.id) as numbers,
       (select array_agg(id::text) from files where account_id = a.id) as files
     from accounts a left join drafts d on d.account_id = a.id where a.user_id = any($1)`,
    [all.map(({ userId }) => userId)],
  )
  return new Map(
    rows.map(({ user_id, revision, marker, numbers, files }) => [
      user_id,
      { revision, marker, numbers: numbers ?? [], files: new Set(files ?? []) },
    ]),
  )
}

const hasContent = (directory: string, id: string) =>
  stat(join(directory, id.slice(0, 2), id)).then(
    ({ size }) => size > 0,
    () => false,
  )
