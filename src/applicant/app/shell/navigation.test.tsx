// The menu beside the pages and over them, and what every page says at its end and while there is no network.
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reportAnswer, reportUnreachable } from '#applicant/offline/connection.ts'
import { delays } from '#shared/policy/limits.ts'
import { noExercise } from '#shared/reference-data/exercise.ts'
import { paths } from '#shared/routes.ts'
import { formatDocumentTitle } from '../document-title.ts'
import { Footer } from '../layouts/footer.tsx'
import { OfflineNotice } from '../offline-notice.tsx'
import { Drawer } from './drawer.tsx'
import { Sidebar } from './sidebar.tsx'

vi.mock(import('#applicant/http/call.ts'), () => ({ call: () => new Promise<never>(() => {}) }))
vi.mock(import('#applicant/offline/register-service-worker.ts'), () => ({ installServiceWorker: () => {} }))

const show = (element: React.ReactNode, path: string = paths.dashboard) =>
  render(<MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>)
const listLinks = () => within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')

test('the sidebar is folded to icons that keep their names', async () => {
  show(<Sidebar />)
  const fold = screen.getByRole('button', { name: 'Fold the sidebar' })
  expect(fold.getAttribute('aria-expanded')).toBe('true')
  expect(listLinks().filter((link) => link.hasAttribute('title'))).toEqual([])
  const titles = [...screen.getByRole('navigation', { name: 'Main' }).querySelectorAll('p')]
  expect(titles.filter(({ textContent }) => textContent === '')).toEqual([])
  const listFolded = () => document.querySelectorAll('[data-folded]').length
  expect(listFolded()).toBe(0)
  await userEvent.click(fold)
  expect(listFolded()).toBe(2)
  const unfold = screen.getByRole('button', { name: 'Unfold the sidebar' })
  expect(unfold.getAttribute('aria-expanded')).toBe('false')
  for (const link of listLinks()) expect(link.getAttribute('title')).toBe(link.textContent)
})

test('the page that is open is marked in the menu, by either path of the dashboard', () => {
  for (const path of [paths.dashboard, paths.adminDashboard]) {
    const { unmount } = show(<Sidebar />, path)
    const current = listLinks().filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current.map((link) => link.getAttribute('href'))).toEqual([path])
    unmount()
  }
})

describe('the menu on phones', () => {
  const isOpen = () => document.querySelector('dialog')?.open
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Open the menu' }))
  const getDialog = () => document.querySelector('dialog') as HTMLDialogElement

  test.each<[string, () => unknown]>([
    ['its button', () => userEvent.click(screen.getByRole('button', { name: 'Close the menu' }))],
    ['a link', () => userEvent.click(listLinks()[0] as HTMLElement)],
    ['Escape', () => fireEvent.keyDown(getDialog(), { key: 'Escape' })],
    ['the browser', () => fireEvent(getDialog(), new Event('cancel', { cancelable: true }))],
    ['a click beside it', () => fireEvent.click(getDialog())],
  ])('%s closes it, and the button says so', async (_, close) => {
    show(<Drawer />)
    expect(isOpen()).toBe(false)
    await open()
    expect(isOpen()).toBe(true)
    expect(screen.getByRole('button', { name: 'Open the menu' }).getAttribute('aria-expanded')).toBe('true')
    await close()
    expect(isOpen()).toBe(false)
    expect(screen.getByRole('button', { name: 'Open the menu' }).getAttribute('aria-expanded')).toBe('false')
  })

  test('another key, and a click within it, leave it open', async () => {
    show(<Drawer />)
    await open()
    fireEvent.keyDown(getDialog(), { key: 'Tab' })
    fireEvent.click(screen.getByRole('navigation', { name: 'Main' }))
    expect(isOpen()).toBe(true)
  })

  test('a browser without dialogs shows it as well, with the focus in it', async () => {
    show(<Drawer />)
    Object.defineProperty(getDialog(), 'showModal', { value: undefined })
    await open()
    expect(isOpen()).toBe(true)
    expect(getDialog().contains(document.activeElement)).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Close the menu' }))
    expect(isOpen()).toBe(false)
  })
})

describe('the end of each page', () => {
  const showFooter = (more: object) => show(<Footer exercise={{ ...noExercise, payment: null, ...more }} />)
  const { contact } = noExercise

  test('says when the phone is answered, and who made the portal', () => {
    showFooter({
      contact: { ...contact, phone: '08030000000', hours: '9 to 5' },
      vendor: { name: 'Maker', url: 'https://maker.example' },
    })
    expect(screen.getByRole('link', { name: '08030000000' }).parentElement?.textContent).toBe(
      'Need help? Call 08030000000, 9 to 5',
    )
    expect(screen.getByRole('link', { name: 'Maker' }).getAttribute('href')).toBe('https://maker.example')
  })

  test('says nothing of what is not known', () => {
    showFooter({ contact: { ...contact, phone: '08030000000', hours: '' }, vendor: { name: 'Maker', url: null } })
    expect(screen.getByText('08030000000').parentElement?.textContent).toBe('Need help? Call 08030000000')
    const vendor = screen.getByText(/Powered by/)
    // Without an address it leads nowhere.
    expect([vendor.textContent, vendor.querySelector('a')]).toEqual(['Powered by Maker', null])
    expect(screen.queryByRole('link', { name: 'Maker' })).toBeNull()
  })

  test('without a phone number and a maker there is neither', () => {
    showFooter({ contact: { ...contact, phone: '' }, vendor: { name: '', url: null } })
    expect(screen.queryByText(/Need help/)).toBeNull()
    expect(screen.queryByText(/Powered by/)).toBeNull()
  })
})

test('the title of a document names the exercise where there is one', () => {
  expect(formatDocumentTitle('Log in', { shortName: 'SITM', year: 2024 })).toBe('Log in – SITM Recruitment 2024')
  expect(formatDocumentTitle('Log in', { shortName: 'SITM', year: noExercise.year })).toBe('Log in – SITM')
})

describe('without a network', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    act(() => reportAnswer())
    vi.useRealTimers()
  })
  const read = () => screen.getByRole('status').textContent

  test.each([
    [paths.dashboard, /No network\. Nothing can be sent/],
    [paths.application, /No network\. Your answers are saved on this device/],
  ])('%s says so, and for a moment that it is back', (path, text) => {
    show(<OfflineNotice />, path)
    expect(read()).toBe('')
    act(() => reportUnreachable())
    expect(read()).toMatch(text)
    act(() => reportAnswer())
    expect(read()).toMatch(/You are back online\.$/)
    act(() => vi.advanceTimersByTime(delays.toast - 1))
    expect(read()).toMatch(/You are back online\.$/)
    act(() => vi.advanceTimersByTime(1))
    expect(read()).toBe('')
  })

  test('a page that is opened then says it at once, and not that it is back', () => {
    act(() => reportUnreachable())
    show(<OfflineNotice />, paths.dashboard)
    expect(read()).toMatch(/Nothing can be sent/)
    expect(read()).not.toMatch(/You are back online/)
  })
})
