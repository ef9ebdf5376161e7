// The door in the browser: who is marked, what waits without a connection, and what the server did not take.
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { runAfterQuiet } from '#kit/http/activity.ts'
import type { CurrentMark, DoorList } from '#shared/api/staff/attendance.ts'
import { type MarkOutcome, type MarkRefusal, maxMarksAtOnce } from '#shared/staff/attendance.ts'
import * as storage from '#staff/entities/attendance/door-storage.ts'
import { buildDoorList, buildDoorSeat, buildSeatsElsewhere, unmarked } from '#tests/support/fixtures/door.ts'
import { buildMe } from '#tests/support/fixtures/staff-replies.ts'
import { refuse, type StaffData, type StaffScript } from '#tests/support/ui/scripted-staff-api.ts'
import {
  click,
  fill,
  findDialog,
  findToast,
  isPrimary,
  readAlert,
  setUpStaffApi,
  visit,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'
import * as scanner from './scanner.tsx'
import * as files from './store-files.ts'

const { readList, readMarks, removeLists, removeMarks, storeList, storeMarks } = storage
const api = setUpStaffApi()
const ngozi = 'Ngozi Uba'
const me = 'Bisi Ajayi'
const present = (changes: Partial<CurrentMark> = {}): CurrentMark => ({
  ...unmarked,
  state: 'present',
  marks: 1,
  by: ngozi,
  at: new Date().toISOString(),
  ...changes,
})

let sittings = 0
/** A sitting of its own: what a device keeps would reach the next test. */
function prepare(marks: CurrentMark[] = [unmarked, unmarked], changes: Partial<DoorList['sitting']> = {}): DoorList {
  sittings += 1
  const id = `0b5f1a4e-9d6f-4c1d-8a53-6d1d0f0b${1000 + sittings}`
  const seats = marks.map((mark, n) => buildDoorSeat({ seatNumber: n + 1, mark }))
  const list = buildDoorList(seats, { id, ...changes })
  api.answer({ doorList: list, seatsElsewhere: buildSeatsElsewhere(list) })
  return list
}
const open = ({ sitting }: DoorList) => visit(`/sittings/${sitting.id}/door`)
const find = async (text: string) => {
  await fill(/^Seat, application number/, text)
  await click('Find')
}
const findResult = async () => within(await screen.findByRole('region', { name: 'Result' }))
const readSign = (word: HTMLElement) =>
  /lucide-(\S+)$/.exec(word.querySelector('svg')?.getAttribute('class') ?? '')?.[1]
const answerMarks = (outcome: MarkOutcome, mark: CurrentMark | null, why: MarkRefusal | null = null) =>
  ({
    sendMarks: ({ body }) => ({
      answers: body.marks.map(({ seat, mark: sent }) => ({ seat, id: sent.id ?? '', outcome, why, mark })),
    }),
  }) satisfies StaffScript
const findSaid = (text: RegExp) => screen.findByText(text)

beforeEach(async () => {
  await removeLists()
  api.signInAs({ roles: ['exam'] })
})

test('somebody who is on the list is marked present with one click, and the mark is sent', async () => {
  const list = prepare()
  await open(list)
  await find('APP-2024-000002')
  const result = await findResult()
  await result.findByText('Seat 2, Batch A')
  api.answer(answerMarks('accepted', present()))
  await click('Present', result)
  await result.findByText('Present')
  expect(readSign(result.getByText('Present'))).toBe('check')
  expect(result.queryByRole('button', { name: 'Present' })).toBeNull()
  expect(result.getByRole('button', { name: 'Turned away' })).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>(/^Seat, application number/).value).toBe('')
  await findSaid(/Every mark of this device is sent/)
  expect(result.getByText(/^Seat 2, .*\. Present, marked by Ngozi Uba at \d+:\d\d [ap]m\.$/)).toBeDefined()
  expect(api.requests('sendMarks')).toEqual([
    {
      params: { id: list.sitting.id },
      body: {
        marks: [
          {
            seat: list.seats[1]?.id,
            mark: { id: expect.any(String), state: 'present', reason: '', source: 'number', saw: 0, secondsAgo: 0 },
          },
        ],
      },
    },
  ])
  await find('2')
  await result.findByText('Already present')
})

test('an applicant who is found while the mark before is being kept stays in sight', async () => {
  await open(prepare())
  await find('1')
  const result = await findResult()
  api.answer(answerMarks('accepted', present()))
  const field = screen.getByLabelText<HTMLInputElement>(/^Seat, application number/)
  // At once: nothing is kept before the test waits.
  fireEvent.click(result.getByRole('button', { name: 'Present' }))
  fireEvent.change(field, { target: { value: '2' } })
  fireEvent.submit(field)
  await findSaid(/1 present/)
  await findSaid(/Every mark of this device is sent/)
  expect((await findResult()).getByText('Seat 2, Batch A')).toBeTruthy()
  fireEvent.click((await findResult()).getByRole('button', { name: 'Present' }))
  fireEvent.change(field, { target: { value: 'Nobody' } })
  fireEvent.submit(field)
  await findSaid(/2 present/)
  await findSaid(/Every mark of this device is sent/)
  expect(screen.queryByText(/could not keep the mark/)).toBeNull()
})

