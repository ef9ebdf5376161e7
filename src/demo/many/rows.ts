// Inserts what the people of the temporary table `seeded` have done, in one statement for each table.
import type pg from 'pg'
import type { ExerciseRow } from '#server/features/exercise/store.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { type Applicant, applicantKeys } from '#shared/application/applicant.ts'
import { renderApplicationTables } from '#shared/application/application-tables.ts'
import { submittedDocumentSchema } from '#shared/application/document.ts'
import type { Answers } from '#shared/application/sections.ts'
import { privacyVersion } from '#shared/policy/privacy.ts'
import { country } from '#shared/reference-data/option-lists.ts'
import { createDemoAnswers } from '../answers.ts'
import { describeNextExamDay } from '../days.ts'

export interface RowOptions {
  exercise: ExerciseRow
  /** Of all of them. */
  passwordHash: string
  encryption: Encryption
  now: Date
  /** Whether photos and certificates are stored under the ids of `seededFiles`. */
  hasFiles: boolean
  /** Whether forms name three certificates, of which rows exist under the ids of `seededFiles`. */
  hasHistory?: boolean
  /** Whether payments have the events of their request and of what they became, not only those that the lists find. */
  hasPaymentHistory?: boolean
}

/** Always the same for a person, and of the form that calls accept: version 4, variant 8. */
const createFileId = (name: string) =>
  `overlay(overlay(md5(seeded.id || ' ${name}') placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid`

/** Ids of a person's files, as SQL. */
export const seededFiles = {
  portrait: createFileId('portrait'),
  ninPhoto: createFileId('nin photo'),
  certificate: createFileId('certificate'),
  secondCertificate: createFileId('certificate 2'),
  thirdCertificate: createFileId('certificate 3'),
}

export async function insertSeededRows(client: pg.ClientBase, options: RowOptions): Promise<void> {
  await insertAccounts(client, options)
  await insertPayments(client, options)
  await insertLookUps(client, options)
  await insertApplications(client, options)
}

const insertAccounts = (client: pg.ClientBase, { exercise, passwordHash, hasFiles, now }: RowOptions) =>
  client.query(
    `insert into accounts (id, exercise_id, user_id, password_hash, initial_password_hash, must_change_password, surname,
      first_name, middle_name, email, phone, date_of_birth, gender, state, lga, school, department, role, fee_kobo, charge_kobo,
      photo_file_id, exam_date, exam_time, exam_venue, created_at)
    select id, $1, user_id, $2, $2, stage = 'issued', surname, first_name, middle_name, email, phone, date_of_birth, gender, state,
      lga, school, department, role, $3::bigint, $4::bigint,
      case when $5 and submitted_at is not null then ${seededFiles.portrait} end,
      case when is_verified then $6 end, case when is_verified then '9:00 am' end,
      case when is_verified then 'ICT Centre, Hall A' end, issued_at
    from (select *, submitted_at is not null and decision = 'verified' as is_verified from seeded) as seeded order by serial`,
    [exercise.id, passwordHash, exercise.feeKobo, exercise.chargeKobo, hasFiles, describeNextExamDay(now)],
  )

async function insertPayments(client: pg.ClientBase, { exercise, hasPaymentHistory = false }: RowOptions) {
  const id = `md5(id || ' payment')::uuid`
  await client.query(
    `insert into payments (id, exercise_id, account_id, order_id, rrr, fee_kobo, charge_kobo, status, paid_kobo, paid_at,
      payment_type, created_at, issued_at)
    select ${id}, $3, id, 'seeded-' || user_id, '32' || lpad(serial::text, 10, '0'), $1::bigint, $2::bigint,
      case when paid_at is null then 'expired' else 'paid' end,
      case when paid_at is not null then $1::bigint + $2::bigint when is_underpaid then $1::bigint / 2 end, paid_at,
      case when paid_at is null then '' else 'CARDPAYMENT' end, requested_at, requested_at
    from (select *, coalesce(paid_at, issued_at + interval '1 day') - interval '20 minutes' as requested_at from seeded) as seeded
    where paid_at is not null or has_expired_payment order by serial`,
    [exercise.feeKobo, exercise.chargeKobo, exercise.id],
  )
  await client.query(
    `insert into payment_events (payment_id, rrr, kind, detail, at)
    select ${id}, case when kind <> 'requested' then '32' || lpad(serial::text, 10, '0') end, kind, detail, at
    from (select *, coalesce(paid_at, issued_at + interval '1 day') - interval '20 minutes' as requested_at,
      jsonb_build_object('dueKobo', $1::bigint + $2::bigint) as due from seeded) as seeded
    cross join lateral (values
      (1, 'requested', requested_at, due, $3 and (paid_at is not null or has_expired_payment)),
      (2, 'issued', requested_at, due || '{"paidKobo": 0}', $3 and (paid_at is not null or has_expired_payment)),
      (3, 'paid', paid_at, due || jsonb_build_object('paidKobo', $1::bigint + $2::bigint), $3 and paid_at is not null),
      (4, 'underpaid', issued_at + interval '1 day', due || jsonb_build_object('paidKobo', $1::bigint / 2), is_underpaid),
      (5, 'paid_again', coalesce(paid_at, issued_at) + interval '1 day', '{}', is_paid_twice),
      (6, 'expired', issued_at + interval '20 days', due, $3 and has_expired_payment)
    ) as event (place, kind, at, detail, has_happened)
    where has_happened order by serial, place`,
    [exercise.feeKobo, exercise.chargeKobo, hasPaymentHistory],
  )
}

/** Above those that the simulated register answers in a way of their own. */
const firstNin = 10_000_001_000

