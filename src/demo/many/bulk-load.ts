// Loads faster: what PostgreSQL would check and index row by row is made once at the end, from the definitions it had.
import type pg from 'pg'

const tables = ['accounts', 'payments', 'payment_events', 'nin_verifications', 'applications', 'applicant_index']
const historyTables = ['drafts', 'files', 'audit_log']

const listFilledTables = (hasHistory: boolean) => (hasHistory ? [...tables, ...historyTables] : tables)

// In the order of their removal: foreign keys, those of other tables too, need the keys, and some indexes are constraints'.
const findDefinitions = `
  select 1 as step, format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
  from pg_constraint
  where contype = 'f' and conparentid = 0 and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))
  union all
  select 2, format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where contype in ('p', 'u') and conrelid = any($1::regclass[])
  union all
  select 3, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  from pg_index where indrelid = any($1::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid and conrelid = indrelid)
  union all
  select 4, format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
    format('alter table %s enable trigger %I', tgrelid::regclass, tgname)
  from pg_trigger where tgrelid = any($1::regclass[]) and not tgisinternal and tgfoid = any($2::regproc[])
  order by step`

const useFastCompression = `select set_config('default_toast_compression', 'lz4', true) from pg_settings
  where name = 'default_toast_compression' and 'lz4' = any(enumvals)`

/** Those that write the applicant index or copy facts of other rows, which they would look up without an index. */
const copyingTriggers = [
  'copy_account_facts',
  'refresh_own_applicant_index',
  'refresh_owners_applicant_index',
  'refresh_payers_applicant_index',
  'add_application_to_applicant_index',
]

type StepProgress = (done: number, of: number) => void

/**
 * Removes indexes, constraints and the triggers that copy facts, within the client's transaction: until it
 * commits, others wait, and if it fails, everything is as before. Only the owner of the tables may.
 * @returns restores them
 */
export async function prepareBulkLoad(
  client: pg.ClientBase,
  hasHistory: boolean,
): Promise<(onProgress: StepProgress) => Promise<void>> {
  const { rows } = await client.query<{ remove: string; restore: string }>(findDefinitions, [
    listFilledTables(hasHistory),
    copyingTriggers,
  ])
  for (const { remove } of rows) await client.query(remove)
  await client.query(useFastCompression)
  return async (onProgress) => {
    await client.query(`set local maintenance_work_mem = '256MB'`)
    for (const [index, { restore }] of rows.reverse().entries()) {
      await client.query(restore)
      onProgress(index + 1, rows.length)
    }
  }
}

/** The rows of the applicant index as its triggers would have written them. */
export const fillIndexOfBulk = (client: pg.ClientBase, exerciseId: number) =>
  client.query(
    `insert into applicant_index
    select id, $1, user_id, concat_ws(' ', surname, first_name, nullif(middle_name, '')), folded(surname), folded(first_name),
      folded(email), phone, gender, state, lga, school, department, role, stage, paid_at is not null, identified_at is not null,
      number, issued_at, submitted_at, case when submitted_at is not null then nullif(decision, 'pending') end, array_remove(array[
        case when has_mismatch then 'nin_mismatch' end, case when is_underpaid or is_paid_twice then 'payment_differs' end], null),
      case when submitted_at is not null then 'submitted' end
    from seeded order by serial`,
    [exerciseId],
  )

/** So that the first queries find the tables as a busy database's autovacuum leaves them. */
export const vacuum = (client: pg.ClientBase, hasHistory: boolean) =>
  client.query(`vacuum (analyze) ${listFilledTables(hasHistory).join(', ')}`)