test('who is turned away has a reason, which is not that of the next one', async () => {
  await open(prepare())
  await find('1')
  const result = await findResult()
  await click('Turned away', result)
  await click('Back', result)
  await click('Turned away', result)
  await find('2')
  expect(result.queryByLabelText('Reason')).toBeNull()
  await find('1')
  await click('Turned away', result)
  await fill('Reason', '  ', result)
  await click('Turn away', result)
  await result.findByText('Enter why the applicant was turned away.')
  api.answer(answerMarks('accepted', present({ state: 'turned_away', reason: 'No slip.' })))
  await fill('Reason', 'No slip.', result)
  await click('Turn away', result)
  expect(readSign(await result.findByText('Turned away'))).toBe('x')
  expect(result.queryByLabelText('Reason')).toBeNull()
  expect(result.queryByRole('button', { name: 'Turned away' })).toBeNull()
  await findSaid(/Every mark of this device is sent/)
  expect(result.getByText(/\. Turned away \(No slip\.\), marked by Ngozi Uba at /)).toBeDefined()
  expect(api.requests('sendMarks').at(-1)?.body).toMatchObject({
    marks: [{ mark: { state: 'turned_away', reason: 'No slip.' } }],
  })
})

test('without an answer marks wait on the device, and are sent when the page is opened again', async () => {
  const list = prepare()
  const { unmount } = await open(list)
  api.answer({ sendMarks: 'hang up' })
  await find('1')
  await click('Present', await findResult())
  await findSaid(/1 mark waits to be sent, since .* There is no connection/)
  expect((await findResult()).getByText(/ Present, marked by you/)).toBeDefined()
  const [first] = api.requests('sendMarks')
  unmount()
  const again = await open(list)
  await findSaid(/1 mark waits to be sent/)
  // What waits is not what was refused.
  expect(screen.queryByText('Not recorded')).toBeNull()
  again.unmount()
  api.answer(answerMarks('accepted', present()))
  await open(list)
  await findSaid(/Every mark of this device is sent/)
  expect(readIds(api.requests('sendMarks').at(-1))).toEqual(readIds(first))
})
test('more marks than a call takes are sent call by call, the oldest first, whatever the clock of the device said', async () => {
  const list = prepare()
  const { id: personId } = buildMe({ roles: ['exam'] })
  const mark = { sitting: list.sitting.id, personId, seat: list.seats[0]?.id ?? '', refused: null, reason: '' }
  const later = Date.now() + 3_600_000
  const marks = Array.from({ length: maxMarksAtOnce + 1 }, (_, n) => ({
    ...mark,
    ...({ id: crypto.randomUUID(), state: 'present', source: 'number', at: later + n, saw: n } as const),
  }))
  await storeMarks(marks)
  api.answer(answerMarks('accepted', present()))
  await open(list)
  await findSaid(/Every mark of this device is sent/)
  const ids = marks.map(({ id }) => id)
  expect(api.requests('sendMarks').map(readIds)).toEqual([ids.slice(0, -1), ids.slice(-1)])
  expect(api.requests('sendMarks').at(-1)?.body).toMatchObject({ marks: [{ mark: { secondsAgo: 0 } }] })
})

const readIds = ({ body }: { body?: unknown } = {}) =>
  (body as { marks: { mark: { id: string } }[] }).marks.map(({ mark }) => mark.id)

test('while every mark is sent the page says so, and once one waits it warns', async () => {
  await open(prepare())
  const status = (await findSaid(/Every mark of this device is sent/)).closest('[role=status]')
  expect(status?.textContent).toMatch(/^Done: /)
  expect(status?.textContent).not.toMatch(/no connection|does not take|somebody else/)
  expect(status?.textContent).toContain('This browser keeps nothing')
  api.answer({ sendMarks: refuse('not_permitted') })
  await find('1')
  await click('Present', await findResult())
  await findSaid(/^The server does not take them: /)
  expect(status?.textContent).toMatch(/^Warning: 1 mark waits/)
  expect(status?.textContent).not.toContain('no connection')
  api.answer(answerMarks('accepted', present()))
  await find('2')
  await click('Present', await findResult())
  await findSaid(/Every mark of this device is sent/)
  expect(status?.textContent).not.toContain('does not take')
})

test('where the browser keeps marks nobody is told to leave the page open', async () => {
  vi.spyOn(storage, 'isStorageLasting').mockResolvedValue(true)
  await open(prepare())
  const status = (await findSaid(/Every mark of this device is sent/)).closest('[role=status]')
  expect(status?.textContent).not.toContain('This browser keeps nothing')
})

test('a mark that the device cannot keep is said, and the applicant stays unmarked', async () => {
  vi.spyOn(storage, 'storeMarks').mockRejectedValue(new DOMException('Full.', 'QuotaExceededError'))
  await open(prepare())
  await find('1')
  await click('Present', await findResult())
  await findToast('This device could not keep the mark. Write it down.')
  expect((await findResult()).getByText('Seat 1, Batch A')).toBeDefined()
  expect(api.requests('sendMarks')).toEqual([])
})

test('a device that cannot read the list that it keeps takes that of the server; one that cannot keep it says so', async () => {
  const readList = vi.spyOn(storage, 'readList').mockRejectedValue(new DOMException('Lost.', 'UnknownError'))
  const { unmount } = await open(prepare())
  await findSaid(/0 present/)
  unmount()
  readList.mockRestore()
  vi.spyOn(storage, 'storeList').mockRejectedValue(new DOMException('Full.', 'QuotaExceededError'))
  await open(prepare())
  expect(readAlert()).toContain('Something went wrong. Please try again.')
})

test('a server that is only busy is neither a missing connection nor a refusal: the mark waits', async () => {
  await open(prepare())
  api.answer({ sendMarks: refuse('unexpected') })
  await find('1')
  await click('Present', await findResult())
  const status = (await findSaid(/1 mark waits to be sent/)).closest('[role=status]')
  await expect.poll(() => api.requests('sendMarks').length).toBe(1)
  await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
  expect(status?.textContent).not.toMatch(/no connection|does not take/)
})

