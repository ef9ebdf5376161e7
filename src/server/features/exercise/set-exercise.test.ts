import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect, type Database } from '#server/platform/database/connection.ts'
import { auditLog, exercises } from '#server/platform/database/schema/schema.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'
import { defaultExercise } from './default-exercise.ts'
import { ensureExercise, publicFacts } from './service.ts'
import { readSettings, setExercise } from './set-exercise.ts'

let testDatabase: TestDatabase
let database: Database
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = connect(testDatabase.url, { connections: 6 })
})
afterEach(async () => {
  await database.close()
  await testDatabase.drop()
})

const stored = () => database.db.select().from(exercises).orderBy(exercises.year)

test('six servers that start at once on an empty database make one exercise', async () => {
  await Promise.all(Array.from({ length: 6 }, () => ensureExercise(database.db)))
  expect(await stored()).toEqual([expect.objectContaining(defaultExercise)])
})

test('before the server has ever been started, the default one is changed', async () => {
  expect(await setExercise(database.db, { status: 'open' })).toMatchObject({ year: 2024, kind: 'changed' })
  expect(await stored()).toEqual([expect.objectContaining({ ...defaultExercise, status: 'open' })])
})

describe('with the default exercise', () => {
  beforeEach(() => ensureExercise(database.db))

  test('what the settings name is changed, everything else stays, and the change is on record', async () => {
    const settings = readSettings('{"status": "open", "fee": 15000.5, "vendor": {"name": "Delta Works", "url": null}}')
    expect(await setExercise(database.db, settings)).toEqual({
      year: 2024,
      kind: 'changed',
      columns: ['status', 'feeKobo', 'vendorName'],
    })
    expect(await stored()).toEqual([
      expect.objectContaining({ ...defaultExercise, status: 'open', feeKobo: 1_500_050, vendorName: 'Delta Works' }),
    ])
    expect(await database.db.select().from(auditLog)).toMatchObject([
      { actor: 'staff', action: 'exercise_changed', detail: { year: 2024, columns: expect.any(Array) } },
    ])
  })

  test('settings that say what is there already change nothing', async () => {
    const settings = readSettings(
      JSON.stringify({ year: 2024, fee: 12_000, deadline: null, posts: defaultExercise.posts }),
    )
    expect(await setExercise(database.db, settings)).toEqual({ year: 2024, kind: 'unchanged', columns: [] })
    expect(await database.db.select().from(auditLog)).toEqual([])
  })

  test('a deadline is kept as the moment that it names, and null takes it away', async () => {
    await setExercise(database.db, readSettings('{"deadline": "2026-12-31T23:59:59+01:00"}'))
    expect((await stored())[0]?.deadline).toEqual(new Date('2026-12-31T22:59:59Z'))
    await setExercise(database.db, readSettings('{"deadline": null}'))
    expect((await stored())[0]?.deadline).toBeNull()
  })

  test('another year begins as the current one, closed and without a deadline; the public sees the newest', async () => {
    await setExercise(database.db, { status: 'open', deadline: '2024-12-01T00:00:00Z', shortName: 'SITMX' })
    expect(await setExercise(database.db, { year: 2026, fee: 14_000 })).toMatchObject({ year: 2026, kind: 'added' })
    expect(await stored()).toMatchObject([
      { year: 2024, status: 'open', feeKobo: 1_200_000 },
      { year: 2026, status: 'closed', deadline: null, feeKobo: 1_400_000, shortName: 'SITMX' },
    ])
    const facts = await publicFacts(database.db, { publicKey: 'key', widgetUrl: 'https://widget.example.org/' })
    expect(facts).toMatchObject({ year: 2026, fee: 14_000, shortName: 'SITMX' })
  })
})

describe('settings that are not right', () => {
  test('are all named, a line each', () => {
    const settings = {
      colour: 'red',
      status: 'opened',
      fee: -1,
      charge: 0.001,
      deadline: '31/12/2026',
      posts: [{ school: 'Technology', department: '', roles: [] }],
      vendor: { name: 'Delta Works', url: 'delta' },
    }
    expect(() => readSettings(JSON.stringify(settings))).toThrow(
      [
        'The settings are not right:',
        '  status: must be "open" or "closed"',
        '  deadline: must be a moment with its zone, such as "2024-12-31T23:59:59+01:00", or null',
        '  fee: must not be negative',
        '  charge: must have at most two decimals',
        '  posts.0.department: must not be empty',
        '  posts.0.roles: must name at least one role',
        '  vendor.url: must be a web address',
        '  colour: there is no such setting',
      ].join('\n'),
    )
  })

  test.each([
    ['', 'The settings are not JSON'],
    ['{"fee": 1', 'The settings are not JSON'],
    ['[]', '  the file: '],
    ['{"fee": "12000"}', '  fee: must be a number of naira, such as 12000'],
    ['{"vendor": {"name": "A", "url": null, "logo": 1}}', '  vendor.logo: there is no such setting'],
  ])('such as %s say why', (text, words) => {
    expect(() => readSettings(text)).toThrow(words)
  })
})
