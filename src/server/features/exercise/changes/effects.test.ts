// What a person reads before a change of settings: each side of each sentence.
import { expect, test } from 'vitest'
import type { PostDetails } from '#shared/staff/exercise-settings.ts'
import { listEffects } from './effects.ts'

type Change = Parameters<typeof listEffects>[0]

const early = '2031-01-31T11:00:00.000Z'
const late = '2031-02-28T11:00:00.000Z'
const post: PostDetails = {
  school: 'Technology',
  department: 'Computer Science',
  role: 'Lecturer II',
  vacancies: null,
  requirements: {},
  closesAt: null,
}
const holder = { ...post, accounts: 5, submitted: 3, drafts: 2 }
const before = {
  year: 2024,
  deadline: null,
  feeKobo: 1_200_000,
  chargeKobo: 50_000,
  posts: [{ school: post.school, department: post.department, roles: [post.role] }],
}
const terms = { effectiveAt: null, appliesToUnpaid: false }

function list(change: { [K in keyof Change]?: Partial<Change[K]> | Change[K] }) {
  const { before: changedBefore, counts, ...more } = change
  const complete = {
    changes: {},
    posts: [],
    postDetails: [],
    withoutRrr: null,
    terms,
    current: null,
    ...more,
    before: { ...before, ...changedBefore },
    counts: { accounts: 0, unpaid: 0, holders: [], ...counts },
  }
  return listEffects(complete as never)
}
const texts = (change: Parameters<typeof list>[0]) => list(change).map(({ text }) => text)

test('nothing that stays is told', () => {
  expect(list({})).toEqual([])
})

test('a change that is planned says from when on it holds', () => {
  expect(texts({ terms: { ...terms, effectiveAt: new Date(early) } })).toEqual([
    'It takes effect on 31 January 2031, 12:00 pm. Until then nothing changes.',
  ])
})

const [earlyDate, lateDate] = [new Date(early), new Date(late)]
const closing = { ...post, role: 'Professor', closesAt: late }
test.each<[string, Parameters<typeof list>[0], string[]]>([
  ['removed', { changes: { deadline: null } }, ['There is no deadline any more.']],
  [
    'removed, where a post closes by itself',
    { changes: { deadline: null }, posts: [post, closing] },
    ['There is no deadline any more. 1 post closes apart from it.'],
  ],
  [
    'moved later',
    { before: { deadline: earlyDate }, changes: { deadline: lateDate }, counts: { holders: [holder] } },
    ['The deadline moves later, to 28 February 2031, 12:00 pm.'],
  ],
  [
    'moved earlier',
    { before: { deadline: lateDate }, changes: { deadline: earlyDate }, counts: { holders: [holder] } },
    ['The deadline moves earlier, to 31 January 2031, 12:00 pm: 2 drafts shut out unless submitted by then.'],
  ],
  [
    'moved earlier, where those with a draft hold a post that closes by itself',
    {
      before: { deadline: lateDate },
      changes: { deadline: earlyDate },
      posts: [{ ...post, closesAt: late }],
      counts: { holders: [holder] },
    },
    ['The deadline moves earlier, to 31 January 2031, 12:00 pm. 1 post closes apart from it.'],
  ],
  ['the first one', { changes: { deadline: earlyDate } }, ['The exercise gets a deadline, 31 January 2031, 12:00 pm.']],
])('a deadline that is %s', (_, change, expected) => {
  expect(texts(change)).toEqual(expected)
})

