// The triggers that fill the applicant index, and those that guard the staff's roles.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countLockWaits, raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'

let testDatabase: TestDatabase
/** As the role of the server: it needs the rights for what the triggers do. */
let client: pg.Client
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  client = await connectClient()
  await client.query(`insert into exercises (id, institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
    values (1, 'Institute', 'I', 'Recruitment', 2024, 0, 0, '[]', 'Vendor')`)
})
afterAll(async () => {
  await client.end()
  await testDatabase.drop()
})

async function connectClient() {
  const connected = new pg.Client({ connectionString: testDatabase.applicationUrl })
  await connected.connect()
  return connected
}

let count = 0
async function addAccount({ surname = 'Example' } = {}): Promise<string> {
  count += 1
  const { rows } = await client.query(
    `insert into accounts (exercise_id, user_id, password_hash, initial_password_hash, surname, first_name, middle_name,
      email, phone, date_of_birth, gender, state, lga, school, role, fee_kobo, charge_kobo)
    values (1, $1, '', '', $2, 'Amina', '', $3, '08011112222', '1985-06-15', 'f', 'ogun', 'Ijebu Ode', 'Technology',
      'Lecturer II', 0, 0) returning id`,
    [`RE24-${String(count).padStart(5, '0')}`, surname, `Amina${count}@Example.org`],
  )
  return rows[0].id
}

const addPayment = (account: string, by = client) =>
  by.query(
    `insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status, paid_kobo, paid_at)
    values ($1, $2, $3, 0, 0, 'paid', 0, now()) returning id`,
    [account, `order ${account}`, String(100_000_000_000 + count)],
  )
const addLookUp = (account: string, outcome: string, by = client) =>
  by.query(
    `insert into nin_verifications (exercise_id, account_id, nin_hash, encrypted_nin, outcome) values (1, $1, $2, '', $3)`,
    [account, Buffer.from(`${account} ${outcome}`), outcome],
  )

const addApplication = (account: string, number: string, by = client) =>
  by.query(
    `insert into applications (exercise_id, account_id, number, answers, rendered_tables, answers_digest) values (1, $1, $2, '{}', '[]', '')`,
    [account, number],
  )

async function readRow(account: string) {
  const { rows } = await client.query('select * from applicant_index where account_id = $1', [account])
  return rows[0]
}

test('a new account is in the index, under its name without accents', async () => {
  const account = await addAccount({ surname: 'Oládípò-Ṣẹ́gun' })
  expect(await readRow(account)).toMatchObject({
    name: 'Oládípò-Ṣẹ́gun Amina',
    surname_folded: 'oladipo-segun',
    first_folded: 'amina',
    email_folded: `amina${count}@example.org`,
    stage: 'issued',
    is_paid: false,
    is_identified: false,
    flags: [],
  })
})

test('each step of the applicant changes the stage', async () => {
  const account = await addAccount()
  const stages: string[] = []
  const addStage = async () => stages.push((await readRow(account)).stage)
  await client.query('update accounts set must_change_password = false where id = $1', [account])
  await addStage()
  await addPayment(account)
  await addStage()
  await addLookUp(account, 'matched')
  await addStage()
  await addApplication(account, 'APP-1')
  await addStage()
  expect(stages).toEqual(['entered', 'paid', 'identified', 'submitted'])
  expect(await readRow(account)).toMatchObject({ number: 'APP-1', published: null })
  const owner = new pg.Client({ connectionString: testDatabase.url })
  await owner.connect()
  await owner.query(`update applications set decision = 'verified' where account_id = $1`, [account])
  expect((await readRow(account)).published).toBe('verified')
  const submittedAt = new Date('2024-06-01T10:00:00Z')
  await owner.query('update applications set submitted_at = $2 where account_id = $1', [account, submittedAt])
  await owner.end()
  expect((await readRow(account)).submitted_at).toEqual(submittedAt)
})

