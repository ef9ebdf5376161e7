import { expect, test } from 'vitest'
import { defaultRules } from '#tests/support/fixtures/sittings.ts'
import { allocateSeats, type Candidate, type FreeSeats } from './allocate.ts'

const candidate = (n: number, changes: Partial<Candidate> = {}): Candidate => ({
  applicationId: `id-${n}`,
  number: `APP-${n}`,
  state: 'kaduna',
  post: 'Physics, Lecturer II',
  obstacle: null,
  busy: [],
  ...changes,
})
const candidates = (count: number, changes: (n: number) => Partial<Candidate> = () => ({})) =>
  Array.from({ length: count }, (_, n) => candidate(n, changes(n)))
const sitting = (sittingId: string, capacity: number, state = 'kaduna', isStepFree = false): FreeSeats => ({
  sittingId,
  state,
  isStepFree,
  from: 0,
  to: 60,
  seatNumbers: Array.from({ length: capacity }, (_, n) => n + 1),
})
const by = (rules: Partial<typeof defaultRules> = {}, seed = 7) => ({ rules: { ...defaultRules, ...rules }, seed })
const reasonsOf = ({ unseated }: ReturnType<typeof allocateSeats>) =>
  Object.fromEntries(unseated.map(({ number, reason }) => [number, reason]))

test('the same seed gives the same seats, in whatever order applicants are read; another one gives others', () => {
  const all = candidates(60)
  const sittings = [sitting('a', 25), sitting('b', 25)]
  const first = allocateSeats(all, sittings, by())
  expect(allocateSeats([...all].reverse(), sittings, by())).toEqual(first)
  expect(allocateSeats(all, sittings, by({}, 8)).seats).not.toEqual(first.seats)
  expect(first.seats).toHaveLength(50)
  expect(new Set(first.seats.map(({ sittingId, seatNumber }) => `${sittingId} ${seatNumber}`)).size).toBe(50)
  expect(first.unseated.map(({ reason }) => reason)).toEqual(Array(10).fill('no_seat'))
})

test('sittings are filled one after the other, with the lowest free seats', () => {
  const taken = { ...sitting('a', 0), seatNumbers: [2, 5] }
  const { seats } = allocateSeats(candidates(3), [taken, sitting('b', 4)], by())
  expect(seats.map(({ sittingId, seatNumber }) => [sittingId, seatNumber])).toEqual([
    ['a', 2],
    ['a', 5],
    ['b', 1],
  ])
})

test('with the home state preferred, those of the state sit there, and others take what is left anywhere', () => {
  const mixed = candidates(6, (n) => ({ state: n < 3 ? 'kano' : 'kaduna' }))
  const { seats, unseated } = allocateSeats(mixed, [sitting('kano', 2, 'kano'), sitting('kaduna', 4)], by())
  const at = new Map(seats.map(({ applicationId, sittingId }) => [applicationId, sittingId]))
  expect([3, 4, 5].map((n) => at.get(`id-${n}`))).toEqual(['kaduna', 'kaduna', 'kaduna'])
  expect([0, 1, 2].map((n) => at.get(`id-${n}`)).sort()).toEqual(['kaduna', 'kano', 'kano'])
  expect(unseated).toEqual([])
})

test('with the home state required, nobody sits elsewhere, and the reason says whether there was a sitting', () => {
  const mixed = [candidate(1, { state: 'kano' }), candidate(2, { state: 'kano' }), candidate(3, { state: 'lagos' })]
  const allocation = allocateSeats(
    mixed,
    [sitting('kano', 1, 'kano'), sitting('kaduna', 9)],
    by({ homeState: 'required' }),
  )
  expect(allocation.seats.map(({ sittingId }) => sittingId)).toEqual(['kano'])
  expect(Object.values(reasonsOf(allocation)).sort()).toEqual(['no_seat', 'no_venue_in_state'])
  expect(reasonsOf(allocation)['APP-3']).toBe('no_venue_in_state')
})

test('without regard to the home state chance alone decides', () => {
  const mixed = candidates(4, (n) => ({ state: n % 2 ? 'kano' : 'lagos' }))
  const { seats } = allocateSeats(mixed, [sitting('kano', 4, 'kano')], by({ homeState: 'ignored' }))
  expect(seats).toHaveLength(4)
})

test('applicants with special needs are seated before all others, in step-free venues alone, nearest to their home state', () => {
  const all = candidates(40, (n) => ({ state: n === 39 ? 'lagos' : 'kaduna' }))
  const sittings = [sitting('steps', 40), sitting('kano', 9, 'kano', true), sitting('kaduna', 2, 'kaduna', true)]
  const needs = ['APP-3', 'APP-17', 'APP-39']
  const { seats, unseated } = allocateSeats(all, sittings, by({ specialNeeds: needs, groupsPosts: true }))
  const of = (number: string) => seats.find(({ applicationId }) => `APP-${applicationId.slice(3)}` === number)
  expect([of('APP-3'), of('APP-17')].map((seat) => seat?.sittingId)).toEqual(['kaduna', 'kaduna'])
  expect([of('APP-3')?.seatNumber, of('APP-17')?.seatNumber].sort()).toEqual([1, 2])
  expect(of('APP-39')).toMatchObject({ sittingId: 'kano', seatNumber: 1 })
  expect(unseated).toEqual([])
})

