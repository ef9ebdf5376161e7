import { afterEach, describe, expect, test, vi } from 'vitest'
import { buildDoorList, buildDoorSeat, unmarked } from '#tests/support/fixtures/door.ts'
import {
  countMarksOfOthers,
  readList,
  readMarks,
  removeLists,
  removeOldLists,
  type StoredMark,
  storeList,
  storeMarks,
} from './door-storage.ts'

const ngozi = { id: 'person-1', name: 'Ngozi Uba' }
const bala = { id: 'person-2', name: 'Bala Sani' }
const hour = 3_600_000
const store = (id: string, person = ngozi) =>
  storeList({ id, person, list: buildDoorList([buildDoorSeat({ seatNumber: 1 })], { id }), elsewhere: null })
const markOf = (sitting: string, personId: string): StoredMark => ({
  id: `${sitting} ${personId}`,
  sitting,
  personId,
  seat: 'seat',
  state: 'present',
  reason: '',
  source: 'scan',
  at: 0,
  saw: 0,
  refused: null,
})

test('at the end of a session the lists go and marks stay for their person; another person reads neither', async () => {
  await store('one')
  await store('two', bala)
  await storeMarks([markOf('one', ngozi.id)])
  expect(await readList('one', bala.id)).toBeNull()
  expect([await readMarks('one', bala.id), await countMarksOfOthers('one', bala.id)]).toEqual([[], 1])
  expect(await countMarksOfOthers('one', ngozi.id)).toBe(0)
  // What was refused waits no more.
  await storeMarks([{ ...markOf('two', ngozi.id), refused: 'no_seat' }])
  expect(await countMarksOfOthers('two', bala.id)).toBe(0)
  await removeLists(bala.id)
  expect(await readList('one', ngozi.id)).toBeNull()
  expect(await readList('two', bala.id)).not.toBeNull()
  await removeLists()
  expect(await readList('two', null)).toBeNull()
  expect(await readMarks('one', ngozi.id)).toHaveLength(1)
})

test('marks of one seat keep their order, also when the clock of the device was set back between them', async () => {
  const first = markOf('clock', ngozi.id)
  await storeMarks([
    { ...first, id: 'a', state: 'turned_away', reason: 'No slip.', at: 24 * hour, saw: 0 },
    { ...first, id: 'b', at: 0, saw: 1 },
    { ...first, id: 'c', seat: 'another', at: hour, saw: 0 },
  ])
  // Those of other seats stand where they were made.
  expect((await readMarks('clock', ngozi.id)).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
})

test('a list goes four hours after its sitting, unless marks of it still wait', async () => {
  await store('sent')
  await store('waiting')
  await storeMarks([markOf('waiting', ngozi.id), { ...markOf('sent', ngozi.id), refused: 'too_late' }])
  // The sitting ends in an hour.
  await removeOldLists(Date.now() + 4.9 * hour)
  expect(await readList('sent', ngozi.id)).not.toBeNull()
  await removeOldLists(Date.now() + 5.1 * hour)
  expect(await readList('sent', ngozi.id)).toBeNull()
  expect(await readList('waiting', ngozi.id)).not.toBeNull()
})

const anHourAgo = () => new Date(Date.now() - hour).toISOString()

test.each([
  ['ended', () => ({ endsAt: anHourAgo() }), {}, 'forgotten'],
  ['is locked', () => ({ state: 'locked' }), {}, 'forgotten'],
  ['goes on', () => ({}), {}, 'kept'],
  ['ended, and somebody is not marked', () => ({ endsAt: anHourAgo() }), { state: null }, 'kept'],
  ['ended, and two devices differ', () => ({ endsAt: anHourAgo() }), { hasConflict: true }, 'kept'],
] as const)(
  'the list of a door at which everybody is marked, of a sitting that %s, is %4$s',
  async (_, change, mark, then) => {
    const present = { ...unmarked, state: 'present' as const, marks: 1 }
    const seats = [present, { ...present, ...mark }].map((one, n) => buildDoorSeat({ seatNumber: n + 1, mark: one }))
    await storeList({ id: 'door', person: ngozi, list: buildDoorList(seats, change()), elsewhere: null })
    expect((await readList('door', ngozi.id)) === null).toBe(then === 'forgotten')
  },
)

describe('with a database of the browser', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** A request, or a transaction, of which this event comes next. */
  const create = (event: 'onsuccess' | 'onerror' | 'oncomplete' | 'onabort', facts: object) => {
    const request: Record<string, unknown> = { ...facts }
    queueMicrotask(() => (request[event] as (() => void) | undefined)?.())
    return request
  }
  /** As a page begins. */
  async function openPage(open: () => object) {
    vi.resetModules()
    vi.stubGlobal('indexedDB', { open })
    return import('./door-storage.ts')
  }
  const mark = markOf('one', ngozi.id)

  test('marks are there again when the page is opened anew', async () => {
    const rows: StoredMark[] = []
    const objectStore = () => ({
      put: (row: StoredMark) => rows.push(row),
      delete: (id: string) => rows.splice(0, rows.length, ...rows.filter((row) => row.id !== id)),
      getAll: () => create('onsuccess', { result: rows }),
    })
    const open = () => create('onsuccess', { result: { transaction: () => create('oncomplete', { objectStore }) } })
    const page = await openPage(open)
    expect(await page.isStorageLasting()).toBe(true)
    await page.storeMarks([mark])
    const next = await openPage(open)
    expect(await next.readMarks('one', ngozi.id)).toEqual([mark])
    await next.removeMarks([mark.id])
    expect(await next.readMarks('one', ngozi.id)).toEqual([])
  })

  test('that it refuses, marks are kept until the page is closed', async () => {
    const page = await openPage(() => create('onerror', {}))
    expect(await page.isStorageLasting()).toBe(false)
    await page.storeMarks([mark])
    expect(await page.readMarks('one', ngozi.id)).toEqual([mark])
  })

  test('that cannot even be asked for, marks are kept until the page is closed', async () => {
    const page = await openPage(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    expect(await page.isStorageLasting()).toBe(false)
    await page.storeMarks([mark])
    expect(await page.readMarks('one', ngozi.id)).toEqual([mark])
  })

  test('that the browser has closed meanwhile is opened again', async () => {
    const objectStore = () => ({ getAll: () => create('onsuccess', { result: [mark] }) })
    const databases: { transaction: () => object; onclose?: () => void }[] = []
    const page = await openPage(() => {
      const database = { transaction: () => ({ objectStore }) }
      databases.push(database)
      return create('onsuccess', { result: database })
    })
    expect(await page.readMarks('one', ngozi.id)).toEqual([mark])
    expect(databases).toHaveLength(1)
    databases[0]?.onclose?.()
    expect(await page.readMarks('one', ngozi.id)).toEqual([mark])
    expect(databases).toHaveLength(2)
  })

  test('that is full, or cannot be read, the reason is told', async () => {
    const error = new DOMException('Full.', 'QuotaExceededError')
    const objectStore = () => ({ put: () => {}, getAll: () => create('onerror', { error }) })
    const database = { transaction: () => create('onabort', { error, objectStore }) }
    const page = await openPage(() => create('onsuccess', { result: database }))
    await expect(page.storeMarks([mark])).rejects.toBe(error)
    await expect(page.readMarks('one', ngozi.id)).rejects.toBe(error)
    // Who opens a door, signs in or out does not wait for it.
    expect([await page.removeOldLists(Date.now()), await page.removeLists()]).toEqual([undefined, undefined])
  })
})