test('what needs attention is flagged, until it is settled', async () => {
  const account = await addAccount()
  await addLookUp(account, 'mismatch')
  expect((await readRow(account)).flags).toEqual(['nin_mismatch'])
  await client.query(`insert into complaints (complaint, account_id) values ('Help', $1)`, [account])
  const { rows } = await addPayment(account)
  await client.query(`insert into payment_events (payment_id, kind) values ($1, 'paid_again')`, [rows[0].id])
  for (const state of ['new', 'open']) {
    await client.query('update complaints set state = $2 where account_id = $1', [account, state])
    expect((await readRow(account)).flags).toEqual(['nin_mismatch', 'payment_differs', 'complaint'])
  }
  for (const kind of ['overpaid', 'underpaid']) {
    const other = await addAccount()
    const paid = await addPayment(other)
    await client.query('insert into payment_events (payment_id, kind) values ($1, $2)', [paid.rows[0].id, kind])
    expect((await readRow(other)).flags).toEqual(['payment_differs'])
  }
  await client.query(`update complaints set state = 'closed' where account_id = $1`, [account])
  await addLookUp(account, 'matched')
  expect((await readRow(account)).flags).toEqual(['payment_differs'])
})

test('an RRR that is not paid, a NIN that was not found and a hold that has ended flag nothing', async () => {
  const account = await addAccount()
  await client.query('begin')
  await client.query(
    `with payment as (insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status)
      values ($1, 'open', '199999999999', 0, 0, 'open') returning id)
    insert into payment_events (payment_id, kind) select id, 'issued' from payment`,
    [account],
  )
  await addLookUp(account, 'not_found')
  await client.query(
    `with person as (insert into staff (email, name, status) values ('holds@example.org', 'A name', 'active') returning id)
    insert into account_holds (account_id, reason, made_by, ended_at, ended_by, end_reason)
    select $1, 'To be checked.', id, now(), id, 'It was checked.' from person`,
    [account],
  )
  const row = await readRow(account)
  // The other tests have staff of their own.
  await client.query('rollback')
  expect(row).toMatchObject({ flags: [], is_paid: false, is_identified: false, stage: 'issued' })
})

test('a complaint that is linked to another account flags that one only', async () => {
  const [first, second] = [await addAccount(), await addAccount()]
  const { rows } = await client.query(
    `insert into complaints (complaint, account_id) values ('Help', $1) returning id`,
    [first],
  )
  await client.query('update complaints set account_id = $1 where id = $2', [second, rows[0].id])
  expect([(await readRow(first)).flags, (await readRow(second)).flags]).toEqual([[], ['complaint']])
})

test.each([
  ['in the index', ''],
  ['not in the index yet', 'delete from applicant_index where account_id = $1'],
])('two changes at the same time of one account that is %s both count', async (_where, before) => {
  const account = await addAccount()
  if (before) await client.query(before, [account])
  const [one, other] = [await connectClient(), await connectClient()]
  await one.query('begin')
  await other.query('begin')
  await addPayment(account, one)
  const lookUp = addLookUp(account, 'matched', other)
  await expect.poll(() => countLockWaits(client)).toBe(1)
  await one.query('commit')
  await lookUp
  await other.query('commit')
  await Promise.all([one.end(), other.end()])
  expect(await readRow(account)).toMatchObject({ is_paid: true, is_identified: true, stage: 'identified' })
})

test('an application that is submitted while a payment is recorded, or before the index has the account, is in the index', async () => {
  const account = await addAccount()
  const [one, other] = [await connectClient(), await connectClient()]
  await one.query('begin')
  await other.query('begin')
  await addPayment(account, one)
  const submission = addApplication(account, 'APP-101', other)
  await expect.poll(() => countLockWaits(client)).toBe(1)
  await one.query('commit')
  await submission
  await other.query('commit')
  await Promise.all([one.end(), other.end()])
  expect(await readRow(account)).toMatchObject({ is_paid: true, number: 'APP-101', stage: 'submitted' })

  const missing = await addAccount()
  await client.query('delete from applicant_index where account_id = $1', [missing])
  await addApplication(missing, 'APP-102')
  expect(await readRow(missing)).toMatchObject({ is_paid: false, number: 'APP-102', stage: 'submitted' })
})

