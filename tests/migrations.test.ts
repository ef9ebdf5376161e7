// Every migration must work while the previous version is still running.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findBreakingStatements } from './support/migration-rules.ts'

const database = 'src/server/database'
const readSql = (folder: string) =>
  readdirSync(`${database}/${folder}`)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(`${database}/${folder}/${name}`, 'utf8') }))
const [migrations, functions] = [readSql('migrations'), readSql('functions')]

test('no migration breaks the previous version', () => {
  const breaking = [...migrations, ...functions].flatMap(({ name, text }) =>
    findBreakingStatements(text).map((problem) => `${name} ${problem}`),
  )
  expect(breaking).toEqual([])
})

// Functions are applied together with a migration: a server that does not migrate waits for it, and one of an older version
// does not bring back its own functions.
test('the newest migration names the state of the functions, so that no change of them comes without a migration', () => {
  const hash = createHash('sha256')
  for (const { name, text } of functions) hash.update(name).update(text)
  const state = `-- functions: ${hash.digest('hex').slice(0, 16)}`
  const { name = '', text = '' } = migrations.at(-1) ?? {}
  const lines = text.split('\n').filter((line) => line.startsWith('-- functions: '))
  expect(lines, `Write ${state} into ${name}, or into a new one after it if a release has that one.`).toEqual([state])
})

test('functions stand in their files only', () => {
  const problems = migrations
    .filter(({ text }) => /\bcreate\s+(or\s+replace\s+)?(constraint\s+)?(function|procedure|trigger)\b/i.test(text))
    .map(({ name }) => name)
  expect(problems).toEqual([])
})

test.each([
  ['drop table "drafts"', 'drops a table'],
  ['ALTER TABLE "drafts" DROP COLUMN "note"', 'drops a column'],
  ['alter table drafts rename column note to remark', 'renames something'],
  ['alter table drafts rename to saved_drafts', 'renames something'],
  ['alter table drafts rename note to remark', 'renames something'],
  ['ALTER TABLE "drafts" ALTER COLUMN "note" SET NOT NULL', 'makes a column mandatory'],
  ['ALTER TABLE "drafts" ALTER COLUMN "note" SET DATA TYPE bigint', "changes a column's type"],
  ['alter table drafts alter column note type bigint', "changes a column's type"],
  ['ALTER TABLE "drafts" ADD COLUMN "note" text NOT NULL', 'adds a mandatory column without a default'],
  ['alter table drafts add a int default 1 not null, add b int not null', 'adds a mandatory column without a default'],
  ['truncate drafts', 'removes rows'],
  ['drop function uploads_fit', 'drops what statements of the previous version may use'],
])('%s is refused: it %s', (statement, problem) => {
  expect(findBreakingStatements(statement)).toEqual([expect.stringContaining(problem)])
  const marked = `-- contract 0.4.0: nothing has used it since 0.3.0\n${statement}`
  expect(findBreakingStatements(marked)).toEqual([])
  // A version and a reason are needed, and they hold for one statement.
  expect(findBreakingStatements(`-- contract: unused\n${statement}`)).toHaveLength(1)
  expect(findBreakingStatements(`${marked};--> statement-breakpoint\n${statement};`)).toHaveLength(1)
})

test.each([
  'create table notes (id uuid primary key, text text not null)',
  'ALTER TABLE "drafts" ADD COLUMN "note" text',
  'ALTER TABLE "drafts" ADD COLUMN "note" text DEFAULT \'\' NOT NULL',
  'alter table drafts alter column note drop not null',
  'create or replace function f() returns void language plpgsql as $$ begin drop table x; end $$',
  'create trigger kept before update or delete or truncate on drafts for each statement execute function refuse_change()',
  'alter table drafts add constraint positive check (revision is not null)',
])('%s is accepted', (statement) => {
  expect(findBreakingStatements(statement)).toEqual([])
})