test('marks that somebody else has left on this device are said, and not sent', async () => {
  const list = prepare()
  const mark = {
    sitting: list.sitting.id,
    seat: list.seats[0]!.id,
    state: 'present',
    reason: '',
    source: 'scan',
  } as const
  await storeMarks([{ ...mark, id: crypto.randomUUID(), personId: 'somebody', at: Date.now(), saw: 0, refused: null }])
  await open(list)
  await findSaid(/^1 mark of somebody else on this device/)
  expect(api.requests('sendMarks')).toEqual([])
})

test('a door that this device has opened before opens without a connection', async () => {
  const list = prepare([present(), unmarked])
  const { unmount } = await open(list)
  await findSaid(/1 present/)
  unmount()
  api.answer({ doorList: 'hang up', seatsElsewhere: 'hang up' })
  await open(list)
  await findSaid(/There is no connection/)
  expect(screen.getByText(/1 present/)).toBeDefined()
})

test('the device keeps who sits elsewhere, which it reads when it is opened, and the list as it was read and marked last', async () => {
  const list = prepare([unmarked, unmarked])
  const { sitting, seats } = list
  const readKept = async () => {
    const kept = await readList(sitting.id, null)
    return { present: kept?.list.seats.filter(({ mark }) => mark.state === 'present').length, ...kept?.elsewhere }
  }
  const { unmount } = await open(list)
  const { isComplete } = buildSeatsElsewhere(list)
  await expect.poll(readKept).toMatchObject({ present: 0, isComplete })
  unmount()
  api.answer({
    doorList: { ...list, seats: seats.map((seat, n) => (n === 0 ? { ...seat, mark: present() } : seat)) },
    seatsElsewhere: { ...buildSeatsElsewhere(list), isComplete: !isComplete },
  })
  await open(list)
  await findSaid(/1 present/)
  await expect.poll(readKept).toMatchObject({ present: 1, isComplete: !isComplete })
  expect(api.requests('seatsElsewhere')).toHaveLength(2)
  api.answer(answerMarks('accepted', present()))
  await find('2')
  await click('Present', await findResult())
  await findSaid(/2 present/)
  await expect.poll(readKept).toMatchObject({ present: 2, isComplete: !isComplete })
})

test('who was moved to another hall on the day is sent there, by a page that stays open', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const list = prepare()
  const elsewhere = buildSeatsElsewhere(list)
  await open(list)
  await expect.poll(async () => (await readList(list.sitting.id, null))?.elsewhere).toEqual(elsewhere)
  const seats = elsewhere.seats.map((seat) => ({ ...seat, sitting: 0 }))
  api.answer({ seatsElsewhere: { ...elsewhere, seats } })
  const refresh = () => act(() => void vi.advanceTimersByTime(2 * 60_000))
  refresh()
  await expect.poll(() => api.requests('doorList').length).toBe(2)
  expect(api.requests('seatsElsewhere')).toHaveLength(1)
  vi.setSystemTime(Date.now() + 30 * 60_000)
  fireEvent.pointerDown(document.body)
  refresh()
  await expect.poll(() => api.requests('seatsElsewhere').length).toBe(2)
  await find('APP-2024-000031')
  await (await findResult()).findByText('Wrong batch')
})

test('who is moved away from this door is sent to the new seat as soon as the list has the seat no more', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const list = prepare()
  const elsewhere = buildSeatsElsewhere(list)
  await open(list)
  await expect.poll(async () => (await readList(list.sitting.id, null))?.elsewhere).toEqual(elsewhere)
  const [, moved] = list.seats
  const number = String(moved?.number)
  api.answer({
    doorList: { ...list, seats: list.seats.filter((seat) => seat !== moved) },
    seatsElsewhere: refuse('unavailable'),
  })
  const refresh = () => act(() => void vi.advanceTimersByTime(2 * 60_000))
  refresh()
  await expect.poll(() => api.requests('seatsElsewhere').length).toBe(2)
  const seats = [{ sitting: 1, seatNumber: 12, number, codes: [] }]
  api.answer({ seatsElsewhere: { ...elsewhere, seats } })
  refresh()
  await expect.poll(() => api.requests('seatsElsewhere').length).toBe(3)
  await expect.poll(async () => (await readList(list.sitting.id, null))?.elsewhere).toEqual({ ...elsewhere, seats })
  await find(number)
  await (await findResult()).findByText('Wrong hall')
})

test.each([
  ['cancelled', { state: 'cancelled' }, /^The sitting is cancelled/],
  ['of an archived exercise', { isArchived: true }, /^The exercise is archived/],
] as const)('in a sitting that is %s nobody is marked any more', async (_, changes, said) => {
  await open(prepare([unmarked], changes))
  await findSaid(said)
  await find('1')
  expect((await findResult()).queryByRole('button')).toBeNull()
})

test('what two devices marked differently is told, and settled by a mark that names both', async () => {
  const list = prepare()
  await open(list)
  await find('1')
  const against = { state: 'turned_away', by: 'Bala Sani', at: new Date().toISOString() } as const
  api.answer(answerMarks('conflict', present({ marks: 2, hasConflict: true, against })))
  await click('Present', await findResult())
  await findSaid(/Bala Sani marked turned away/)
  api.answer(answerMarks('accepted', present({ marks: 3 })))
  await click('Settle seat 1')
  expect((await findResult()).getByRole('button', { name: 'Turned away' })).toBeDefined()
  await click('Present', await findResult())
  await findSaid(/Every mark of this device is sent/)
  expect(screen.queryByText(/Two devices/)).toBeNull()
  expect(api.requests('sendMarks').at(-1)?.body).toMatchObject({ marks: [{ mark: { saw: 2 } }] })
})

