import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FileViewer } from './file-viewer.tsx'

const url = '/api/v1/staff/files/one'
const fetched = vi.fn<() => Promise<Response>>()
/** The page in the frame, which runs without an origin. */
const page = { postMessage: vi.fn() }
beforeEach(() => {
  page.postMessage.mockClear()
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(page as never)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // The page of the frame is not loaded here, which is reported.
  vi.mocked(console.error).mockClear()
})

const answer = (type: string, disposition?: string) =>
  fetched.mockResolvedValue(
    new Response('content', {
      headers: { 'content-type': type, ...(disposition && { 'content-disposition': disposition }) },
    }),
  )

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        degree.pdf
      </button>
      {isOpen && <FileViewer url={url} title="Degree" onClose={() => setOpen(false)} />}
    </>
  )
}
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
async function open() {
  client.clear()
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByText('degree.pdf'))
  return screen.findByRole('region', { name: 'Degree' })
}
const findFrame = async (name: string) => screen.findByTitle<HTMLIFrameElement>(name)
const say = (data: object, source: unknown = page) =>
  act(() => void dispatchEvent(Object.assign(new MessageEvent('message', { data }), { source })))

test('a file gets the focus, Escape closes it, and the focus goes back', async () => {
  answer('application/pdf')
  const viewer = await open()
  expect(document.activeElement).toBe(viewer)
  fireEvent.keyDown(viewer, { key: 'Enter' })
  expect(screen.queryByRole('region')).not.toBeNull()
  await findFrame('File')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  fireEvent.keyDown(viewer, { key: 'Escape' })
  expect(screen.queryByRole('region')).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('degree.pdf'))
  // Nobody keeps an applicant's file for longer than it takes to open it again.
  vi.advanceTimersByTime(60_000)
  expect(client.getQueryCache().getAll()).toEqual([])
})

test('its content is handed to a frame without an origin once that is ready, and to nothing else', async () => {
  answer('application/pdf; charset=x', "attachment; filename*=UTF-8''my%20degree.pdf")
  await open()
  const frame = await findFrame('my degree.pdf')
  expect([frame.getAttribute('sandbox'), frame.dataset.state]).toEqual(['allow-scripts', 'starting'])
  expect(screen.getByText(/^my degree\.pdf, /)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('download')).toBe('my degree.pdf')
  say({ kind: 'ready' }, {})
  expect(page.postMessage).not.toHaveBeenCalled()
  say({ kind: 'ready' })
  expect(page.postMessage.mock.calls).toEqual([[{ type: 'application/pdf', bytes: expect.any(ArrayBuffer) }, '*']])
  say({ kind: 'displayed' })
  expect(frame.dataset.state).toBe('displayed')
  say({ kind: 'closed' })
  expect(screen.queryByRole('region')).toBeNull()
})

test('a file that is called as its heading says its size alone', async () => {
  answer('image/png', "attachment; filename*=UTF-8''Degree")
  await open()
  await screen.findByText('7 B')
})

test('a file that cannot be displayed says so', async () => {
  answer('image/png')
  await open()
  await findFrame('File')
  say({ kind: 'failed' })
  expect(screen.getByRole('alert').textContent).toContain('This file cannot be displayed.')
  expect(screen.queryByTitle('File')).toBeNull()
})

test('a Word document is not opened, and a name that cannot be read is none', async () => {
  answer('application/msword', "attachment; filename*=UTF-8''%E0%A4%A")
  await open()
  await screen.findByText('This is a Word document, which is not opened here. Download it to read it.')
  expect(screen.getByText('7 B')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Download' }).hasAttribute('download')).toBe(true)
})

test('a file that is gone says so, and one that could not be read is tried again', async () => {
  fetched.mockResolvedValue(new Response('{}', { status: 404 }))
  await open()
  await screen.findByText('It is not there any more, or not within your roles.')
  // Without its name, too, a click leaves the page where it is.
  expect(screen.getByRole('link', { name: 'Download' }).hasAttribute('download')).toBe(true)
  answer('image/png')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await findFrame('File')
  await waitFor(() => expect(screen.queryByText('It is not there any more, or not within your roles.')).toBeNull())
})
