import { expect, test } from 'vitest'
import { buildDoorList } from '#tests/support/fixtures/door.ts'
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
  storeList({ id, person, list: buildDoorList([], { id, endsAt: new Date(0).toISOString() }), elsewhere: null })
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
  await removeLists(bala.id)
  expect(await readList('one', ngozi.id)).toBeNull()
  expect(await readList('two', bala.id)).not.toBeNull()
  await removeLists()
  expect(await readList('two', null)).toBeNull()
  expect(await readMarks('one', ngozi.id)).toHaveLength(1)
})

test('a list goes a day after its sitting, unless marks of it still wait', async () => {
  await store('sent')
  await store('waiting')
  await storeMarks([markOf('waiting', ngozi.id)])
  await removeOldLists(23 * hour)
  expect(await readList('sent', ngozi.id)).not.toBeNull()
  await removeOldLists(25 * hour)
  expect(await readList('sent', ngozi.id)).toBeNull()
  expect(await readList('waiting', ngozi.id)).not.toBeNull()
})