test.each(['present', 'turned_away'] as const)(
  'what differs, and is %s for now, can be settled either way',
  async (state) => {
    const against = { state: 'absent', by: 'Bala Sani', at: new Date().toISOString() } as const
    await open(prepare([present({ state, marks: 2, hasConflict: true, against })]))
    await click('Settle seat 1')
    const result = await findResult()
    expect(result.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Present', 'Turned away'])
  },
)

test('what the server did not record is said until somebody has noted it', async () => {
  const list = prepare()
  const { unmount } = await open(list)
  await find('1')
  api.answer(answerMarks('refused', null, 'no_seat'))
  const result = await findResult()
  await click('Present', result)
  await findSaid(/^Seat 1, .*: Present, .*This seat is not in this sitting any more/)
  expect(result.queryByText('Present')).toBeNull()
  unmount()
  await open(list)
  await findSaid(/This seat is not in this sitting any more/)
  await click('I have noted it')
  expect(screen.queryByText('Not recorded')).toBeNull()
  expect(api.requests('sendMarks')).toHaveLength(1)
})

test('marks of a sitting that was cancelled meanwhile are said with the name, and leave the device', async () => {
  const list = prepare()
  await open(list)
  await find('1')
  api.answer(answerMarks('refused', null, 'cancelled'))
  await click('Present', await findResult())
  await findSaid(/^Seat 1, .*: Present, .*The sitting is cancelled/)
  await findSaid(/Every mark of this device is sent/)
  await click('I have noted it')
  expect(await readMarks(list.sitting.id, buildMe({ roles: ['exam'] }).id)).toEqual([])
})

test('a mark that comes too late leaves the seat as it was, and the sign says so', async () => {
  await open(prepare())
  await find('1')
  api.answer(answerMarks('refused', unmarked, 'too_late'))
  const result = await findResult()
  await click('Present', result)
  expect(readSign(await result.findByText('Not marked'))).toBe('x')
  expect(result.getByText(/ Not marked yet\.$/)).toBeDefined()
})

test('a session that has ended hides neither the door nor its marks, and asks to sign in', async () => {
  await open(prepare())
  await find('1')
  api.answer({ sendMarks: refuse('not_logged_in') })
  await click('Present', await findResult())
  const signedOut = await findSaid(/stays on this device until you sign in again/)
  expect(signedOut.closest('[role=status]')).not.toBeNull()
  await findSaid(/1 mark waits to be sent/)
  expect(screen.queryByText(/The server does not take them/)).toBeNull()
  await click('Sign in')
  await screen.findByText('You have been signed out')
  expect((await screen.findAllByLabelText(/Email/)).length).toBeGreaterThan(0)
  const methods: ('totp' | 'recovery')[] = ['totp', 'recovery']
  api.answer({
    signIn: { step: 'second', methods, attempt: 'attempt-1' },
    signInSecond: { me: buildMe({ roles: ['exam'] }) },
    ...answerMarks('accepted', present()),
  })
  await fill('Email', 'bisi.ajayi@example.org')
  await fill('Password', 'Seventeen quiet herons')
  await click('Continue')
  await fill('Code', '123456')
  await click('Sign in')
  await findSaid(/Every mark of this device is sent/)
  // The next end of the session asks again, and hides nothing.
  api.answer({ sendMarks: refuse('not_logged_in') })
  await find('2')
  await click('Present', await findResult())
  await screen.findByRole('button', { name: 'Sign in' })
  expect(screen.queryByLabelText('Password')).toBeNull()
})

describe('without use for 15 minutes', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
  const pass = (minutes: number) => act(() => void vi.advanceTimersByTime(minutes * 60_000))

  test('the list is covered, without a connection until a click, and what waits is told', async () => {
    await open(prepare())
    api.answer({ doorList: 'hang up', sendMarks: 'hang up' })
    await find('1')
    await click('Present', await findResult())
    await findSaid(/1 mark waits to be sent/)
    pass(14)
    fireEvent.keyDown(document.body)
    pass(14)
    expect(screen.queryByText('The list is covered')).toBeNull()
    pass(1)
    await screen.findByText('The list is covered')
    expect(screen.queryByLabelText(/^Seat, application number/)).toBeNull()
    expect(screen.queryByText(/Sule Amaka/)).toBeNull()
    await findSaid(/1 mark waits to be sent/)
    await click(`I am ${me}: show the list`)
    await find('2')
    expect((await findResult()).getByText('Seat 2, Batch A')).toBeTruthy()
    await findSaid(/1 mark waits to be sent/)
  })

  test('with a connection only who is signed in sees it again', async () => {
    const used = Date.now()
    await open(prepare())
    await expect.poll(() => api.requests('seatsElsewhere').length).toBe(1)
    await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
    // As a device that slept, whose timers rested.
    vi.setSystemTime(used + 15 * 60_000)
    // From then on the list is not read by itself, so that the session ends.
    act(() => void dispatchEvent(new Event('online')))
    await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
    expect(api.requests('doorList')).toHaveLength(1)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await screen.findByText('The list is covered')
    expect(screen.queryByText(/Without one you can go on without it/)).toBeNull()
    api.answer({ doorList: refuse('not_logged_in') })
    await click(`I am ${me}: show the list`)
    await findSaid(/stays on this device until you sign in again/)
    screen.getByText('The list is covered')
    expect(screen.queryByLabelText(/^Seat, application number/)).toBeNull()
  })

  test('a slip that the camera reads is a use, and so is a mark', async () => {
    setUpCamera('AAAA')
    await openWithCodes('AAAA', 'BBBB')
    await click('Scan a slip')
    await (await findResult()).findByText('Seat 1, Batch A')
    pass(14)
    visibleCode = 'BBBB'
    const result = await findResult()
    await result.findByText('Seat 2, Batch A')
    pass(14)
    expect(screen.queryByText('The list is covered')).toBeNull()
    api.answer(answerMarks('accepted', present()))
    // As assistive technology does, without a pointer.
    fireEvent.click(result.getByRole('button', { name: 'Present' }))
    pass(14)
    expect(screen.queryByText('The list is covered')).toBeNull()
    await findSaid(/Every mark of this device is sent/)
  })

  test('a list that the door needs no longer is not shown again without a connection', async () => {
    await open(prepare([present(), unmarked]))
    await expect.poll(() => api.requests('seatsElsewhere').length).toBe(1)
    await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
    // As a device that slept: nothing was read or stored meanwhile, which would have removed it as well.
    vi.setSystemTime(Date.now() + 6 * 60 * 60_000)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await screen.findByText('The list is covered')
    api.answer({ doorList: 'hang up' })
    await click(`I am ${me}: show the list`)
    await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByText(/1 present/)).toBeNull()
    // Nor by what comes later.
    act(() => void dispatchEvent(new Event('online')))
    await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
    expect(screen.queryByText(/1 present/)).toBeNull()
  })
})

