// The functions and triggers of the database stand in functions/*.sql as they are today, by subject.
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

const folder = new URL('./functions/', import.meta.url)

const createList =
  'create table if not exists drizzle.applied_functions (file text primary key, statements text not null)'
const selectApplied = 'select from drizzle.applied_functions where file = $1 and statements = $2'
const saveApplied = `insert into drizzle.applied_functions (file, statements) values ($1, $2)
  on conflict (file) do update set statements = excluded.statements`

type FunctionFile = { file: string; statements: string }

/** The files that changed since they were applied. The others are left alone, because replacing a trigger locks its table. */
export async function listChangedFunctions(owner: pg.ClientBase): Promise<FunctionFile[]> {
  await owner.query(createList)
  const changed: FunctionFile[] = []
  for (const file of (await readdir(folder)).toSorted()) {
    const statements = await readFile(new URL(file, folder), 'utf8')
    const { rowCount } = await owner.query(selectApplied, [file, statements])
    if (rowCount === 0) changed.push({ file, statements })
  }
  return changed
}

/** Within the transaction of the migrations. */
export async function applyFunctions(owner: pg.ClientBase, files: readonly FunctionFile[]): Promise<void> {
  for (const { file, statements } of files) {
    await owner.query(statements)
    await owner.query(saveApplied, [file, statements])
  }
}
