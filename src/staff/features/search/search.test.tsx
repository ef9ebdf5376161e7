// The search in the bar of every page, by keys.
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { runAfterQuiet } from '#kit/http/activity.ts'
import type { Found } from '#shared/api/staff/search.ts'
import { setKeysOn } from '#staff/entities/session/key-setting.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  click,
  comeBackLater,
  findDialog,
  hitEscape,
  setUpStaffApi,
  user,
  visit,
  waitForNoDialog,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()

const ada: Found = {
  kind: 'applicant',
  key: 'RE24-00005',
  name: 'Okonkwo Adaeze',
  post: 'Lecturer II',
  year: 2024,
  opens: true,
}
const earlier: Found = { ...ada, key: 'RE23-00007', year: 2023 }
const answer = (...found: Found[]) => api.answer({ staffSearch: { found, more: false } })

beforeEach(() => {
  setKeysOn(true)
  api.signInAs({ roles: ['registry'] })
  api.answer({ staffApplicant: refuse('not_found'), staffApplication: refuse('not_found') })
  api.answer({ staffApplicants: { rows: [], next: null, count: { value: 0, more: false } } })
  answer(ada, earlier)
})

/** A page that asks for nothing. */
const open = async () => {
  const page = await visit('/no-such-page')
  await user.keyboard('/')
  const dialog = await findDialog('Search')
  // Where browsers put the focus when the dialog opens.
  const field = await dialog.findByRole('combobox', { name: 'Name, number or page' })
  await user.click(field)
  return { page, dialog, field }
}
const listOptions = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const findActive = () => screen.queryByRole('option', { selected: true })?.textContent

test('keys alone open the search, go through what was found, and open it', async () => {
  const { page, field } = await open()
  expect(screen.getByRole('combobox', { description: /^A user ID, name, email address/ })).toBe(field)
  expect(listOptions()).toEqual([])
  await user.keyboard('okon')
  await waitFor(() =>
    expect(listOptions()).toEqual([
      'Okonkwo AdaezeRE24-00005, Lecturer II',
      'Okonkwo AdaezeRE23-00007, Lecturer II, Exercise 2023',
    ]),
  )
  expect(findActive()).toContain('RE24-00005')
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  await user.keyboard('{ArrowDown}')
  expect(findActive()).toContain('RE23-00007')
  // A long list follows the keys.
  expect(scroll.mock.contexts.at(-1)).toBe(screen.getByRole('option', { selected: true }))
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'Found' }).id)
  expect((field as HTMLInputElement).maxLength).toBe(200)
  // What is found stands below the field, which stays as it was typed.
  expect(field.getAttribute('aria-autocomplete')).toBe('list')
  expect(screen.getByRole('combobox', { description: /^A user ID, name/ })).toBe(field)
  await user.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}{Enter}')
  await waitFor(() => expect(page.path()).toBe('/applicants/RE24-00005'))
  await waitForNoDialog()
})

test('a number that is typed and entered at once opens its page when the answer is there, after one call', async () => {
  answer({ ...ada, kind: 'application', key: 'APP-2024-000003' })
  const { page } = await open()
  await user.keyboard('app-2024-000003{Enter}')
  await waitFor(() => expect(page.path()).toBe('/applications/APP-2024-000003'))
  expect(api.requests('staffSearch')).toEqual([{ query: { q: 'app-2024-000003', exercise: '2024' } }])
})

test('who types on is searched for once, after a pause', async () => {
  const { field } = await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const value of ['ok', ' okon ']) {
    fireEvent.change(field, { target: { value } })
    act(() => void vi.advanceTimersByTime(199))
  }
  expect(screen.queryByRole('option')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  vi.useRealTimers()
  await waitFor(() => expect(api.requests('staffSearch')).toHaveLength(1))
  expect(api.requests('staffSearch')).toEqual([{ query: { q: 'okon', exercise: '2024' } }])
})

test('while nothing is found the field names no option', async () => {
  answer()
  const { field } = await open()
  await user.keyboard('zzzz')
  await waitFor(() => expect(api.requests('staffSearch').length).toBeGreaterThan(0))
  await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
  expect(listOptions()).toEqual([])
  expect(field.hasAttribute('aria-activedescendant')).toBe(false)
  expect(field.getAttribute('aria-expanded')).toBe('false')
})

test.each(['{ArrowDown}', '{ArrowUp}'])('%s before the answer leaves the first that is found chosen', async (key) => {
  const held = Promise.withResolvers<void>()
  api.answer({
    async staffSearch() {
      await held.promise
      return { found: [ada, earlier], more: false }
    },
  })
  const { field } = await open()
  await user.keyboard(`okon${key}`)
  held.resolve()
  await waitFor(() => expect(findActive()).toContain('RE24-00005'))
  expect(field.getAttribute('aria-expanded')).toBe('true')
})