test('everybody else is absent once the sitting is locked, after one confirmation', async () => {
  const list = prepare([present(), unmarked], { state: 'locked' })
  await open(list)
  await screen.findByRole('button', { name: 'Mark everybody else absent' })
  expect(screen.queryByRole('dialog')).toBeNull()
  await click('Mark everybody else absent')
  await click('Cancel', await findDialog('Mark everybody else absent'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await click('Mark everybody else absent')
  const dialog = await findDialog('Mark everybody else absent')
  api.answer({ markAbsentees: refuse('unavailable') })
  await click('Mark them absent', dialog)
  await dialog.findByText('The service is busy or being restored. Please try again in a moment.')
  const absent = { ...list, seats: list.seats.map((seat) => ({ ...seat, mark: present({ state: 'absent' }) })) }
  const readOld = watchOldData()
  api.answer({ markAbsentees: { marked: 1 }, doorList: absent })
  await click('Mark them absent', dialog)
  await findToast('1 applicant is absent.')
  expect(api.requests('markAbsentees').at(-1)).toEqual({ params: { id: list.sitting.id } })
  expect(readOld()).toEqual(['sitting', 'seats'])
  await findSaid(/2 absent/)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('while a sitting goes on nobody can be marked absent, and before its day nobody at all', async () => {
  const { unmount } = await open(prepare())
  await findSaid(/0 present/)
  expect(screen.queryByText('Everybody else')).toBeNull()
  unmount()
  const all = await open(prepare([present()], { state: 'locked' }))
  await findSaid(/1 present/)
  expect(screen.queryByText('Everybody else')).toBeNull()
  all.unmount()
  const day = 86_400_000
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  await open(prepare([unmarked], { reportsAt: at(day), startsAt: at(day + 1), endsAt: at(2 * day) }))
  await findSaid(/opens twelve hours before/)
  await find('1')
  expect((await findResult()).queryByRole('button')).toBeNull()
})

test('the list of a door whose day is over goes when the device opens any page of the staff', async () => {
  const list = prepare()
  const id = list.sitting.id
  await storeList({ id, person: { id: 'somebody', name: ngozi }, list, elsewhere: null })
  expect(await readList(id, null)).not.toBeNull()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 3_600_000 })
  await visit('/no-such-page')
  await expect.poll(() => readList(id, null)).toBeNull()
})

test('who belongs to another hall or batch is led there, and who is on no list is said as far as the device knows', async () => {
  const list = prepare()
  await open(list)
  await expect.poll(() => api.requests('seatsElsewhere').length).toBe(1)
  expect(screen.getByText('This browser offers no camera. Find applicants by number or name.')).toBeTruthy()
  await click('Find')
  expect(screen.queryByRole('region', { name: 'Result' })).toBeNull()
  await find('   ')
  expect(screen.queryByRole('region', { name: 'Result' })).toBeNull()
  const findUntil = async (text: string, word: string) => {
    await find(text)
    await within(await screen.findByRole('region', { name: 'Result' })).findByText(word)
  }
  await findUntil('APP-2024-000031', 'Wrong hall')
  expect((await findResult()).getByText(/^APP-2024-000031 has seat 9 of Batch A, Library/)).toBeTruthy()
  await findUntil('APP-2024-000021', 'Wrong batch')
  expect((await findResult()).getByText(/^APP-2024-000021 has seat 5 of Batch B, Main hall/)).toBeTruthy()
  expect((await findResult()).queryByRole('button')).toBeNull()
  await findUntil('Nobody', 'Not on any list')
  expect((await findResult()).getByText(/^Nobody like this has a seat\. Check the slip/)).toBeTruthy()
  expect((await findResult()).queryByRole('button')).toBeNull()
})

test('a device that does not know every other hall does not say that somebody has no seat at all', async () => {
  const list = prepare()
  api.answer({ seatsElsewhere: { ...buildSeatsElsewhere(list), isComplete: false } })
  await open(list)
  await find('Nobody')
  expect((await findResult()).getByText(/^Nobody like this has a seat here\. Not every other hall/)).toBeTruthy()
})

test('of several with one name the one who stands there is chosen; once the seat is gone, it is said', async () => {
  const list = prepare()
  await open(list)
  await find('sule')
  await click('Seat 2, Sule Amaka, APP-2024-000002', await findResult())
  expect((await findResult()).getByText('Seat 2, Batch A')).toBeTruthy()
  await expect.poll(() => api.requests('seatsElsewhere').length).toBe(1)
  api.answer({ doorList: { ...list, seats: list.seats.slice(0, 1) } })
  await find('1')
  await find('2')
  act(() => void dispatchEvent(new Event('online')))
  await (await findResult()).findByText('Not on any list')
})

test('a refused mark of a seat that the list does not have any more is said', async () => {
  const list = prepare()
  const { id } = buildMe({ roles: ['exam'] })
  await storeMarks([
    {
      id: crypto.randomUUID(),
      sitting: list.sitting.id,
      personId: id,
      seat: crypto.randomUUID(),
      state: 'present',
      reason: '',
      source: 'scan',
      at: Date.now(),
      saw: 0,
      refused: 'no_seat',
    },
  ])
  await open(list)
  await findSaid(/^A seat that is not in this sitting: Present/)
})

/** Of the slip that the camera shows. */
let visibleCode = ''
function setUpCamera(code: string) {
  visibleCode = code
  const getUserMedia = async () => ({ getTracks: () => [] })
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  Object.defineProperty(HTMLMediaElement, 'HAVE_CURRENT_DATA', { configurable: true, value: 2 })
  Object.defineProperty(HTMLVideoElement.prototype, 'srcObject', { configurable: true, writable: true, value: null })
  vi.spyOn(HTMLVideoElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLVideoElement.prototype, 'readyState', 'get').mockReturnValue(2)
  class Detector {
    static getSupportedFormats = async () => ['qr_code']
    detect = async () => [{ rawValue: `https://jobs.example.org/verify/${visibleCode}` }]
  }
  vi.stubGlobal('BarcodeDetector', Detector)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'mediaDevices')
  })
}
const openWithCodes = async (...codes: string[]) => {
  const list = prepare()
  api.answer({ doorList: { ...list, seats: list.seats.map((seat, n) => ({ ...seat, codes: [codes[n] ?? ''] })) } })
  await open(list)
}

