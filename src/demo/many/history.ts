// What applicants leave in the database by and by, so that measurements find tables as large as after a real exercise.
import type pg from 'pg'
import { createSeededAnswers, seededFiles, setFiles } from './rows.ts'

const { portrait, ninPhoto, certificate, secondCertificate, thirdCertificate } = seededFiles

/** The drafts of those who have not submitted, and rows of the files in drafts and applications, which have no contents. */
export async function insertDraftsAndFiles(client: pg.ClientBase): Promise<void> {
  const answers = createSeededAnswers({ hasFiles: true, hasHistory: true })
  await client.query(
    `insert into drafts (account_id, document, revision, saved_at)
    select id, (${setFiles('$1::text')})::json, 40, issued_at + interval '5 days'
    from seeded where stage in ('entered', 'paid', 'identified') order by serial`,
    [JSON.stringify(answers)],
  )
  await client.query(
    `insert into files (id, account_id, kind, name, type, size, sha256, created_at)
    select file.id, seeded.id, kind, name, type, size, sha256(''), issued_at + interval '4 days'
    from seeded cross join lateral (values
      (${certificate}, 'upload', 'certificate.pdf', 'application/pdf', 300000, true),
      (${secondCertificate}, 'upload', 'second-certificate.pdf', 'application/pdf', 300000, true),
      (${thirdCertificate}, 'upload', 'third-certificate.pdf', 'application/pdf', 300000, true),
      (${portrait}, 'upload', 'passport.jpg', 'image/jpeg', 60000, stage = 'submitted'),
      (${ninPhoto}, 'nin_photo', 'register.jpg', 'image/jpeg', 20000, stage = 'submitted')
    ) as file (id, kind, name, type, size, is_there)
    where is_there and stage <> 'issued' order by serial`,
  )
}

const actions = ['account_issued', 'login', 'password_changed', 'logout', 'login', 'sessions_ended', 'nin_looked_up']

/** The audit events, ten on average, of the newest accounts of the exercise, in the order of their time like real ones. */
export const insertEvents = (client: pg.ClientBase, exerciseId: number, count: number) =>
  client.query(
    `insert into audit_log (at, actor, action, account_id, network)
    select issued_at + (n - 1) * interval '17 hours', case n when 1 then 'staff' else 'applicant' end,
      ($3::text[])[1 + (n - 1) % cardinality($3::text[])], account_id, case when n > 1 then '203.0.113.0/24' end
    from (select account_id, stage, issued_at from applicant_index where exercise_id = $1
      order by length(user_id) desc, user_id desc limit $2) as newest
    cross join lateral generate_series(1,
      case stage when 'issued' then 1 when 'entered' then 6 when 'paid' then 10 when 'identified' then 12 else 16 end) as n
    order by 1`,
    [exerciseId, count, actions],
  )
