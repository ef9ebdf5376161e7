// The whole staff app in a test: every page with its router and session, and a scripted API instead of the server.
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { runAfterQuiet } from '#kit/http/activity.ts'
import { toast } from '#kit/ui/feedback/toast.ts'
import type { StaffCallName } from '#shared/api/staff/calls.ts'
import { staffBase } from '#shared/staff/paths.ts'
import { StaffApp } from '#staff/app/staff-app.tsx'
import { buildMe, emptyHome, type MeOptions } from '#tests/support/fixtures/staff-replies.ts'
import { findFaults } from './find-faults.ts'
import { findFlaws } from './page-rules.ts'
import {
  refuse,
  type ScriptedStaffApi,
  type StaffData,
  type StaffScript,
  startScriptedStaffApi,
} from './scripted-staff-api.ts'

declare const happyDOM: { setURL(url: string): void }

/** Without waiting between keys. */
export const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })

interface StaffApi extends Pick<ScriptedStaffApi, 'answer' | 'requests'> {
  readonly url: string
  /** Answers `staffSession` with somebody of these roles. */
  signInAs(options?: MeOptions): void
}

const waitUntilQuiet = () => new Promise<void>((quiet) => runAfterQuiet(0, quiet))

/** Starts a scripted API for the tests of a file. Each test begins signed out, with empty storage. */
export function setUpStaffApi(): StaffApi {
  let api: ScriptedStaffApi
  beforeAll(async () => {
    api = await startScriptedStaffApi()
  })
  afterAll(() => api.close())
  beforeEach(() => {
    happyDOM.setURL(`${api.url}${staffBase}/`)
    localStorage.clear()
    toast.clear()
  })
  afterEach(async ({ task }) => {
    vi.useRealTimers()
    // A test that has failed does not release the answers that it holds back.
    if (task.result?.state === 'fail') api.hangUp()
    // A call that is cut off may still reach the server, in the next test.
    await waitUntilQuiet()
    // What was loaded last is drawn a moment later.
    const findSkeleton = () => document.querySelector('[class*="skeleton"]')
    const isDrawn = await waitFor(() => expect(findSkeleton()).toBeNull()).then(
      () => true,
      () => false,
    )
    const faults = [
      ...findFaults(document.body),
      ...findFlaws(),
      ...(isDrawn ? [] : ['it looks as if something loads']),
    ]
    cleanup()
    // A page that is left may still tell the server so.
    await waitUntilQuiet()
    expect(api.reset(), 'calls that have no answer').toEqual([])
    expect(faults, 'faults of the page at the end').toEqual([])
  })
  return {
    get url() {
      return api.url
    },
    answer: (script) => api.answer(script),
    requests: (name) => api.requests(name),
    signInAs: (options) => api.answer({ staffSession: { me: buildMe(options) } }),
  }
}

/** Opens a page by its path below /staff, after another one, and waits for its heading. */
export async function visit(
  path: string,
): Promise<{ path(): string; goBack(): void; goForward(): void; unmount(): void }> {
  let current = path
  let go: (pages: number) => void = () => {}
  function LocationProbe() {
    const { pathname, search } = useLocation()
    const navigate = useNavigate()
    useEffect(() => {
      current = pathname + search
      go = (pages) => void navigate(pages)
    })
    return null
  }
  const { unmount } = await act(async () =>
    render(
      <MemoryRouter
        basename={staffBase}
        initialEntries={[`${staffBase}/page-before`, staffBase + path]}
        useTransitions={false}
      >
        <StaffApp />
        <LocationProbe />
      </MemoryRouter>,
    ),
  )
  await screen.findByRole('heading', { level: 1 })
  expect(document.querySelector('dialog[open]'), 'a dialog that nobody has opened').toBeNull()
  return {
    path: () => current,
    goBack: () => act(() => go(-1)),
    goForward: () => act(() => go(1)),
    unmount() {
      expect(findFaults(document.body), 'faults of the page that is left').toEqual([])
      unmount()
    },
  }
}

type Queries = Pick<typeof screen, 'findByLabelText' | 'findByRole'>

export const click = async (name: string | RegExp, within: Queries = screen) =>
  user.click(await within.findByRole('button', { name }))

/** Replaces what a field holds. Pasted, which is quicker than single keys. */
export async function fill(label: string | RegExp, text: string, within: Queries = screen) {
  const field = await within.findByLabelText(label)
  await user.clear(field)
  if (text === '') return
  await user.click(field)
  await user.paste(text)
}

/** As a person does it; user-event's way keeps the file out of the form. */
export function chooseFile(label: string, file: File) {
  const transfer = new DataTransfer()
  transfer.items.add(file)
  const input = screen.getByLabelText<HTMLInputElement>(label)
  input.files = transfer.files
  fireEvent.change(input)
}

/** The link of the menu with this name. */
export const followMenu = async (name: string) =>
  user.click(await within(screen.getByRole('navigation', { name: 'Main' })).findByRole('link', { name }))