describe('the roles of the staff', () => {
  let admin: string
  beforeEach(async () => {
    admin = await addStaff(['admin'])
  })

  async function addStaff(roles: string[]): Promise<string> {
    count += 1
    const { rows } = await client.query(
      `insert into staff (email, name, status) values ($1, 'A name', 'active') returning id`,
      [`staff${count}@example.org`],
    )
    for (const role of roles)
      await client.query('insert into staff_roles (staff_id, role) values ($1, $2)', [rows[0].id, role])
    return rows[0].id
  }

  test('nobody is both administrator and data protection officer', async () => {
    const addRole = client.query(`insert into staff_roles (staff_id, role) values ($1, 'dpo')`, [admin])
    await expect(addRole).rejects.toMatchObject({ constraint: 'staff_roles_apart' })
    await client.query(`insert into staff_roles (staff_id, role) values ($1, 'auditor')`, [admin])
    const change = client.query(`update staff_roles set role = 'dpo' where staff_id = $1 and role = 'auditor'`, [admin])
    await expect(change).rejects.toMatchObject({ constraint: 'staff_roles_apart' })
    // Who is an administrator already may be granted the role again.
    await client.query(`insert into staff_roles (staff_id, role) values ($1, 'admin') on conflict do nothing`, [admin])
  })

  test('of both roles at once one is given', async () => {
    const person = await addStaff([])
    const add = (role: string) => async (): Promise<unknown> => {
      const own = await connectClient()
      return own
        .query('insert into staff_roles (staff_id, role) values ($1, $2)', [person, role])
        .catch(({ constraint }) => constraint)
        .finally(() => own.end())
    }
    const lock = `select from staff where id = '${person}' for update`
    const answers = await raceAtLock(testDatabase.url, lock, [add('admin'), add('dpo')])
    expect(answers.filter((answer) => answer === 'staff_roles_apart')).toHaveLength(1)
  })

  test('the last active administrator can neither be suspended nor lose the role', async () => {
    const second = await addStaff(['admin'])
    await client.query(`update staff set status = 'suspended' where id <> $1`, [second])
    for (const statement of [
      `update staff set status = 'suspended'`,
      'delete from staff_roles',
      'delete from staff_roles; delete from staff',
    ])
      await expect(client.query(statement)).rejects.toMatchObject({ constraint: 'staff_last_admin' })
  })

  test('of the last two active administrators who are suspended at once one stays', async () => {
    const second = await addStaff(['admin'])
    await client.query(`update staff set status = 'suspended' where id not in ($1, $2)`, [admin, second])
    const suspend = (id: string) => `update staff set status = 'suspended' where id = '${id}'`
    const [answer] = await raceAtLock(testDatabase.url, `${suspend(admin)}; set constraints all immediate`, [
      () => client.query(suspend(second)).catch(({ constraint }) => constraint),
    ])
    expect(answer).toBe('staff_last_admin')
  })

  test('nobody approves what they granted or proposed', async () => {
    const grant = client.query(
      `insert into staff_roles (staff_id, role, granted_by, approved_by) values ($1, 'auditor', $1, $1)`,
      [admin],
    )
    await expect(grant).rejects.toMatchObject({ constraint: 'staff_roles_second_person' })
    const proposal = client.query(
      `insert into staff_proposals (staff_id, change, state, made_by, decided_by) values ($1, '{}', 'approved', $1, $1)`,
      [admin],
    )
    await expect(proposal).rejects.toMatchObject({ constraint: 'staff_proposals_second_person' })
  })

  test('an email address belongs to one staff member, in any case', async () => {
    const copy = client.query(`insert into staff (email, name) select upper(email), 'B' from staff where id = $1`, [
      admin,
    ])
    await expect(copy).rejects.toMatchObject({ constraint: 'staff_email_lower' })
  })
})

test('one exercise at most is current', async () => {
  await client.query('update exercises set is_current = true')
  const second =
    client.query(`insert into exercises (id, institution, short_name, title, year, fee_kobo, charge_kobo, posts,
    vendor_name, is_current) values (2, 'Institute', 'I', 'Recruitment', 2025, 0, 0, '[]', 'Vendor', true)`)
  await expect(second).rejects.toMatchObject({ constraint: 'exercises_one_current' })
})