test('who needs a step-free venue gets no seat elsewhere, and the reason says so', () => {
  const all = [candidate(1), candidate(2), candidate(3, { state: 'lagos' }), candidate(4)]
  const sittings = [sitting('steps', 9), sitting('free', 1, 'kaduna', true)]
  const rules = { specialNeeds: ['APP-1', 'APP-2', 'APP-3'] }
  const preferred = allocateSeats(all, sittings, by({ ...rules, homeState: 'preferred' }))
  expect(preferred.seats).toHaveLength(2)
  expect(Object.values(reasonsOf(preferred))).toEqual(['no_step_free_seat', 'no_step_free_seat'])
  const required = allocateSeats(all, sittings, by({ ...rules, homeState: 'required' }))
  expect(reasonsOf(required)).toMatchObject({ 'APP-3': 'no_venue_in_state' })
  expect(Object.values(reasonsOf(required))).toContain('no_step_free_seat')
})

test('those for one post sit in a row when posts are grouped', () => {
  const mixed = candidates(30, (n) => ({ post: n % 3 ? 'Physics' : 'Chemistry' }))
  const { seats } = allocateSeats(mixed, [sitting('a', 30)], by({ groupsPosts: true }))
  const posts = seats.map(({ applicationId }) => mixed.find((one) => one.applicationId === applicationId)?.post)
  expect(posts).toEqual([...Array(10).fill('Chemistry'), ...Array(20).fill('Physics')])
})

test('who may not sit takes no seat, and is named with the reason', () => {
  const obstacles = ['not_shortlisted', 'withdrawn', 'on_hold', 'seated_already'] as const
  const blocked = obstacles.map((obstacle, n) => candidate(n, { obstacle }))
  const allocation = allocateSeats([...blocked, candidate(9)], [sitting('a', 1)], by())
  expect(allocation.seats).toEqual([{ applicationId: 'id-9', sittingId: 'a', seatNumber: 1 }])
  expect(reasonsOf(allocation)).toEqual(Object.fromEntries(obstacles.map((obstacle, n) => [`APP-${n}`, obstacle])))
})

test('20,000 applicants are allocated to 40 sittings in a part of the ten seconds that seating them may take', () => {
  const states = ['kaduna', 'lagos', 'oyo', 'rivers']
  const all = candidates(20_000, (n) => ({ state: states[n % 4] ?? '', post: `Post ${n % 30}` }))
  const sittings = Array.from({ length: 40 }, (_, n) => sitting(`s${n}`, 500, states[n % 4]))
  const beganAt = performance.now()
  const { seats } = allocateSeats(all, sittings, by({ groupsPosts: true }))
  expect(performance.now() - beganAt).toBeLessThan(3_000)
  expect(new Set(seats.map(({ sittingId, seatNumber }) => `${sittingId} ${seatNumber}`)).size).toBe(20_000)
})

test.each<[string, Partial<typeof defaultRules>, Candidate['busy'], string | null]>([
  ['who sits elsewhere at that time gets no seat', {}, [{ from: 59, to: 90 }], 'clash'],
  ['nor from the time of reporting', { homeState: 'required' }, [{ from: -30, to: 1 }], 'clash'],
  ['who is done with the other one gets a seat', {}, [{ from: -30, to: 0 }], null],
  ['and who has it afterwards', {}, [{ from: 60, to: 90 }], null],
])('%s', (_, rules, busy, reason) => {
  const allocation = allocateSeats([candidate(1, { busy })], [sitting('a', 1)], by(rules))
  expect(allocation.unseated).toEqual(reason ? [{ number: 'APP-1', reason }] : [])
})

test('who sits elsewhere at the time of one sitting gets a seat in the next; the seat there is for somebody else', () => {
  const all = [candidate(1, { busy: [{ from: 0, to: 60 }] }), candidate(2)]
  const later = { ...sitting('later', 1), from: 60, to: 90 }
  const { seats, unseated } = allocateSeats(all, [sitting('a', 1), later], by())
  expect(Object.fromEntries(seats.map(({ applicationId, sittingId }) => [applicationId, sittingId]))).toEqual({
    'id-1': 'later',
    'id-2': 'a',
  })
  expect(unseated).toEqual([])
})

test('who sits elsewhere, where no seat is left either, is told so', () => {
  const all = [candidate(1), candidate(2, { busy: [{ from: 0, to: 60 }] })]
  expect(reasonsOf(allocateSeats(all, [sitting('a', 1)], by()))).toEqual({ 'APP-2': 'no_seat' })
})
