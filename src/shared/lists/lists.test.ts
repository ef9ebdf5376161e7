// What a filter takes, and what stays of one that was saved before a choice went.
import { expect, test } from 'vitest'
import { getAuditKind } from '../staff/labels/audit-actions.ts'
import { listApplicationScopes, unpublishedColumns } from './applications.ts'
import { getDefaultOrder, type ListDescription } from './list.ts'
import { dropUnknownValues, findUnknownValues, type ListName, staffLists } from './lists.ts'
import { amountColumns, listPaymentScopes } from './payments.ts'

const listRefusals = (query: Record<string, string>) =>
  staffLists.applicants.query
    .safeParse(query)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

test.each<[Record<string, string>, string?]>([
  [{ stage: 'paid' }],
  [{ stage: 'paid|submitted' }],
  [{ stage: 'paid||submitted|' }],
  [{ stage: ' paid | submitted | ' }],
  [{ stage: 'x'.repeat(61) }, `stage: There is no choice “${'x'.repeat(60)}”.`],
  [{ stage: 'paid|lost' }, 'stage: There is no choice “lost”.'],
  [{ stage: '|' }, 'stage: There is no choice “|”.'],
  [{ stage: 'toString' }, 'stage: There is no choice “toString”.'],
  [{ flags: 'complaint' }],
  [{ flags: 'complaint|nin_mismatch' }, 'flags: There is no choice “complaint|nin_mismatch”.'],
  [{ role: 'Whichever' }],
  [{ paid: 'yes' }],
  [{ paid: 'maybe' }, 'paid: Invalid option: expected one of "yes"|"no"'],
  [{ issuedFrom: '2024-02-29', issuedTo: '2024-02-29' }],
  [{ issuedFrom: '2023-02-29' }, 'issuedFrom: Enter a day such as 2024-12-31.'],
  [{ issued: '2024-02-29' }, ': Unrecognized key: "issued"'],
  [{ sort: '-issued' }],
  [
    { sort: 'stage' },
    'sort: Invalid option: expected one of "name"|"-name"|"issued"|"-issued"|"submitted"|"-submitted"|"proposed"|"-proposed"',
  ],
  [{ limit: '1' }],
  [{ limit: '100' }],
  [{ limit: '0' }, 'limit: Too small: expected number to be >=1'],
  [{ limit: '101' }, 'limit: Too big: expected number to be <=100'],
])('the list answers %o, or says why not', (query, refusal) => {
  expect(listRefusals(query)).toEqual(refusal === undefined ? [] : [refusal])
})

test.each<[ListName, Record<string, string>, string]>([
  ['payments', {}, '-requested'],
  ['payments', { paidFrom: '2024-02-01' }, '-paidAt'],
  ['payments', { paidTo: '2024-02-29' }, '-paidAt'],
  ['applicants', {}, '-issued'],
  ['applicants', { submittedFrom: '2024-02-01' }, '-submitted'],
  ['applicants', { submittedTo: '2024-02-29' }, '-submitted'],
  ['people', {}, 'name'],
])('%s of %j are in the order of %s', (list, query, order) => {
  expect(getDefaultOrder(staffLists[list], query)).toBe(order)
})

test('who may see the status alone filters by nothing that tells more', () => {
  const everywhere = { exerciseId: null, school: null, department: null }
  const grants = [{ role: 'helpdesk', ...everywhere } as const]
  const statusAlone = [
    listApplicationScopes(grants, { published: 'verified', q: 'Bello' }),
    listPaymentScopes(grants, { state: 'paid', q: 'Bello' }),
  ]
  expect(statusAlone).toEqual([[everywhere], [everywhere]])
  for (const name of unpublishedColumns)
    expect([name, listApplicationScopes(grants, { published: 'verified', [name]: 'x' })]).toEqual([name, []])
  for (const name of amountColumns)
    expect([name, listPaymentScopes(grants, { state: 'paid', [name]: 'x' })]).toEqual([name, []])
})

test('reading a list with personal data is recorded, but for the audit log itself', () => {
  const lists: readonly ListDescription[] = Object.values(staffLists)
  const personal = lists.filter(({ columns }) => Object.values(columns).some((column) => column.personal))
  expect(personal.filter(({ reading }) => !reading).map(({ name }) => name)).toEqual(['audit'])
  const readings = lists.flatMap(({ reading }) => reading ?? [])
  expect(readings.filter((action) => getAuditKind(action) !== 'reading')).toEqual([])
})

test('a saved filter without the choices that have gone', () => {
  const saved = { stage: 'paid|lost', state: 'lost', flags: 'complaint|lost', paid: 'yes', q: 'Bello' }
  expect(findUnknownValues('applicants', saved)).toEqual({ stage: 'lost', state: 'lost', flags: 'complaint|lost' })
  expect(dropUnknownValues('applicants', saved)).toEqual({ stage: 'paid', paid: 'yes', q: 'Bello' })
  for (const find of [findUnknownValues, dropUnknownValues]) expect(() => find('toString', { q: 'x' })).not.toThrow()
  expect(findUnknownValues('applicants', { toString: 'x', constructor: 'y' })).toEqual({})
  // A column by which nothing is filtered.
  expect(findUnknownValues('results', { status: 'lost' })).toEqual({})
})