test('a slip before the camera is found, and its mark says so; the camera is closed again', async () => {
  setUpCamera('AAAA-BBBB-CCCC')
  const prepareScanner = vi.spyOn(scanner, 'prepareScanner')
  // It is tried again when the door is opened again.
  const storeDoorFiles = vi.spyOn(files, 'storeDoorFiles').mockRejectedValue(new Error('No room.'))
  await openWithCodes('AAAABBBBCCCC')
  expect(screen.queryByText(/^This browser offers no camera/)).toBeNull()
  // While there is a connection: what reads the slips may have to be loaded.
  await expect.poll(() => prepareScanner.mock.calls.length).toBe(1)
  await expect.poll(() => storeDoorFiles.mock.calls.length).toBe(1)
  expect(isPrimary('Scan a slip')).toBe(true)
  await click('Scan a slip')
  expect(isPrimary('Close the camera')).toBe(false)
  const result = await findResult()
  await result.findByText('Seat 1, Batch A')
  api.answer(answerMarks('accepted', present()))
  await click('Present', result)
  await findSaid(/Every mark of this device is sent/)
  await click('Close the camera')
  expect(screen.queryByLabelText('What the camera sees')).toBeNull()
  expect(screen.getByRole('button', { name: 'Scan a slip' })).toBeTruthy()
  await find('2')
  await click('Present', result)
  await expect.poll(() => api.requests('sendMarks').length).toBe(2)
  const sources = api.requests('sendMarks').map(({ body }) => body)
  expect(sources).toMatchObject(['scan', 'number'].map((source) => ({ marks: [{ mark: { source } }] })))
})

test('who settles what differs has no slip before the camera, and the mark says so', async () => {
  setUpCamera('AAAA')
  const list = prepare()
  const [first, ...others] = list.seats.map((seat, n) => ({ ...seat, codes: n === 0 ? ['AAAA'] : [] }))
  const against = { state: 'absent', by: 'Bala Sani', at: new Date().toISOString() } as const
  const seats = [
    first!,
    ...others.map((seat) => ({ ...seat, mark: present({ marks: 2, hasConflict: true, against }) })),
  ]
  api.answer({ doorList: { ...list, seats } })
  await open({ ...list, seats })
  await click('Scan a slip')
  const result = await findResult()
  await result.findByText('Seat 1, Batch A')
  await click('Close the camera')
  await click('Settle seat 2')
  await result.findByText(/\bseat 2\b/i)
  api.answer(answerMarks('accepted', present({ marks: 3 })))
  await click('Present', result)
  await findSaid(/Every mark of this device is sent/)
  await expect.poll(() => api.requests('sendMarks').length).toBe(1)
  expect(api.requests('sendMarks')[0]?.body).toMatchObject({ marks: [{ mark: { source: 'number' } }] })
})

test('without a connection, or while a mark waits, nobody is marked absent', async () => {
  const list = prepare([present(), unmarked, unmarked], { state: 'locked' })
  const { id, name } = buildMe({ roles: ['exam'] })
  await storeList({ id: list.sitting.id, person: { id, name }, list, elsewhere: null })
  api.answer({ doorList: 'hang up', seatsElsewhere: 'hang up' })
  const said = 'They can be marked absent with a connection, when every mark of this device is sent.'
  const stored = await open(list)
  await findSaid(/There is no connection/)
  screen.getByText(said)
  stored.unmount()
  api.answer({ doorList: list, seatsElsewhere: buildSeatsElsewhere(list) })
  await open(list)
  await screen.findByRole('button', { name: 'Mark everybody else absent' })
  await expect.poll(() => api.requests('seatsElsewhere').length).toBeGreaterThan(0)
  api.answer({ sendMarks: refuse('unavailable') })
  await find('2')
  await click('Present', await findResult())
  await findSaid(/1 mark waits to be sent/)
  await screen.findByText(said)
  expect(screen.queryByText(/There is no connection/)).toBeNull()
  api.answer({ doorList: 'hang up', sendMarks: 'hang up' })
  await find('1')
  await click('Turned away', await findResult())
  await fill('Reason', 'No slip.')
  await click('Turn away')
  await findSaid(/There is no connection/)
  screen.getByText(said)
  expect(screen.queryByRole('button', { name: 'Mark everybody else absent' })).toBeNull()
})