test('an end that is over when the change takes effect says who can submit no more, with or without a draft', () => {
  const change = { changes: { deadline: earlyDate }, counts: { holders: [holder] } }
  const over = '31 January 2031, 12:00 pm, which is over already: 2 applicants can submit no more.'
  expect(list({ ...change, now: lateDate })).toMatchObject([
    { count: 2, text: `The exercise gets a deadline, ${over}` },
  ])
  expect(texts({ ...change, terms: { ...terms, effectiveAt: lateDate } })[1]).toBe(
    `The exercise gets a deadline, ${over}`,
  )
  expect(texts({ ...change, counts: {}, now: lateDate })).toEqual([
    'The exercise gets a deadline, 31 January 2031, 12:00 pm, which is over already.',
  ])
  const closing = { posts: [post], postDetails: [{ ...post, closesAt: early }], counts: { holders: [holder] } }
  expect(texts({ ...closing, now: lateDate })).toEqual([`Lecturer II, Computer Science, Technology: closes on ${over}`])
})

test('a status says how the exercise is shown', () => {
  expect(list({ changes: { status: 'closed' } })).toEqual([
    {
      kind: 'status_closed',
      count: null,
      text: 'The exercise is shown as closed. Who has an account can still pay and submit; a deadline alone ends that.',
      refused: false,
    },
  ])
})

const fee = { feeKobo: 1_500_000 }
const amounts = (rest: string) => [`The fee changes from ₦12,000.00 to ₦15,000.00${rest}`]
test.each<[string, Parameters<typeof list>[0], string[]]>([
  ['nobody', { changes: fee }, amounts('; it holds for accounts issued from now on.')],
  [
    'accounts that keep theirs',
    { changes: fee, counts: { unpaid: 1 } },
    amounts(': 1 unpaid account keeps its own; it holds for accounts issued from now on.'),
  ],
  [
    'accounts that could move but are not asked to',
    { changes: fee, counts: { unpaid: 3 }, withoutRrr: { fee: 2, charge: 1 } },
    amounts(': 3 unpaid accounts keep theirs; it holds for accounts issued from now on.'),
  ],
  [
    'accounts of which some move, at a moment',
    {
      changes: fee,
      counts: { unpaid: 3 },
      withoutRrr: { fee: 2, charge: 1 },
      terms: { effectiveAt: null, appliesToUnpaid: true },
    },
    amounts(
      ': 1 unpaid account keeps its own; it holds for accounts issued from now on and for 2 unpaid accounts without an open RRR.',
    ),
  ],
])('a fee that concerns %s', (_, change, expected) => {
  expect(texts(change)).toEqual(expected)
})

test('a planned charge holds from then on', () => {
  const [, text] = texts({ changes: { chargeKobo: 75_000 }, terms: { ...terms, effectiveAt: earlyDate } })
  expect(text).toBe('The charge changes from ₦500.00 to ₦750.00; it holds for accounts issued from then on.')
})

test('names say whose emails and slips get them, contacts whether they are given', () => {
  expect(texts({ changes: { shortName: 'EIT' }, counts: { accounts: 2 } })).toEqual([
    'The short name becomes “EIT” on the pages, emails and slips of 2 accounts.',
  ])
  expect(texts({ changes: { shortName: 'EIT' } })).toEqual([
    'The short name becomes “EIT” on the pages, emails and slips.',
  ])
  expect(texts({ changes: { contactAddress: 'Registry\n1 Road', contactPhone: null, contactHours: null } })).toEqual([
    'The registry’s address becomes “Registry, 1 Road” on the contact page, emails and slips.',
    'The registry’s phone number is not given any more.',
    'The registry’s hours are not given any more.',
  ])
  expect(texts({ changes: { contactHours: '9 to 4' } })).toEqual([
    'The registry’s hours become “9 to 4” on the contact page, emails and slips.',
  ])
})

test('how many persons a shortlisting needs says what happens to those before', () => {
  expect(texts({ changes: { reviewRules: { shortlistReviews: 1 } } })[0]).toMatch(/^One review is enough/)
  expect(texts({ changes: { reviewRules: { shortlistReviews: 2 } } })[0]).toMatch(/^Shortlisting needs two persons/)
})

