// The demo's other applicants: two hundred in all stages, so that the staff's lists have something to find.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { createDb, type Database } from '#server/database/connection.ts'
import { inTransaction } from '#server/database/statement.ts'
import { findHighestSerial, lockCurrentExercise } from '#server/features/imports/store.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import { hashPassword } from '#server/platform/encryption/password-hashing.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { demoPassword } from './applicants.ts'
import { addDays, describePastExamDay } from './days.ts'
import { drawCertificate, drawPortrait } from './files.ts'
import { formatUserIdPrefix, inventPeople, prepareSeeding } from './many/people.ts'
import { insertSeededRows, seededFiles } from './many/rows.ts'

interface OthersDependencies {
  database: Pick<Database, 'pool'>
  files: FileStore
  encryption: Encryption
  clock: () => Date
}

const count = 200
const list = 2
/** More at a time would hold up the first start's other work. */
const filesAtOnce = 16

/** Adds them once, after the applicants that exist; one that was changed or added meanwhile stays. */
export async function seedOtherApplicants({
  database: { pool },
  files,
  encryption,
  clock,
}: OthersDependencies): Promise<void> {
  if (await areSeeded(pool)) return
  const passwordHash = await hashPassword(demoPassword)
  await inTransaction(pool, async (client) => {
    const tx = createDb(client)
    const exercise = await lockCurrentExercise(tx)
    if (!exercise || (await areSeeded(client))) return
    const shift = await findHighestSerial(tx, formatUserIdPrefix(exercise.year), exercise.id)
    await prepareSeeding(client, exercise)
    await inventPeople(client, { list, from: 1, to: count, shift }, { year: exercise.year, now: clock() })
    const shortlisted = await shortlistMore(client)
    const stored = await storePictures(client, files)
    const has = { hasFiles: true, hasPaymentHistory: true }
    await insertSeededRows(client, { exercise, passwordHash, encryption, now: clock(), ...has })
    await insertFiles(client, stored)
    await moveExams(client, shortlisted, clock())
  })
}

/** Who is on the shortlist besides: of so few people too few are for the tests, the interview and the offers of the demo. */
async function shortlistMore(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ number: string }>(
    `with pending as (
      select number, row_number() over (order by number) as place from seeded
      where submitted_at is not null and decision = 'pending'
    )
    update seeded set decision = 'verified' from pending
    where seeded.number = pending.number and place % 4 = 0 and place <= 4 * $1
    returning seeded.number`,
    [offered + seated],
  )
  return rows.map(({ number }) => number).toSorted()
}

/** Of these so many have results, and are offered an appointment; the others wait for a seat. */
const offered = 3
const seated = 6

async function moveExams(client: pg.ClientBase, numbers: readonly string[], now: Date): Promise<void> {
  const past = numbers.slice(0, offered)
  await client.query(
    `update accounts set exam_date = case when number = any($2) then $3 end, exam_time = case when number = any($2) then '10:00 am' end,
      exam_venue = case when number = any($2) then 'ICT Centre, Hall B' end
    from applications where account_id = accounts.id and number = any($1)`,
    [numbers, past, describePastExamDay(now)],
  )
  const published = { score: 74, maximum: 100, publishedAt: addDays(now, -10).toISOString() }
  await client.query('update applications set cbt_result = $2 where number = any($1)', [past, published])
}

async function areSeeded(client: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rowCount } = await client.query('select from accounts where id = md5($1)::uuid', [`portal ${list} 1`])
  return rowCount === 1
}

interface StoredFile {
  id: string
  account_id: string
  kind: 'upload' | 'nin_photo'
  name: string
  type: string
  size: number
  sha256: string
}

type Pictures = Readonly<Record<'portrait' | 'nin_photo' | 'certificate', Buffer>>

/** Stores photos and a certificate of everybody who has submitted. */
async function storePictures(client: pg.ClientBase, files: FileStore): Promise<StoredFile[]> {
  const { rows: people } = await client.query<Record<'id' | keyof Pictures, string>>(
    `select id, ${seededFiles.portrait} as portrait, ${seededFiles.ninPhoto} as nin_photo,
      ${seededFiles.certificate} as certificate from seeded where submitted_at is not null order by serial`,
  )
  const pictures = await Promise.all([20, 95, 170, 245, 320].map(drawPictures))
  const stored = people.flatMap((person, index) => {
    const drawn = pictures[index % pictures.length]!
    return [
      describeFile(person.portrait, person.id, 'passport.jpg', drawn.portrait),
      describeFile(person.nin_photo, person.id, 'register.jpg', drawn.nin_photo),
      describeFile(person.certificate, person.id, 'certificate.png', drawn.certificate),
    ]
  })
  for (let from = 0; from < stored.length; from += filesAtOnce)
    await Promise.all(
      stored.slice(from, from + filesAtOnce).map(({ row, bytes }) => files.put(row.id, bytes, row.type)),
    )
  return stored.map(({ row }) => row)
}

async function drawPictures(hue: number): Promise<Pictures> {
  const [portrait, nin_photo, certificate] = await Promise.all([
    drawPortrait(hue),
    drawPortrait(hue + 15),
    drawCertificate('Certificate'),
  ])
  return { portrait, nin_photo, certificate }
}

function describeFile(id: string, accountId: string, name: string, bytes: Buffer): { row: StoredFile; bytes: Buffer } {
  const row: StoredFile = {
    id,
    account_id: accountId,
    kind: name === 'register.jpg' ? 'nin_photo' : 'upload',
    name,
    type: name.endsWith('.png') ? 'image/png' : 'image/jpeg',
    size: bytes.length,
    sha256: `\\x${createHash('sha256').update(bytes).digest('hex')}`,
  }
  return { row, bytes }
}

const insertFiles = (client: pg.ClientBase, rows: StoredFile[]) =>
  client.query(
    `insert into files (id, account_id, kind, name, type, size, sha256)
    select id, account_id, kind, name, type, size, sha256 from jsonb_populate_recordset(null::files, $1)`,
    [JSON.stringify(rows)],
  )