describe('opened while the server cannot say who is signed in', () => {
  beforeEach(() => api.answer({ staffSession: 'hang up', doorList: 'hang up', seatsElsewhere: 'hang up' }))

  test('the door is that of whom opened it last, nothing is sent, and it goes on by itself once there is an answer', async () => {
    const list = prepare()
    const { id, name } = buildMe({ roles: ['exam'] })
    await storeList({ id: list.sitting.id, person: { id, name }, list, elsewhere: null })
    await open(list)
    await findSaid(/^This is the list of Bisi Ajayi\. What is marked stays on this device/)
    await find('1')
    await click('Present', await findResult())
    await findSaid(/1 mark waits to be sent/)
    expect(api.requests('sendMarks')).toEqual([])
    api.signInAs({ roles: ['exam'] })
    api.answer({ doorList: list, seatsElsewhere: buildSeatsElsewhere(list), ...answerMarks('accepted', present()) })
    act(() => void dispatchEvent(new Event('online')))
    await findSaid(/Every mark of this device is sent/)
    expect(screen.queryByText(/This is the list of/)).toBeNull()
    expect(api.requests('sendMarks')).toHaveLength(1)
  })

  test('when nobody is signed in the list is gone', async () => {
    const list = prepare()
    const { id, name } = buildMe({ roles: ['exam'] })
    await storeList({ id: list.sitting.id, person: { id, name }, list, elsewhere: null })
    await open(list)
    await findSaid(/^This is the list of Bisi Ajayi/)
    api.answer({ staffSession: { me: null } })
    act(() => void dispatchEvent(new Event('online')))
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(screen.queryByText(/This is the list of/)).toBeNull()
  })

  test('while the server is asked nobody reads whose list the device has', async () => {
    const asked = Promise.withResolvers<StaffData<'staffSession'>>()
    api.answer({ staffSession: () => asked.promise })
    const list = prepare()
    const { id, name } = buildMe({ roles: ['exam'] })
    await storeList({ id: list.sitting.id, person: { id, name }, list, elsewhere: null })
    const opened = open(list)
    await expect.poll(() => api.requests('staffSession')).toHaveLength(1)
    await screen.findByText('Loading…')
    const said = screen.queryByText('There is no connection')
    asked.resolve({ me: null })
    await opened
    expect(said).toBeNull()
    await screen.findByRole('heading', { name: 'Sign in' })
  })

  test('nobody is marked absent by whom nobody knows, and a list that is covered says how it goes on', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const list = prepare([unmarked], { state: 'locked' })
    const { id, name } = buildMe({ roles: ['exam'] })
    await storeList({ id: list.sitting.id, person: { id, name }, list, elsewhere: null })
    await open(list)
    await findSaid(/^They can be marked absent with a connection/)
    expect(screen.queryByRole('button', { name: 'Mark everybody else absent' })).toBeNull()
    act(() => void vi.advanceTimersByTime(15 * 60_000))
    await findSaid(/With a connection, sign in to see the list\. Without one you can go on without it\./)
  })

  test('a device that has not opened this door before says so, and names nobody', async () => {
    const storeDoorFiles = vi.spyOn(files, 'storeDoorFiles')
    await open(prepare())
    expect(readAlert()).toContain('This device keeps no list of this sitting. Open it once with a connection.')
    expect(screen.queryByText(/This is the list of/)).toBeNull()
    expect(api.requests('doorList')).toEqual([])
    // What a door needs is loaded with its list.
    expect(storeDoorFiles).not.toHaveBeenCalled()
  })

  test('that a device keeps no list is not said before it was read', async () => {
    const read = Promise.withResolvers<null>()
    const readList = vi.spyOn(storage, 'readList').mockResolvedValueOnce(null).mockReturnValue(read.promise)
    const opened = open(prepare())
    await expect.poll(() => readList.mock.calls.length).toBe(2)
    const said = screen.queryByText(/This device keeps no list/)
    read.resolve(null)
    await opened
    expect(said).toBeNull()
    expect(readAlert()).toContain('This device keeps no list of this sitting.')
  })

  test('a device that cannot read its list says so, and reads it again when it is asked to', async () => {
    const readList = vi.spyOn(storage, 'readList').mockRejectedValue(new DOMException('Lost.', 'UnknownError'))
    const list = prepare()
    await open(list)
    await findSaid(/This device cannot read the list that it keeps\./)
    readList.mockRestore()
    // Whose list it is was not read.
    await storeList({ id: list.sitting.id, person: { id: '', name: '' }, list, elsewhere: null })
    await click('Try again')
    await findSaid(/0 present/)
  })

  test('once there is a connection it is asked again at once; who leaves the page asks no more', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { unmount } = await open(prepare())
    const countAsked = () => api.requests('staffSession').length
    // A call without an answer is made three times: what comes after them is a new one.
    await expect.poll(countAsked).toBe(3)
    const quiet = () => new Promise<void>((isQuiet) => runAfterQuiet(0, isQuiet))
    await quiet()
    act(() => void dispatchEvent(new Event('online')))
    await quiet()
    expect(countAsked()).toBe(4)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
    for (const ask of [() => void vi.advanceTimersByTime(10_000), () => void dispatchEvent(new Event('online'))]) {
      act(ask)
      await quiet()
    }
    expect(countAsked()).toBe(4)
  })
})