test('Enter before an answer that finds nothing opens nothing, also when more is found later', async () => {
  answer()
  const { page, dialog } = await open()
  await user.keyboard('okon{Enter}')
  await dialog.findByText(/^Nothing found/)
  answer(ada, earlier)
  await comeBackLater()
  await waitFor(() => expect(listOptions()).toHaveLength(2))
  expect(page.path()).toBe('/no-such-page')
  await user.keyboard('{ArrowDown}')
  answer(ada)
  await comeBackLater()
  await waitFor(() => expect(listOptions()).toHaveLength(1))
  // The one that was chosen is gone.
  expect(findActive()).toContain('RE24-00005')
})

test('what was found for a longer text is not found for one character', async () => {
  const { page, dialog } = await open()
  await user.keyboard('ok')
  await waitFor(() => expect(listOptions()).toHaveLength(2))
  await user.keyboard('{Backspace}{Enter}')
  expect([listOptions(), dialog.getByRole('status').textContent]).toEqual([[], ''])
  expect(page.path()).toBe('/no-such-page')
})

test('Enter that an input method takes for a word opens nothing', async () => {
  const { page, field } = await open()
  await user.keyboard('okon')
  await waitFor(() => expect(listOptions()).toHaveLength(2))
  // Else the caret would move in the text.
  for (const key of ['ArrowDown', 'ArrowUp']) expect(fireEvent.keyDown(field, { key })).toBe(false)
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  expect(page.path()).toBe('/no-such-page')
  expect(screen.getByRole('dialog', { name: 'Search' })).toBeDefined()
})

test('who types on after Enter opens nothing, whatever the answer', async () => {
  const held = Promise.withResolvers<void>()
  api.answer({
    async staffSearch({ query }) {
      if (query.q === 'okon') await held.promise
      return { found: [ada], more: false }
    },
  })
  const { page } = await open()
  await user.keyboard('okon{Enter}kwo')
  await waitFor(() => expect(listOptions()).toHaveLength(1))
  held.resolve()
  await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
  expect(page.path()).toBe('/no-such-page')
})

test('Enter opens nothing that was found for an earlier text', async () => {
  const held = Promise.withResolvers<void>()
  api.answer({
    async staffSearch({ query }) {
      if (query.q !== 'okon') await held.promise
      return { found: query.q === 'okon' ? [ada] : [earlier], more: false }
    },
  })
  const { page } = await open()
  await user.keyboard('okon')
  await waitFor(() => expect(listOptions()).toHaveLength(1))
  await user.keyboard('kwo{Enter}')
  // It stays until the next answer.
  expect([listOptions().length, page.path()]).toEqual([1, '/no-such-page'])
  held.resolve()
  await waitFor(() => expect(page.path()).toBe('/applicants/RE23-00007'))
})

test('a page of the menu is found by its name, only where the roles open it', async () => {
  answer()
  const { page } = await open()
  await user.keyboard('audit')
  await screen.findByText(/^Nothing found/)
  await hitEscape()
  await waitForNoDialog()
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await (await findDialog('Search')).findByRole('combobox'))
  await user.keyboard('recus')
  expect(listOptions()).toEqual(['RecusalsPage'])
  api.answer({ staffRecusals: { rows: [], next: null, count: { value: 0, more: false } } })
  // A page waits for no answer about persons.
  api.answer({ staffSearch: () => new Promise<never>(() => {}) })
  await user.keyboard('al{Enter}')
  await waitFor(() => expect(page.path()).toBe('/recusals'))
})

test('after the page of the staff is gone its keys are those of the browser again', async () => {
  const { unmount } = await visit('/no-such-page')
  const hitControlK = () => fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect(hitControlK()).toBe(false)
  await findDialog('Search')
  unmount()
  expect(hitControlK()).toBe(true)
})

test('what the roles do not open leads into the list', async () => {
  answer({ ...ada, opens: false })
  api.answer({ staffPosts: { posts: [] }, staffStages: { stages: [] } })
  const { page } = await open()
  await user.keyboard('re24 00005{Enter}')
  await waitFor(() => expect(page.path()).toBe('/applicants?q=RE24-00005&exercise=2024'))
})

test('an RRR leads to its payment', async () => {
  answer({ ...ada, kind: 'rrr', key: '310007123456' })
  api.answer({ staffPayment: refuse('not_found') })
  const { page } = await open()
  await user.keyboard('3100 0712 3456{Enter}')
  await waitFor(() => expect(page.path()).toBe('/payments/310007123456'))
})

