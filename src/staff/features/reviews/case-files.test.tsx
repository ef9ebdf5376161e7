// The files of a case beside its answers.
import { createEvent, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { buildCase } from '#tests/support/fixtures/staff-replies.ts'
import { FileAnswer } from '#tests/support/ui/scripted-staff-api.ts'
import { click, comeBackLater, setUpStaffApi, user, visit } from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()
const getId = (n: number) => `6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c${n}`
const getUrl = (n: number) => `/api/v1/staff/files/${getId(n)}`

beforeEach(() => {
  api.signInAs({ roles: ['reviewer'] })
  api.answer({
    renewViewing: { viewers: [], version: 1, until: '2024-03-05T09:00:00.000Z' },
    endViewing: {},
    // Which is not displayed here, so that no frame is opened.
    staffFile: new FileAnswer('A statement.', 'application/msword'),
  })
})

const grid = (rows: { text: string; files: string[] }[][]) => ({
  name: 'academicQualification',
  title: 'Academic qualifications',
  layout: 'grid' as const,
  headings: ['Institution', 'Certificate', 'Remark'],
  rows,
  none: 'None',
})
const text = (content: string) => ({ text: content, files: [] })
const file = (n: number) => ({ text: '', files: [getUrl(n)] })
const certificates = grid([
  [text('Lagos'), file(21), text('')],
  [text('Jos'), file(22), text('First of the year')],
])

async function visitCase(more: Parameters<typeof buildCase>[0]) {
  api.answer({ staffApplication: buildCase({ renderedTables: [certificates], ...more }) })
  await visit('/applications/APP-1')
}
const viewer = (title: string) => within(screen.getByRole('region', { name: title }))
const readPairs = (title: string) =>
  viewer(title)
    .queryAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
const listMoves = () => ['Previous file', 'Next file'].filter((name) => screen.queryByRole('button', { name }))

test('photos are opened where there are any, and are no documents', async () => {
  await visitCase({ photos: { submitted: getId(11), nin: null } })
  expect(screen.getAllByText('None')).toHaveLength(1)
  const buttons = screen.getAllByRole('button', { name: /^Open: / })
  expect(buttons).toHaveLength(1)
  const title = buttons[0]?.getAttribute('aria-label')?.slice('Open: '.length) ?? ''
  const documents = within(screen.getByRole('region', { name: 'Files (2)' }))
  expect(documents.getAllByRole('button')).toHaveLength(2)
  await user.click(buttons[0] as HTMLElement)
  expect(viewer(title).queryByRole('term')).toBeNull()
  expect(listMoves()).toEqual(['Next file'])
  await viewer(title).findByText(/^This is a Word document/)
  // A file never changes: it is not loaded a second time, however large it is.
  await comeBackLater()
  expect(api.requests('staffFile')).toHaveLength(1)
})

test('an application without files says so', async () => {
  await visitCase({ renderedTables: [grid([[text('Lagos'), text(''), text('')]])] })
  expect(
    within(screen.getByRole('region', { name: 'Files (0)' })).getByText('The application has no files.'),
  ).toBeDefined()
  expect(screen.getAllByText('None')).toHaveLength(2)
})

test('a file stands beside the answers of its entry, and leads to the one before and after it', async () => {
  await visitCase({})
  const first = 'Academic qualifications 1: View File 1'
  const second = 'Academic qualifications 2: View File 1'
  const isViewing = () => document.querySelector('[data-viewing]') !== null
  expect(isViewing()).toBe(false)
  await click(first)
  expect(isViewing()).toBe(true)
  expect(readPairs(first)).toEqual(['Institution: Lagos'])
  expect(listMoves()).toEqual(['Next file'])
  await viewer(first).findByText(/^This is a Word document/)
  await click('Next file')
  expect(readPairs(second)).toEqual(['Institution: Jos', 'Remark: First of the year'])
  expect(listMoves()).toEqual(['Previous file'])
  await viewer(second).findByText(/^This is a Word document/)
  await click('Previous file')
  await click('Close the file', viewer(first))
  expect(screen.queryByRole('region', { name: first })).toBeNull()
})

test('a file of an earlier submission is opened by itself', async () => {
  const at = '2024-03-01T09:00:00.000Z'
  const earlier = grid([[text('Lagos'), file(23), text('')]])
  await visitCase({
    submission: 2,
    versions: [{ submission: 1, submittedAt: at, renderedTables: [earlier], photos: { submitted: null, nin: null } }],
    returns: [{ submission: 1, reason: 'Upload it.', until: at, person: { id: getId(31), name: 'Musa Danladi' }, at }],
  })
  await user.click(await screen.findByRole('tab', { name: 'Earlier' }))
  const panel = within(screen.getByRole('tabpanel', { name: 'Earlier' }))
  await user.click(panel.getByRole('link', { name: /View File 1/ }))
  await viewer('File').findByText(/^This is a Word document/)
  expect([readPairs('File'), listMoves()]).toEqual([[], []])
})

test('a link to a file opens it on the page, and with another key or button as links do', async () => {
  await visitCase({})
  const [link] = screen.getAllByRole('link', { name: /View File 1/ })
  if (!link) throw new Error('There is no link to a file.')
  const title = 'Academic qualifications 1: View File 1'
  for (const modified of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) {
    const event = createEvent.click(link, modified)
    // The test opens no other page.
    const rest = (left: Event) => {
      expect(left.defaultPrevented).toBe(false)
      left.preventDefault()
    }
    document.addEventListener('click', rest, { once: true })
    fireEvent(link, event)
    expect(screen.queryByRole('region', { name: title })).toBeNull()
  }
  const event = createEvent.click(link)
  fireEvent(link, event)
  expect(event.defaultPrevented).toBe(true)
  await viewer(title).findByText(/^This is a Word document/)
})

test('a phone opens one section after the other, or all of them; one without answers has nothing to open', async () => {
  await visitCase({ renderedTables: [certificates, { ...certificates, name: 'grant', title: 'Grants', rows: [] }] })
  const isOpen = () => screen.getByRole('button', { name: /^Show / }).getAttribute('aria-expanded')
  expect(screen.getByRole('button', { name: /^Show / }).getAttribute('aria-label')).toBe('Show Academic qualifications')
  const listFolded = () => [...document.querySelectorAll('[data-folded]')].map(({ textContent }) => textContent)
  expect([isOpen(), listFolded()]).toEqual(['false', [expect.stringContaining('Academic qualifications')]])
  await click('Show Academic qualifications')
  expect([isOpen(), listFolded()]).toEqual(['true', []])
  await click('Close all sections')
  expect(isOpen()).toBe('false')
  await click('Open all sections')
  expect(isOpen()).toBe('true')
  await click('Show Academic qualifications')
  expect(isOpen()).toBe('false')
})

test('a section that is closed leaves the others open', async () => {
  await visitCase({ renderedTables: [certificates, { ...certificates, name: 'grant', title: 'Grants' }] })
  await click('Open all sections')
  await click('Show Grants')
  expect(screen.getByRole('button', { name: 'Open all sections' })).toBeDefined()
  const isOpen = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-expanded')
  expect(['Show Academic qualifications', 'Show Grants'].map(isOpen)).toEqual(['true', 'false'])
})
