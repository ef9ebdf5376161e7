import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect, type Database } from '#server/database/connection.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'
import { createExerciseService, sampleExercise } from './service.ts'
import { parseExerciseSettings } from './settings.ts'

let testDatabase: TestDatabase
let database: Database
let service: ReturnType<typeof createExerciseService>
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = connect(testDatabase.url, { maxConnections: 6 })
  service = createExerciseService(database)
})
afterEach(async () => {
  await database.close()
  await testDatabase.drop()
})

const listExercises = () => database.db.select().from(exercises).orderBy(exercises.year)

test('six servers that start at the same time on an empty database create one exercise', async () => {
  await Promise.all(Array.from({ length: 6 }, () => service.ensureExercise()))
  expect(await listExercises()).toEqual([expect.objectContaining(sampleExercise)])
})

test('on an empty database the command makes the first exercise, of the year that it is given', async () => {
  await expect(service.setExercise({ status: 'open' })).rejects.toMatchObject({
    code: 'invalid_request',
    details: {
      errors: expect.arrayContaining([{ path: 'institution', message: 'Enter the name of the institution.' }]),
    },
  })
  expect(await listExercises()).toEqual([])
  expect(await service.findPublicFacts()).toBeNull()
  const settings = { institution: 'Hillside Polytechnic', shortName: 'HP', title: 'Staff', fee: 10_000, charge: 0 }
  expect(await service.setExercise({ ...settings, year: 2027, status: 'open' })).toMatchObject({
    year: 2027,
    kind: 'added',
  })
  expect(await listExercises()).toEqual([
    expect.objectContaining({
      year: 2027,
      institution: 'Hillside Polytechnic',
      status: 'open',
      isCurrent: true,
      posts: [],
    }),
  ])
})