/** Opens Home, then a list by its name in the menu, then the page of one of its rows. */
export async function visitFromList(api: StaffApi, list: string, row: string | RegExp) {
  api.answer({ staffCounts: emptyHome })
  const page = await visit('/')
  // What is still being read when Home is left is read anew in any case.
  await act(waitUntilQuiet)
  await followMenu(list)
  await user.click(await screen.findByRole('link', { name: row }))
  return page
}

/** What was read before is old: the page of the menu asks for it again. */
export async function expectReadAgain(api: StaffApi, page: string, call: StaffCallName): Promise<void> {
  const count = api.requests(call).length
  await followMenu(page)
  await waitFor(() => expect(api.requests(call), `${page} asks again`).toHaveLength(count + 1))
}

/** @returns the first names of what the page has taken for old since, so that each page that shows it reads it again */
export function watchOldData(): () => unknown[] {
  const { mock } = vi.spyOn(QueryClient.prototype, 'invalidateQueries')
  const before = mock.calls.length
  return () => [...new Set(mock.calls.slice(before).map(([filters]) => filters?.queryKey?.[0]))]
}

/** The page is looked at again after a minute elsewhere: what it may read again it has read then. */
export async function comeBackLater(): Promise<void> {
  // What is still being read is not read again.
  await act(waitUntilQuiet)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitUntilQuiet()
}

/** The dialog with this title. */
export const findDialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))

/** Escape in the dialog on top, which browsers report as its `cancel` event. */
export async function hitEscape() {
  await user.keyboard('{Escape}')
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (dialog) act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
}

export const findToast = (text: string | RegExp) =>
  within(screen.getByRole('region', { name: 'Messages' })).findByText(text)

/** An alert with this text among others, as a screen reader says it at once. */
export const findAlert = async (text: string | RegExp) => {
  const alert = (await screen.findByText(text)).closest('[role=alert]')
  expect(alert, `“${text}” is an alert`).not.toBeNull()
  return alert as HTMLElement
}

/** What those say that wait for an answer. */
export const listBusyButtons = () =>
  [...document.querySelectorAll('button[aria-busy="true"]')].map(({ textContent }) => textContent)

/** Whether this button is the one that is offered first, by its colour. */
export const isPrimary = (name: string) => screen.getByRole('button', { name }).className.includes('primary')

/** The keys of buttons and links, as screen readers tell them. */
export const readShortcuts = () =>
  Object.fromEntries(
    [...document.querySelectorAll(':is(a, button)[aria-keyshortcuts]')].map((one) => [
      one.textContent,
      one.getAttribute('aria-keyshortcuts'),
    ]),
  )

/** What the one alert of the page says. */
export const readAlert = () => screen.getByRole('alert').textContent

/** What a call says that is refused as `unavailable`. */
export const busyServer = 'The service is busy or being restored. Please try again in a moment.'

/** A refusal of each of these fields. */
export const refuseFields = (...paths: string[]) =>
  refuse('invalid_request', { errors: paths.map((path) => ({ path, message: `Not this ${path}.` })) })

/** Waits until the fields say what `refuseFields` refuses of them. */
export async function expectRefused(...paths: string[]): Promise<void> {
  for (const path of paths) expect((await screen.findByText(`Not this ${path}.`)).id).toMatch(/-error$/)
}

/** Waits until fields say what is wrong with them. @returns that, by their labels */
export async function findFieldErrors(): Promise<Record<string, string>> {
  const isWrong = '[aria-invalid=true]:not(fieldset)'
  const fields = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLInputElement>(isWrong)]
    expect(found).not.toEqual([])
    return found
  })
  const read = (element: Element | null | undefined) => element?.textContent ?? ''
  return Object.fromEntries(
    fields.map(({ id, labels }) => [read(labels?.[0]), read(document.getElementById(`${id}-error`))]),
  )
}

/** The call is refused until the person has confirmed with a code. */
export function afterFreshSignIn<N extends StaffCallName>(name: N, data: StaffData<N>): StaffScript {
  let isFresh = false
  return {
    staffPasskeys: { passkeys: [], hasPassword: true },
    signInFresh: () => {
      isFresh = true
      return { freshUntil: '2024-03-04T09:05:00.000Z' }
    },
    [name]: () => (isFresh ? data : refuse('fresh_sign_in_required')),
  }
}

export async function confirmWithCode() {
  const question = await findDialog('Confirm that it is you')
  await fill('Code', '123456', question)
  await click('Confirm', question)
}

/** On the page that waits before the one whose session has ended. */
export async function signInAgain(api: StaffApi, me: MeOptions): Promise<void> {
  await screen.findByText('You have been signed out')
  api.answer({
    signIn: { step: 'second', methods: ['totp'], attempt: 'attempt-1' },
    signInSecond: { me: buildMe(me) },
  })
  await fill('Email', 'musa@example.org')
  await fill('Password', 'Seventeen quiet herons')
  await click('Continue')
  await fill('Code', '123456')
  await click('Sign in')
}

export const waitForNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
