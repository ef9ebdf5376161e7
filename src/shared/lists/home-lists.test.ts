import { expect, test } from 'vitest'
import { administrators, listWaiting, progressSteps } from './home-lists.ts'
import { staffLists } from './lists.ts'

const counted = [...listWaiting(new Date('2026-11-24T09:00:00Z')), ...progressSteps, administrators]

test.each(counted)('$list: “$label” asks for what the list answers', ({ list, query, further }) => {
  expect(staffLists[list].query.safeParse({ ...query, ...further }).error).toBeUndefined()
})