test('a mark says how many of its seat the device knew, also while one of its own waits', async () => {
  const list = prepare([present({ marks: 3 })])
  const { id, name } = buildMe({ roles: ['exam'] })
  const sitting = list.sitting.id
  await storeList({ id: sitting, person: { id, name }, list, elsewhere: buildSeatsElsewhere(list) })
  const waiting = {
    state: 'turned_away',
    reason: 'No slip',
    source: 'number',
    at: Date.now(),
    saw: 0,
    refused: null,
  } as const
  await storeMarks([{ ...waiting, id: crypto.randomUUID(), sitting, personId: id, seat: list.seats[0]?.id ?? '' }])
  api.answer({ sendMarks: 'hang up' })
  await open(list)
  await findSaid(/1 mark waits to be sent/)
  await find('1')
  await click('Present', await findResult())
  await findSaid(/2 marks wait to be sent/)
  expect((await readMarks(sitting, id)).map(({ saw }) => saw)).toEqual([0, 3])
  api.answer(answerMarks('accepted', present()))
  await removeMarks((await readMarks(sitting, id)).map((mark) => mark.id))
})

test('a door that cannot be opened says why, and is tried again', async () => {
  const list = prepare()
  api.answer({ doorList: refuse('not_found') })
  await open(list)
  expect(readAlert()).toContain('There is nothing at this address.')
  api.answer({ doorList: list })
  await click('Try again')
  await findSaid(/0 present/)
  expect(screen.queryByRole('alert')).toBeNull()
})

describe('with the timers of the test', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
  const pass = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1_000))
  const countLists = () => api.requests('doorList').length

  test('what waits is sent again after ten seconds, and what is sent is not', async () => {
    await open(prepare())
    await findSaid(/0 present/)
    api.answer({ sendMarks: 'hang up' })
    await find('1')
    await click('Present', await findResult())
    await findSaid(/There is no connection/)
    api.answer(answerMarks('accepted', present()))
    // Also when the clock of the device was set back meanwhile.
    vi.setSystemTime(Date.now() - 3_600_000)
    pass(10)
    await findSaid(/Every mark of this device is sent/)
    const readAge = ({ body }: { body?: unknown }) => (body as { marks: { mark: object }[] }).marks[0]?.mark
    expect(api.requests('sendMarks').map(readAge)).toMatchObject([{ secondsAgo: 0 }, { secondsAgo: 0 }])
    const sent = api.requests('sendMarks').length
    pass(10)
    await find('2')
    expect(api.requests('sendMarks')).toHaveLength(sent)
    // Nor is a connection missing while the server is only busy.
    api.answer({ sendMarks: refuse('unavailable') })
    await click('Present', await findResult())
    await findSaid(/1 mark waits to be sent/)
    await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
    api.answer(answerMarks('accepted', present()))
    pass(10)
    await findSaid(/Every mark of this device is sent/)
  })

  test('what is marked while the list is read, or another mark is sent, is sent right afterwards', async () => {
    const list = prepare([unmarked, unmarked, unmarked])
    const recorded = answerMarks('accepted', present())
    const markPresent = async (seat: string) => {
      await find(seat)
      await click('Present', await findResult())
      await findSaid(/waits? to be sent/)
    }
    const isRead = Promise.withResolvers<void>()
    await storeList({ id: list.sitting.id, person: buildMe({ roles: ['exam'] }), list, elsewhere: null })
    api.answer({ ...recorded, doorList: () => isRead.promise.then(() => list) })
    await open(list)
    await markPresent('1')
    isRead.resolve()
    await findSaid(/Every mark of this device is sent/)
    const isSent = Promise.withResolvers<void>()
    api.answer({ sendMarks: (call) => isSent.promise.then(() => recorded.sendMarks(call)) })
    await markPresent('2')
    await markPresent('3')
    isSent.resolve()
    await findSaid(/Every mark of this device is sent/)
    expect(api.requests('sendMarks')).toHaveLength(3)
  })

  test('that there is no connection is said until there is an answer, which is asked for every ten seconds', async () => {
    const list = prepare()
    const { id, name } = buildMe({ roles: ['exam'] })
    await storeList({ id: list.sitting.id, person: { id, name }, list, elsewhere: buildSeatsElsewhere(list) })
    api.answer({ doorList: 'hang up' })
    await open(list)
    await findSaid(/There is no connection/)
    pass(10)
    await expect.poll(countLists).toBe(2)
    await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
    await findSaid(/There is no connection/)
    api.answer({ doorList: { ...list, seats: list.seats.map((seat) => ({ ...seat, mark: present() })) } })
    pass(10)
    await findSaid(/2 present/)
    expect(screen.queryByText(/There is no connection/)).toBeNull()
    pass(10)
    expect(countLists()).toBe(3)
  })

  test('a door that could not be opened opens by itself', async () => {
    const list = prepare()
    api.answer({ doorList: refuse('unavailable') })
    await open(list)
    await screen.findByRole('button', { name: 'Try again' })
    api.answer({ doorList: list })
    pass(10)
    await findSaid(/0 present/)
  })

  test('the marks of other devices are read every two minutes, while the page is seen, and when the connection is back', async () => {
    const list = prepare()
    const { id, name } = buildMe({ roles: ['exam'] })
    await storeList({ id: list.sitting.id, person: { id, name }, list, elsewhere: buildSeatsElsewhere(list) })
    const answerPresent = (count: number) =>
      api.answer({
        doorList: { ...list, seats: list.seats.map((seat, n) => (n < count ? { ...seat, mark: present() } : seat)) },
      })
    answerPresent(1)
    const { unmount } = await open(list)
    await findSaid(/1 present/)
    answerPresent(2)
    await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    pass(120)
    await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
    visibility.mockReturnValue('visible')
    expect(countLists()).toBe(1)
    pass(120)
    await findSaid(/2 present/)
    expect(countLists()).toBe(2)
    answerPresent(0)
    act(() => void dispatchEvent(new Event('online')))
    await findSaid(/0 present/)
    await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
    expect(api.requests('seatsElsewhere')).toHaveLength(1)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
    act(() => void dispatchEvent(new Event('online')))
    expect(countLists()).toBe(3)
  })
})