async function insertLookUps(client: pg.ClientBase, { exercise, encryption, hasFiles }: RowOptions) {
  const { rows } = await client.query<{ id: string; serial: string }>(
    'select id, serial from seeded where identified_at is not null or has_mismatch order by serial',
  )
  const nins = rows.map(({ serial }) => String(firstNin + Number(serial)))
  await client.query(
    `insert into nin_verifications (exercise_id, account_id, nin_hash, encrypted_nin, outcome, differences, photo_file_id,
      consent_at, consent_version, requested_at, created_at)
    select $1, seeded.id, nin_hash, nin, case when identified_at is null then 'mismatch' else 'matched' end,
      case when identified_at is null then '["dateOfBirth"]'::jsonb end,
      case when $5 and submitted_at is not null then ${seededFiles.ninPhoto} end, at, $6, at, at
    from unnest($2::uuid[], $3::bytea[], $4::bytea[]) as nins (id, nin_hash, nin)
    join (select *, coalesce(identified_at, paid_at + interval '1 hour') as at from seeded) as seeded on seeded.id = nins.id`,
    [
      exercise.id,
      rows.map(({ id }) => id),
      nins.map((nin) => encryption.fingerprint(nin)),
      nins.map((nin) => encryption.encrypt(nin)),
      hasFiles,
      privacyVersion,
    ],
  )
}

const factColumns: Readonly<Record<keyof Applicant, string>> = {
  surName: 'surname',
  firstName: 'first_name',
  middleName: 'middle_name',
  userId: 'user_id',
  phone: 'phone',
  email: 'email',
  dateOfBirth: `to_char(date_of_birth, 'FMDD FMMonth YYYY')`,
  gender: `case gender when 'f' then 'Female' else 'Male' end`,
  lga: 'lga',
  state: 'state_name',
  country: `'${country.label}'`,
  faculty: 'school',
  department: `coalesce(department, '')`,
  role: 'role',
}

const nobody = { ...Object.fromEntries(applicantKeys.map((key) => [key, ''])), dateOfBirth: '1985-06-15', gender: 'f' }
// Storing an application takes most of the time, in proportion to its size.
const toBrief = (answers: Answers) =>
  submittedDocumentSchema.parse({
    ...answers,
    experience: answers.experience.slice(0, 1),
    professionalMemberships: [],
    publication: [],
    honors: [],
  })
const noFile = '00000000-0000-0000-0000-000000000000'
/** Placeholders for the ids of a person's files. */
const placeholders = [
  [noFile, seededFiles.certificate],
  [noFile.replace(/0$/, '2'), seededFiles.secondCertificate],
  [noFile.replace(/0$/, '3'), seededFiles.thirdCertificate],
] as const

/** @param text SQL of answers with placeholders @returns SQL of those of a person */
export const setFiles = (text: string): string =>
  placeholders.reduce((sql, [placeholder, id]) => `replace(${sql}, '${placeholder}', ${id}::text)`, text)

/** Of nobody, with placeholders for the ids of files. */
export function createSeededAnswers({ hasFiles, hasHistory }: Pick<RowOptions, 'hasFiles' | 'hasHistory'>): Answers {
  const whole = createDemoAnswers(getFileUrl(noFile))
  if (!hasHistory) return hasFiles ? whole : toBrief(whole)
  const academicQualification = placeholders.flatMap(([id]) =>
    whole.academicQualification.map((entry) => ({ ...entry, fileUrl: [getFileUrl(id)] })),
  )
  return { ...whole, academicQualification }
}

/** The answers and the rendered tables as SQL: the parameters 1 to 3 with the facts and the certificate of each person. */
function createTemplates(options: RowOptions) {
  const answers = createSeededAnswers(options)
  const [personal, ...others] = renderApplicationTables(nobody as Applicant, answers)
  if (!personal) throw new Error('An application has no table of personal details.')
  const rows = personal.rows.map((row, index) => (index < applicantKeys.length ? row.with(1, `@${index}@`) : row))
  const personalSql = applicantKeys.reduce((text, key, index) => {
    const quoted = `to_json((${factColumns[key]})::text)::text`
    return `replace(${text}, '"@${index}@"', ${quoted})`
  }, '$2::text')
  return {
    parameters: [answers, { ...personal, rows }, others].map((part) => JSON.stringify(part)),
    answersSql: setFiles('$1::text'),
    // The others without their bracket.
    tablesSql: `'[' || ${personalSql} || ',' || ${setFiles('substr($3::text, 2)')}`,
  }
}

const reasons = [
  {
    type: 'Document',
    reason: 'The scan of your certificate cannot be read. Reply to us and we will tell you how to send a clearer copy.',
  },
]

async function insertApplications(client: pg.ClientBase, options: RowOptions) {
  const { exercise, hasFiles } = options
  const { parameters, answersSql, tablesSql } = createTemplates(options)
  await client.query(
    `insert into applications (exercise_id, account_id, number, answers, rendered_tables, answers_digest, photo_file_id,
      nin_photo_file_id, decision, rejection_reasons, submitted_at)
    select $4::int, id, number,
      answers::json, (${tablesSql})::json, sha256(convert_to(answers, 'utf8')),
      case when $5 then ${seededFiles.portrait} end, case when $5 then ${seededFiles.ninPhoto} end, decision,
      case decision when 'rejected' then $6::jsonb else '[]' end, submitted_at
    from (
      select *, ${answersSql} as answers
      from (select * from seeded where submitted_at is not null order by serial offset 0) as seeded offset 0
    ) as seeded`,
    [...parameters, exercise.id, hasFiles, JSON.stringify(reasons)],
  )
}