test('the work of the staff on an application is in the index at once, and when the row is computed anew', async () => {
  const account = await addAccount()
  const { rows } = await client.query(
    `with application as (
      insert into applications (exercise_id, account_id, number, answers, rendered_tables, answers_digest)
      values (1, $1, 'APP-2', '{}', '[]', '') returning id),
    people as (insert into staff (email, name) values ('first@example.org', 'A'), ('second@example.org', 'B') returning id)
    select application.id as application, people.id as person from application, people`,
    [account],
  )
  const [{ application, person: first }, { person: second }] = rows
  expect(await readRow(account)).toMatchObject({
    review_stage: 'submitted',
    review_count: 0,
    decided: null,
    assigned_to: null,
  })
  await client.query(
    `insert into application_statuses (application_id, stage, version, assigned_to) values ($1, 'screening', 2, $2)`,
    [application, first],
  )
  expect(await readRow(account)).toMatchObject({ review_stage: 'screening', assigned_to: first })
  await client.query(
    `with decision as (
      insert into decisions (application_id, stage, outcome, decided_by, seconded_by, seen_version)
      values ($1, 'screening', 'rejected', $2, $3, 2) returning id)
    update application_statuses set stage = 'rejected', review_count = 2, version = 3, decision_id = decision.id from decision`,
    [application, first, second],
  )
  const decided = { review_stage: 'rejected', review_count: 2, is_split: false, decided: 'rejected', published: null }
  expect(await readRow(account)).toMatchObject(decided)
  await client.query('delete from applicant_index where account_id = $1', [account])
  await client.query('select refresh_applicant_index($1)', [account])
  expect(await readRow(account)).toMatchObject(decided)
})

test('a rejection by one person, or by the same person twice, is refused', async () => {
  const account = await addAccount()
  const addDecision = (second: string) =>
    client.query(
      `with application as (select id from applications where account_id = $1),
      person as (select id from staff limit 1)
      insert into decisions (application_id, stage, outcome, decided_by, seconded_by, seen_version)
      select application.id, 'screening', 'rejected', person.id, ${second}, 1 from application, person`,
      [account],
    )
  await client.query(
    `insert into applications (exercise_id, account_id, number, answers, rendered_tables, answers_digest)
    values (1, $1, 'APP-3', '{}', '[]', '')`,
    [account],
  )
  await client.query(`insert into staff (email, name) values ('alone@example.org', 'A')`)
  await expect(addDecision('null::uuid')).rejects.toMatchObject({ constraint: 'decisions_rejected_by_two' })
  await expect(addDecision('person.id')).rejects.toMatchObject({ constraint: 'decisions_second_person' })
})

// Contradictions, which would be searched for in the whole order of a page if PostgreSQL took the columns for independent.
test.each([
  `stage = 'entered' and is_paid`,
  'is_identified and not is_paid',
  `stage = 'entered' and published = 'rejected'`,
  `role = 'Lecturer I' and school = 'Technology'`,
  `review_stage = 'submitted' and review_count = 1`,
  `review_stage = 'screening' and assigned_to is null`,
])('PostgreSQL knows that no row has %s', async (condition) => {
  const owner = new pg.Client({ connectionString: testDatabase.url })
  await owner.connect()
  await owner.query('begin')
  await owner.query(`insert into accounts (exercise_id, user_id, password_hash, initial_password_hash, surname, first_name, email,
      phone, date_of_birth, gender, state, lga, school, role, fee_kobo, charge_kobo)
    select 1, 'RE24-S' || n, '', '', 'Example', 'Amina', n || '@example.com', '', '1985-06-15', 'f', 'ogun', '', '', '', 0, 0
    from generate_series(1, 400) as n`)
  // As if half of them had submitted and were being reviewed.
  await owner.query(`update applicant_index set stage = 'entered', is_paid = false, is_identified = false,
    school = 'Technology', role = 'Lecturer II', review_stage = 'submitted'`)
  await owner.query(`update applicant_index set stage = 'submitted', is_paid = true, is_identified = true, published = 'rejected',
      school = 'Management', role = 'Lecturer I', review_stage = 'screening', review_count = 1,
      assigned_to = '00000000-0000-4000-8000-000000000001'
    where account_id in (select account_id from applicant_index order by account_id limit 200)`)
  await owner.query('analyze applicant_index')
  const { rows } = await owner.query(`explain (format json) select from applicant_index where ${condition}`)
  await owner.query('rollback')
  await owner.end()
  expect(rows[0]['QUERY PLAN'][0].Plan['Plan Rows']).toBeLessThan(5)
})
