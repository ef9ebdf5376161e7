// The session around the pages: the guard, the menu with what a role can open, signing out, and the exercise that is chosen
// in the head.
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { runAfterQuiet } from '#kit/http/activity.ts'
import { type StaffRole, staffRoleNames } from '#shared/roles/permissions.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { readList, storeList } from '#staff/entities/attendance/door-storage.ts'
import { pagePermissions } from '#staff/entities/session/page-access.ts'
import { buildDoorList, buildDoorSeat } from '#tests/support/fixtures/door.ts'
import { buildApplicantRow, buildExercise, buildMe, buildPerson } from '#tests/support/fixtures/staff-replies.ts'
import { callNames, refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  click,
  comeBackLater,
  fill,
  findToast,
  setUpStaffApi,
  signInAgain,
  user,
  visit,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()

const people = (...names: string[]) => ({
  rows: names.map((name, n) => buildPerson({ name, id: `6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c0${n}` })),
  next: null,
  count: { value: names.length, more: false },
})

test('while the server does not answer the pages stay closed, and can be tried again', async () => {
  api.answer({ staffSession: refuse('unexpected') })
  await visit('/no-such-page')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The staff pages could not be opened')
  api.signInAs()
  await click('Try again')
  await screen.findByRole('heading', { name: 'Page not found' })
})

test('without an answer a page is asked for three times; a page that is no door then says so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  api.answer({ staffSession: 'hang up' })
  const opened = visit('/no-such-page')
  for (const attempt of [1, 2, 3]) {
    await expect.poll(() => api.requests('staffSession').length).toBe(attempt)
    expect(screen.queryByRole('heading')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(2_500))
  }
  await opened
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The staff pages could not be opened')
  expect(api.requests('staffSession')).toHaveLength(3)
})

test.each<[StaffRole, string[]]>([
  [
    'registry',
    [
      'Home',
      'Applicants',
      'Issue accounts',
      'Complaints',
      'Applications',
      'Recusals',
      'Sittings',
      'Interviews',
      'Results',
      'Publications',
      'Offers',
      'Payments',
      'Money cases',
      'Exports',
      'Emails',
      'Settings',
      'My account',
    ],
  ],
  [
    'exam',
    [
      'Home',
      'Applicants',
      'Applications',
      'Sittings',
      'Interviews',
      'Results',
      'Publications',
      'Exports',
      'My account',
    ],
  ],
  [
    'bursar',
    [
      'Home',
      'Applicants',
      'Complaints',
      'Payments',
      'Money cases',
      'Reconciliation',
      'Ledger',
      'Revenue',
      'Exports',
      'My account',
    ],
  ],
  ['reviewer', ['Home', 'Applicants', 'Applications', 'Review', 'Interviews', 'My account']],
  ['admin', ['Home', 'Settings', 'Staff', 'Audit log', 'My account']],
])('the menu of the role %s has what the role can open', async (role, items) => {
  api.signInAs({ roles: [role] })
  await visit('/no-such-page')
  const menu = within(screen.getByRole('navigation', { name: 'Main' }))
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(items)
})