test('a search that failed says why, and is tried again', async () => {
  api.answer({ staffSearch: refuse('too_many_persons') })
  const { page, dialog, field } = await open()
  await user.keyboard('okon{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toContain('The search did not work')
  // Not that there is nothing.
  expect(dialog.getByRole('status').textContent).toBe('')
  expect(api.requests('staffSearch')).toHaveLength(1)
  answer(ada)
  await click('Try again', dialog)
  await dialog.findByRole('option')
  expect(dialog.queryByRole('alert')).toBeNull()
  // Enter was for the search that failed.
  expect(page.path()).toBe('/no-such-page')
  api.answer({ staffSearch: refuse('too_many_persons') })
  await user.click(field)
  await user.keyboard('k')
  await dialog.findByRole('alert')
  await user.keyboard('{Backspace>4/}')
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('one character asks for nothing; Escape gives the focus back', async () => {
  await visit('/no-such-page')
  await click('Search')
  await user.click(await (await findDialog('Search')).findByRole('combobox'))
  await user.keyboard('o{Enter}')
  await hitEscape()
  await waitForNoDialog()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search' }))
  expect(api.requests('staffSearch')).toEqual([])
})

test('the key / does nothing where keys are turned off; Ctrl and k do', async () => {
  setKeysOn(false)
  await visit('/no-such-page')
  await user.keyboard('/')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('{Control>}k{/Control}')
  await findDialog('Search')
})

test('while there is no answer the search says so, then how many there are, and whether there are more', async () => {
  const held = Promise.withResolvers<void>()
  api.answer({
    async staffSearch() {
      await held.promise
      return { found: [ada, earlier], more: true }
    },
  })
  const { dialog } = await open()
  const status = dialog.getByRole('status')
  await user.keyboard('o')
  expect(status.textContent).toBe('')
  await user.keyboard('ko')
  await waitFor(() => expect(status.textContent).toBe('Searching…'))
  held.resolve()
  await waitFor(() => expect(status.textContent).toBe('2 found. There are more: type more of the name.'))
  answer(ada)
  await user.keyboard('n')
  await waitFor(() => expect(status.textContent).toBe('1 found.'))
})

test('each kind of what was found says what it is, and what is of no exercise names none', async () => {
  const complaint = { ...ada, kind: 'complaint', key: 'C-2024-00001', post: null } as const
  answer({ ...ada, kind: 'rrr', key: '310007123456', post: null }, complaint, {
    ...complaint,
    key: 'C-2024-00002',
    name: '',
    year: null,
  })
  await open()
  await user.keyboard('okon')
  await waitFor(() =>
    expect(listOptions()).toEqual([
      'Payment of Okonkwo Adaeze310007123456',
      'Complaint of Okonkwo AdaezeC-2024-00001',
      'ComplaintC-2024-00002',
    ]),
  )
})

test('a click opens what it is on; typing on begins at the first again', async () => {
  const { page, field } = await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const type = (value: string, ms: number) => {
    fireEvent.change(field, { target: { value } })
    act(() => void vi.advanceTimersByTime(ms))
  }
  // Not between two keys of somebody who types.
  type('oko', 199)
  type('okon', 199)
  act(() => void vi.advanceTimersByTime(1))
  vi.useRealTimers()
  await waitFor(() => expect(api.requests('staffSearch')).toEqual([{ query: { q: 'okon', exercise: '2024' } }]))
  await waitFor(() => expect(listOptions()).toHaveLength(2))
  await user.keyboard('{ArrowDown}k')
  await waitFor(() => expect(findActive()).toContain('RE24-00005'))
  api.answer({ staffApplicant: refuse('not_found') })
  await user.click(screen.getAllByRole('option')[1]!)
  await waitFor(() => expect(page.path()).toBe('/applicants/RE23-00007'))
})

test.each<[string, object, boolean]>([
  ['a slash', { key: '/' }, true],
  ['Control and K', { key: 'K', ctrlKey: true }, true],
  ['Command and K', { key: 'k', metaKey: true }, true],
  ['K alone', { key: 'k' }, false],
  ['Control and another key', { key: 'j', ctrlKey: true }, false],
  ['Control and a slash', { key: '/', ctrlKey: true }, false],
  ['Command and a slash', { key: '/', metaKey: true }, false],
  ['Alt and a slash', { key: '/', altKey: true }, false],
  ['Control, Alt and K', { key: 'k', ctrlKey: true, altKey: true }, false],
])('%s opens the search: %s', async (_, key, isOpened) => {
  const { unmount } = await visit('/no-such-page')
  // The browser does its own with a key that opens nothing.
  expect(fireEvent.keyDown(document.body, key)).toBe(!isOpened)
  if (isOpened) await findDialog('Search')
  else expect(screen.queryByRole('dialog')).toBeNull()
  unmount()
  expect(fireEvent.keyDown(document.body, key)).toBe(true)
})

test('while another dialog is open, in a field, or when keys are turned off, a slash opens nothing', async () => {
  await visit('/no-such-page')
  const other = document.body.appendChild(document.createElement('dialog'))
  other.setAttribute('open', '')
  expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(true)
  other.remove()
  const field = document.body.appendChild(document.createElement('input'))
  field.setAttribute('aria-label', 'Field')
  expect(fireEvent.keyDown(field, { key: '/' })).toBe(true)
  setKeysOn(false)
  expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(fireEvent.keyDown(field, { key: 'k', ctrlKey: true })).toBe(false)
  await findDialog('Search')
})