describe('with the sample exercise', () => {
  beforeEach(() => service.ensureExercise())

  test('only the given settings are changed, and the change has an audit event', async () => {
    const settings = parseExerciseSettings(
      '{"status": "open", "fee": 15000.5, "vendor": {"name": "Delta Works", "url": null}}',
    )
    expect(await service.setExercise(settings)).toEqual({
      year: 2024,
      kind: 'changed',
      columns: ['status', 'feeKobo', 'vendorName'],
    })
    expect(await listExercises()).toEqual([
      expect.objectContaining({ ...sampleExercise, status: 'open', feeKobo: 1_500_050, vendorName: 'Delta Works' }),
    ])
    expect(await database.db.select().from(auditLog)).toMatchObject([
      { actor: 'staff', action: 'exercise_changed', detail: { year: 2024, columns: expect.any(Array) } },
    ])
  })

  test('how to reach the registry is set in parts, null removes one, and the next year starts with it', async () => {
    const contact = { address: ' Registry \r\n\r\n 12 College Road ', phone: '+234 800 000 0000', hours: null }
    await service.setExercise(parseExerciseSettings(JSON.stringify({ contact })))
    const settings = parseExerciseSettings('{"contact": {"phone": null, "hours": "Monday to Friday, 9 am to 4 pm"}}')
    const columns = ['contactPhone', 'contactHours']
    expect(await service.setExercise(settings)).toEqual({ year: 2024, kind: 'changed', columns })
    await service.setExercise({ year: 2026, current: true })
    expect((await service.findPublicFacts())?.contact).toEqual({
      address: 'Registry\n12 College Road',
      phone: null,
      hours: 'Monday to Friday, 9 am to 4 pm',
    })
  })

  test('settings that are already in effect change nothing', async () => {
    const settings = parseExerciseSettings(
      JSON.stringify({ year: 2024, fee: 12_000, deadline: null, posts: sampleExercise.posts }),
    )
    expect(await service.setExercise(settings)).toEqual({ year: 2024, kind: 'unchanged', columns: [] })
    expect(await database.db.select().from(auditLog)).toEqual([])
  })

  test('a deadline is stored with its time zone, and null removes it', async () => {
    await service.setExercise(parseExerciseSettings('{"deadline": "2026-12-31T23:59:59+01:00"}'))
    expect((await listExercises())[0]?.deadline).toEqual(new Date('2026-12-31T22:59:59Z'))
    await service.setExercise(parseExerciseSettings('{"deadline": null}'))
    expect((await listExercises())[0]?.deadline).toBeNull()
  })

  test('a new year starts as a copy of the current one, closed, without a deadline and not public', async () => {
    await service.setExercise({ status: 'open', deadline: '2024-12-01T00:00:00Z', shortName: 'SITMX' })
    expect(await service.setExercise({ year: 2026, fee: 14_000 })).toMatchObject({ year: 2026, kind: 'added' })
    expect(await listExercises()).toMatchObject([
      { year: 2024, status: 'open', feeKobo: 1_200_000 },
      { year: 2026, status: 'closed', deadline: null, feeKobo: 1_400_000, shortName: 'SITMX' },
    ])
    const facts = await service.getPublicExercise({ publicKey: 'key', widgetUrl: 'https://widget.example.org/' })
    expect(facts).toMatchObject({ year: 2024, fee: 12_000, shortName: 'SITMX' })
    const events = await database.db.select().from(auditLog).where(eq(auditLog.subjectId, '2026'))
    expect(events).toMatchObject([{ action: 'exercise_added', detail: { year: 2026, columns: ['year', 'feeKobo'] } }])
  })

  test('of two that are made current at the same time the last one is', async () => {
    const makeCurrent = (year: number) => () => service.setExercise({ year, current: true })
    const lock = 'lock table exercises in share row exclusive mode'
    const changes = await raceAtLock(testDatabase.url, lock, [makeCurrent(2026), makeCurrent(2027)])
    expect(changes.map(({ kind }) => kind)).toEqual(['added', 'added'])
  })

  test('another year becomes the public one once it is made current', async () => {
    await service.setExercise({ year: 2026, fee: 14_000 })
    expect(await service.setExercise({ year: 2026, current: true })).toMatchObject({ kind: 'changed' })
    const facts = await service.getPublicExercise({ publicKey: 'key', widgetUrl: 'https://widget.example.org/' })
    expect(facts).toMatchObject({ year: 2026, fee: 14_000 })
    expect(await listExercises()).toMatchObject([{ isCurrent: false }, { isCurrent: true }])
  })
})

describe('wrong settings', () => {
  test('are all reported, one per line', () => {
    const settings = {
      colour: 'red',
      status: 'opened',
      fee: -1,
      charge: 0.001,
      deadline: '31/12/2026',
      posts: [{ school: 'Technology', department: '', roles: [] }],
      vendor: { name: 'Delta Works', url: 'delta' },
    }
    expect(() => parseExerciseSettings(JSON.stringify(settings))).toThrow(
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
    ['{"contact": {"phone": "call us"}}', '  contact.phone: must be one phone number of 7 to 15 digits, such as'],
    ['{"contact": {"phone": "0800 000 0000, 0800 000 0001"}}', '  contact.phone: must be one phone number'],
    ['{"contact": {"address": " "}}', '  contact.address: must not be empty; null removes it'],
    ['{"contact": {"address": "1\\n2\\n3\\n4\\n5\\n6"}}', '  contact.address: must have at most 5 lines'],
    [
      JSON.stringify({ contact: { address: 'a'.repeat(81) } }),
      '  contact.address: must have lines of at most 80 characters',
    ],
    ['{"contact": {"hours": "Monday\\nTuesday"}}', '  contact.hours: must be one line'],
    [JSON.stringify({ contact: { hours: 'a'.repeat(121) } }), '  contact.hours: must be at most 120 characters'],
    ['{"contact": {"fax": "1"}}', '  contact.fax: there is no such setting'],
  ])('such as %s are reported with the reason', (json, message) => {
    expect(() => parseExerciseSettings(json)).toThrow(message)
  })
})