test.each<[StaffRole, string[]]>([
  ['bursar', ['Applicants', 'Money', 'Administration']],
  ['reviewer', []],
])('the menu of the role %s has headings where it is long', async (role, headings) => {
  api.signInAs({ roles: [role] })
  await visit('/no-such-page')
  const menu = screen.getByRole('navigation', { name: 'Main' })
  expect([...menu.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(headings)
})

test.each([
  ['/refunds', 'Money cases'],
  ['/cases', 'Money cases'],
  ['/', 'Home'],
])('the menu marks at %s where the person is: %s', async (path, label) => {
  api.answer(Object.fromEntries(callNames.map((name) => [name, refuse('unexpected')])))
  api.signInAs({ roles: ['bursar'] })
  await visit(path)
  const menu = within(screen.getByRole('navigation', { name: 'Main' }))
  expect(menu.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)).toEqual([label])
})

// The scripted API checks each call against the person's permissions.
test.each(staffRoleNames)(
  'V7.4.4 every page that the menu offers works for the role %s, and has the way to sign out',
  async (role) => {
    api.answer(Object.fromEntries(callNames.map((name) => [name, refuse('unexpected')])))
    api.signInAs({ roles: [role] })
    await visit('/no-such-page')
    const menu = within(screen.getByRole('navigation', { name: 'Main' }))
    for (const { textContent: label } of menu.getAllByRole('link')) {
      await user.click(menu.getByRole('link', { name: label ?? '' }))
      await waitFor(() => expect(document.title).not.toMatch(/^Page not found/))
      await screen.findByRole('heading', { level: 1 })
      expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
      const filters = screen.queryByRole('button', { name: 'Filters' })
      if (filters) await user.click(filters)
    }
  },
)

const pages = Object.values(staffPaths).filter((path) => path in pagePermissions)

test('every page but these needs a permission', () => {
  const { home, signIn, recover, invitation, myAccount } = staffPaths
  expect(Object.values(staffPaths).filter((path) => !pages.includes(path))).toEqual([
    home,
    signIn,
    recover,
    invitation,
    myAccount,
  ])
})

test.each(staffRoleNames)('a page outside the role %s says so plainly, and asks for nothing', async (role) => {
  api.signInAs({ roles: [role] })
  const { permissions } = buildMe({ roles: [role] })
  for (const path of pages.filter((path) => !permissions.some((held) => held === pagePermissions[path]))) {
    const { unmount } = await visit(path)
    expect([path, screen.getByRole('heading', { level: 1 }).textContent]).toEqual([path, 'Page not found'])
    screen.getByText('There is no staff page at this address, or your roles do not include it.')
    unmount()
  }
})

test('the bursar finds applicants, whose pages are not among the role: names are no links', async () => {
  const row = buildApplicantRow()
  api.answer({ staffApplicants: { rows: [row], next: null, count: { value: 1, more: false } } })
  api.answer({ staffPosts: { posts: [] }, staffStages: { stages: [] } })
  for (const [role, links] of [
    ['bursar', 0],
    ['registry', 1],
  ] as const) {
    api.signInAs({ roles: [role] })
    const { unmount } = await visit('/applicants')
    await screen.findByText(row.name)
    expect(screen.queryAllByRole('link', { name: row.name })).toHaveLength(links)
    unmount()
  }
})

test('whose roles count in no exercise brings no file into one', async () => {
  for (const [role, path] of [
    ['exam', staffPaths.newResults],
    ['bursar', staffPaths.newSettlement],
  ] as const) {
    api.signInAs({ roles: [role], exercises: [] })
    const { unmount } = await visit(path)
    expect([path, document.querySelector('input[type=file]')]).toEqual([path, null])
    unmount()
  }
  api.signInAs({ roles: ['registry'], exercises: [] })
  await visit(staffPaths.newImport)
  expect(screen.queryByText(/^The accounts will belong to/)).toBeNull()
})

test('before the first exercise the pages of one open, offer none to choose, and ask for nothing of one', async () => {
  api.answer(Object.fromEntries(callNames.map((name) => [name, refuse('unexpected')])))
  api.signInAs({ roles: staffRoleNames, exercises: [] })
  const ofExercise = ['applicants', 'applications', 'ledger', 'newPublication', 'results', 'seating', 'seats'] as const
  for (const path of ofExercise.map((name) => staffPaths[name])) {
    const { unmount } = await visit(path)
    expect([path, screen.queryByText('This page could not be shown')]).toEqual([path, null])
    expect([path, screen.queryByLabelText('Exercise', { selector: 'header select' })]).toEqual([path, null])
    // A call that is still on its way would arrive when the next test has begun.
    await act(() => new Promise<void>((quiet) => runAfterQuiet(0, quiet)))
    unmount()
  }
  const named = callNames.filter((name) => /undefined|null|NaN|"exercise"/.test(JSON.stringify(api.requests(name))))
  expect(named).toEqual([])
})

test('the menu of a phone opens, and closes when a page is chosen', async () => {
  api.signInAs()
  await visit('/no-such-page')
  const isShown = () => document.getElementById('staff-menu')?.dataset.open === 'true'
  expect(isShown()).toBe(false)
  const sign = screen.getByRole('button', { name: 'Open the menu' }).innerHTML
  await click('Open the menu')
  expect(isShown()).toBe(true)
  const close = screen.getByRole('button', { name: 'Close the menu' })
  expect([close.getAttribute('aria-expanded'), close.getAttribute('aria-controls')]).toEqual(['true', 'staff-menu'])
  expect(close.innerHTML).not.toBe(sign)
  const unknown = refuse('unexpected')
  api.answer({ staffPasskeys: unknown, ownRecoveryCodes: unknown, ownStaffSessions: unknown })
  await user.click(screen.getByRole('link', { name: 'My account' }))
  const heading = await screen.findByRole('heading', { name: 'My account' })
  expect(isShown()).toBe(false)
  expect(screen.getByRole('button', { name: 'Open the menu' }).getAttribute('aria-expanded')).toBe('false')
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(document.title).toBe('My account – Staff – Academic staff recruitment')
})

/** What the device keeps for a door. */
async function storeDoorList(personId: string) {
  const list = buildDoorList([buildDoorSeat({ seatNumber: 1 })])
  const { id } = list.sitting
  await storeList({ id, person: { id: personId, name: 'Zainab Lawal' }, list, elsewhere: null })
  expect(await readList(id, null)).not.toBeNull()
  return { expectGone: () => expect.poll(() => readList(id, null)).toBeNull() }
}

test('signing out forgets what the person has read: the next one sees none of it', async () => {
  api.signInAs({ roles: ['admin'] })
  api.answer({ staffPeople: people('Zainab Lawal') })
  const page = await visit('/people')
  await screen.findByRole('link', { name: 'Zainab Lawal' })
  const own = await storeDoorList(buildMe().id)
  api.answer({ signOut: {} })
  await click('Sign out')
  await screen.findByRole('heading', { name: 'Sign in' })
  await own.expectGone()
  // Of a session that ended by itself.
  const ofAnother = await storeDoorList('6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1cff')
  expect(page.path()).toBe('/login')
  expect(api.requests('signOut')).toHaveLength(1)

  const reply = Promise.withResolvers<ReturnType<typeof people>>()
  api.answer({
    signIn: { step: 'second', methods: ['totp'], attempt: 'attempt-1' },
    signInSecond: { me: buildMe({ roles: ['admin'], name: 'Musa Danladi' }) },
    staffPeople: () => reply.promise,
  })
  await fill('Email', 'musa@example.org')
  await fill('Password', 'Seventeen quiet herons')
  await click('Continue')
  await fill('Code', '123456')
  await click('Sign in')
  await screen.findByText('Musa Danladi')
  await waitFor(() => expect(api.requests('staffPeople')).toHaveLength(2))
  expect(screen.queryByText('Zainab Lawal')).toBeNull()
  await ofAnother.expectGone()
  reply.resolve(people('Amina Bello'))
  await screen.findByRole('link', { name: 'Amina Bello' })
})

test('who signs out after the session has ended leaves nothing behind, and is not said to be signed in still', async () => {
  api.signInAs({ roles: ['admin'] })
  api.answer({ staffPeople: people('Zainab Lawal') })
  const page = await visit('/people')
  await screen.findByRole('link', { name: 'Zainab Lawal' })
  api.answer({ signOut: refuse('not_logged_in') })
  await click('Sign out')
  await waitFor(() => expect(page.path()).toBe('/login'))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(screen.queryByText(/^You are still signed in|^Your page waits/)).toBeNull()
  expect(document.body.innerHTML).not.toContain('Zainab Lawal')
})

test('somebody who could not be signed out is told so, and stays', async () => {
  api.signInAs()
  await visit('/no-such-page')
  api.answer({ signOut: 'hang up' })
  await click('Sign out')
  await findToast('You are still signed in. The server did not answer. Check the connection and try again.')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page not found')
})

test.each([
  ['the same person comes back to what was typed', {}, 'Amina Bello'],
  ['another person finds nothing of it', { id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1cff' }, ''],
])('after a session that ended while a page was open, %s', async (_, who, name) => {
  api.signInAs({ roles: ['admin'] })
  api.answer({ staffPosts: { posts: [] }, staffPeople: people('Zainab Lawal') })
  const page = await visit('/people')
  await screen.findByRole('link', { name: 'Zainab Lawal' })
  await user.click(screen.getByRole('link', { name: 'Invite somebody' }))
  await fill('Name', 'Amina Bello')
  await fill('Email address', 'amina@example.org')
  await user.selectOptions(screen.getByLabelText('Role'), 'Helpdesk')
  api.answer({ invite: refuse('not_logged_in') })
  await click('Send the invitation')
  await screen.findByRole('heading', { name: 'Sign in' })
  screen.getByText('You have been signed out')
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
  await signInAgain(api, { roles: ['admin'], ...who })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect([field.value, page.path()]).toEqual([name, '/people/new'])
  const reply = Promise.withResolvers<ReturnType<typeof people>>()
  api.answer({ staffPeople: () => reply.promise })
  await user.click(screen.getByRole('link', { name: 'Staff' }))
  await screen.findByRole('heading', { name: 'Staff' })
  expect(screen.queryAllByText('Zainab Lawal')).toHaveLength(name ? 1 : 0)
  reply.resolve(people('Amina Bello'))
  await screen.findByRole('link', { name: 'Amina Bello' })
})

test('what is typed below something that was read is there for who comes back an hour after the session has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  api.signInAs({ roles: ['admin'] })
  api.answer({ staffExercise: buildExercise(), previewExercise: refuse('not_logged_in') })
  await visit('/settings/exercise')
  await fill('Title', 'Recruitment of lecturers')
  await click('Review changes')
  await screen.findByText('You have been signed out')
  await act(() => vi.advanceTimersByTimeAsync(60 * 60_000))
  const reply = Promise.withResolvers<ReturnType<typeof buildExercise>>()
  api.answer({ staffExercise: () => reply.promise })
  await signInAgain(api, { roles: ['admin'] })
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Recruitment of lecturers')
  reply.resolve(buildExercise())
})

test('a session that ended elsewhere is noticed when it is read again: the page is hidden, and kept for the person, who goes on in the same field', async () => {
  api.signInAs({ roles: ['admin'] })
  api.answer({ staffPosts: { posts: [] } })
  await visit('/people/new')
  await fill('Name', 'Amina Bello')
  api.answer({ staffSession: { me: null } })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  window.dispatchEvent(new Event('visibilitychange'))
  await screen.findByText('You have been signed out')
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
  // Where the skip link leads: not into the page that is hidden.
  expect([...document.querySelectorAll('#content')].map((main) => main.textContent.includes('Sign in'))).toEqual([true])
  await signInAgain(api, { roles: ['admin'] })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect([field.value, document.activeElement]).toEqual(['Amina Bello', field])
})

test('another person who has signed in elsewhere in this browser finds nothing of it', async () => {
  api.signInAs({ roles: ['admin'] })
  api.answer({ staffPeople: people('Zainab Lawal') })
  await visit('/people')
  await screen.findByRole('link', { name: 'Zainab Lawal' })
  const reply = Promise.withResolvers<ReturnType<typeof people>>()
  api.signInAs({ roles: ['admin'], id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1cff', name: 'Musa Danladi' })
  api.answer({ staffPeople: () => reply.promise })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  window.dispatchEvent(new Event('visibilitychange'))
  await screen.findByText('Musa Danladi')
  expect(screen.queryByText('Zainab Lawal')).toBeNull()
  reply.resolve(people('Amina Bello'))
  await screen.findByRole('link', { name: 'Amina Bello' })
})

describe('a session without use', () => {
  const minuteMs = 60_000
  const pass = (minutes: number) => act(() => void vi.advanceTimersByTime(minutes * minuteMs))

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    api.signInAs()
  })

  test('warns two minutes before its end, and goes on when the person is there', async () => {
    await visit('/no-such-page')
    pass(12)
    expect(screen.queryByRole('dialog')).toBeNull()
    pass(1)
    const warning = within(screen.getByRole('dialog', { name: 'Are you still there?' }))
    api.answer({ staffMe: { me: buildMe() } })
    await click('Stay signed in', warning)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.requests('staffMe')).toHaveLength(1)
    // Other tabs know of it.
    expect(localStorage.getItem('staff-last-use')).toBe(String(Date.now()))
    pass(12)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('says with its title when it ends, and in the dialog why it could not go on', async () => {
    await visit('/no-such-page')
    pass(13)
    const dialog = screen.getByRole('dialog', { name: 'Are you still there?' })
    const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
    expect(description?.textContent).toMatch(/^You are signed out at /)
    api.answer({ staffMe: refuse('unavailable') })
    await click('Stay signed in', within(dialog))
    // A toast would be behind the dialog, where nobody hears it.
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toMatch(/try again/i))
  })

  test('ends in the page as well, which is hidden', async () => {
    await visit('/no-such-page')
    pass(15)
    await screen.findByText('You have been signed out')
    expect(screen.queryByRole('heading', { name: 'Page not found' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('knows of the use in another tab', async () => {
    await visit('/no-such-page')
    pass(10)
    localStorage.setItem('staff-last-use', String(Date.now()))
    pass(4)
    expect(screen.queryByRole('dialog')).toBeNull()
    pass(9)
    screen.getByRole('dialog', { name: 'Are you still there?' })
  })
})

const exercises = [
  { year: 2025, title: 'Recruitment', isCurrent: false, isArchived: false },
  { year: 2024, title: 'Recruitment', isCurrent: true, isArchived: false },
  { year: 2023, title: 'Recruitment', isCurrent: false, isArchived: false },
  { year: 2022, title: 'Recruitment', isCurrent: false, isArchived: true },
]
const complaints = { rows: [], next: null, count: { value: 0, more: false } }
const readChosen = () => screen.getByLabelText<HTMLSelectElement>('Exercise').value
/** What the styles distinguish. */
const isOtherMarked = () => document.querySelector('[data-other]') !== null
const isBesideSwitcher = () => screen.getByText('Recruitment staff').dataset.beside === 'true'

test('the current exercise is chosen at first; another one stays chosen on the device, for this person', async () => {
  api.signInAs({ exercises })
  api.answer({ staffComplaints: complaints, exerciseTexts: { texts: [] } })
  const { unmount } = await visit('/complaints')
  expect([...screen.getByLabelText('Exercise').querySelectorAll('option')].map(({ text }) => text)).toEqual([
    '2025, in preparation',
    '2024, current',
    '2023, earlier',
    '2022, archived',
  ])
  expect([readChosen(), isOtherMarked(), isBesideSwitcher()]).toEqual(['2024', false, true])
  await user.selectOptions(screen.getByLabelText('Exercise'), '2023')
  await waitFor(() => expect(api.requests('staffComplaints').at(-1)?.query).toMatchObject({ exercise: '2023' }))
  expect(isOtherMarked()).toBe(true)
  unmount()

  const other = await visit('/complaints')
  expect(readChosen()).toBe('2023')
  other.unmount()
  api.answer({ staffSession: { me: { ...buildMe({ exercises }), id: '0f0e8f6c-3b0e-4d57-9f0f-3a2f1f6b1c99' } } })
  await visit('/complaints')
  expect(readChosen()).toBe('2024')
})

test('an address names its exercise, until another one is chosen, which begins at the first page', async () => {
  api.signInAs({ exercises })
  api.answer({ staffComplaints: complaints, exerciseTexts: { texts: [] } })
  const page = await visit('/complaints?exercise=2023&after=C-10&state=new')
  expect(readChosen()).toBe('2023')
  await user.selectOptions(screen.getByLabelText('Exercise'), '2025')
  await waitFor(() => expect(page.path()).toBe('/complaints?state=new'))
  expect(readChosen()).toBe('2025')
  page.unmount()
  const first = await visit('/complaints?exercise=2023')
  await user.selectOptions(screen.getByLabelText('Exercise'), '2025')
  await waitFor(() => expect(first.path()).toBe('/complaints'))
  first.unmount()
  const other = await visit('/complaints?after=C-10')
  await user.selectOptions(screen.getByLabelText('Exercise'), '2024')
  await waitFor(() => expect(other.path()).toBe('/complaints'))
})

test('the exercise that an address names stays the one of the tab, wherever its links lead', async () => {
  api.signInAs({ exercises })
  api.answer({ staffComplaints: complaints, exerciseTexts: { texts: [] }, staffEmails: complaints })
  const page = await visit('/complaints?exercise=2023')
  await user.click(screen.getByRole('link', { name: 'Emails' }))
  await waitFor(() => expect(page.path()).toBe('/emails'))
  expect(readChosen()).toBe('2023')
  await user.selectOptions(screen.getByLabelText('Exercise'), '2024')
  await user.click(screen.getByRole('link', { name: 'Complaints' }))
  await waitFor(() => expect(page.path()).toBe('/complaints'))
  expect(readChosen()).toBe('2024')
})

test('a page that stays open stays with its exercise when another one is made current, or chosen in another tab', async () => {
  api.signInAs({ exercises })
  api.answer({ staffPosts: { posts: [] }, checkApplicant: refuse('unexpected') })
  await visit(staffPaths.newApplicant)
  await fill('Surname', 'Bello')
  const me = buildMe({ exercises })
  localStorage.setItem(`staff-exercise:${me.id}`, '2023')
  api.signInAs({ exercises: exercises.map((one) => ({ ...one, isCurrent: one.year === 2025 })) })
  await comeBackLater()
  expect(await screen.findByRole('option', { name: '2025, current' })).toBeDefined()
  expect([readChosen(), isOtherMarked()]).toEqual(['2024', true])
  expect(screen.getByText(/The account will belong to the exercise Recruitment, 2024, earlier\.$/)).toBeDefined()
  await click('Check the applicant')
  await screen.findByRole('alert')
  expect(api.requests('checkApplicant')).toMatchObject([{ query: { exercise: '2024' }, body: { surname: 'Bello' } }])
})

test('an address with an exercise that is none of the person’s shows the current one', async () => {
  api.signInAs({ exercises })
  api.answer({ staffComplaints: complaints, exerciseTexts: { texts: [] } })
  await visit('/complaints?exercise=1999')
  expect(readChosen()).toBe('2024')
  await waitFor(() => expect(api.requests('exerciseTexts').at(-1)?.params).toEqual({ year: '2024' }))
})

test('exercises that were prepared since the sign-in are there on the next page', async () => {
  api.signInAs({ exercises: [] })
  await visit('/no-such-page')
  api.signInAs({ exercises })
  api.answer({ staffComplaints: complaints, exerciseTexts: { texts: [] } })
  await user.click(screen.getByRole('link', { name: 'Complaints' }))
  expect(await screen.findByLabelText('Exercise')).toBeDefined()
  await waitFor(() => expect(api.requests('exerciseTexts')).not.toEqual([]))
})

test('with one exercise there is nothing to choose', async () => {
  api.signInAs()
  await visit('/no-such-page')
  expect(screen.queryByLabelText('Exercise')).toBeNull()
  expect(isBesideSwitcher()).toBe(false)
})