test('the exercise that becomes the current one replaces the one before, if there is one', () => {
  expect(texts({ changes: { isCurrent: true }, current: { year: 2023 } })).toEqual([
    'The public pages show the exercise of 2024 instead of the one of 2023, whose applicants keep theirs; lists of accounts are issued for it unless another exercise is chosen.',
  ])
  expect(texts({ changes: { isCurrent: true } })[0]).toMatch(/show the exercise of 2024; lists/)
  expect(list({ changes: { isCurrent: false } })).toEqual([])
})

test('a post is added or removed, unless somebody holds it', () => {
  const posts = [{ school: 'Library', department: null, roles: ['Librarian'] }]
  expect(texts({ changes: { posts } })).toEqual([
    'Lecturer II, Computer Science, Technology: removed; nobody holds it.',
    'Librarian, Library: added.',
  ])
  const [held] = list({ changes: { posts }, counts: { holders: [{ ...holder, accounts: 1 }] } })
  expect(held).toMatchObject({
    text: 'Lecturer II, Computer Science, Technology: removed, but 1 account holds it.',
    refused: true,
    count: 1,
  })
})

const name = 'Lecturer II, Computer Science, Technology'
const shutOut = ': 2 drafts shut out unless submitted by then'
test.each<[string, Partial<PostDetails>, Partial<PostDetails>, Date | null, string[]]>([
  ['vacancies', {}, { vacancies: 3 }, null, [`${name}: vacancies change from not stated to 3.`]],
  ['no vacancies', { vacancies: 3 }, {}, null, [`${name}: vacancies change from 3 to not stated.`]],
  [
    'requirements',
    {},
    { requirements: { minYears: 3 } },
    null,
    [expect.stringMatching(/: it asks for .*3.*; 3 applications are checked against it; decisions stay\.$/)],
  ],
  [
    'no requirements',
    { requirements: { minYears: 3 } },
    {},
    null,
    [`${name}: it asks for nothing; 3 applications are checked against it; decisions stay.`],
  ],
  ['a first closing', {}, { closesAt: early }, null, [`${name}: closes on 31 January 2031, 12:00 pm${shutOut}.`]],
  [
    'a closing before the deadline',
    {},
    { closesAt: early },
    lateDate,
    [`${name}: closes earlier, on 31 January 2031, 12:00 pm${shutOut}.`],
  ],
  [
    'a later closing',
    { closesAt: early },
    { closesAt: late },
    null,
    [`${name}: closes on 28 February 2031, 12:00 pm.`],
  ],
  ['an own closing no more, without a deadline', { closesAt: early }, {}, null, [`${name}: closes with the exercise.`]],
  ['a closing after it', {}, { closesAt: late }, earlyDate, [`${name}: closes on 28 February 2031, 12:00 pm.`]],
  ['a closing at the deadline', {}, { closesAt: early }, earlyDate, [`${name}: closes on 31 January 2031, 12:00 pm.`]],
  ['an own closing no more', { closesAt: early }, {}, lateDate, [`${name}: closes with the exercise.`]],
  [
    'an own closing no more, with an earlier deadline',
    { closesAt: late },
    {},
    earlyDate,
    [`${name}: closes earlier, with the exercise${shutOut}.`],
  ],
])('a post gets %s', (_, former, next, deadline, expected) => {
  const change = {
    before: { deadline },
    posts: [{ ...post, ...former }],
    postDetails: [{ ...post, ...next }],
    counts: { holders: [holder] },
  }
  expect(texts(change)).toEqual(expected)
})

test('a post without details until now gets them, and one that stays as it is nothing', () => {
  expect(texts({ postDetails: [{ ...post, vacancies: 3, closesAt: late }] })).toEqual([
    `${name}: vacancies change from not stated to 3.`,
    `${name}: closes on 28 February 2031, 12:00 pm.`,
  ])
  expect(texts({ postDetails: [post] })).toEqual([])
})

test('for a post that nobody has applied for nobody is checked', () => {
  const [text] = texts({ posts: [post], postDetails: [{ ...post, requirements: { minYears: 3 } }] })
  expect(text).toMatch(/; nobody has applied yet\.$/)
})
