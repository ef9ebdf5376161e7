import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { closeSession, openSession } from '#applicant/entities/session/session.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { usePhotoCrop } from './use-photo-crop.tsx'

const close = vi.fn()
const save = vi.fn<(photo: File) => Promise<void>>(async () => {})
let isReadable = true
beforeEach(() => {
  isReadable = true
  close.mockClear()
  save.mockClear()
  vi.stubGlobal('createImageBitmap', async () => {
    if (!isReadable) throw new Error('Not an image.')
    return { width: 300, height: 400, close }
  })
})
afterEach(() => vi.unstubAllGlobals())

const photo = (name: string) => new File(['x'], name, { type: 'image/png' })

function Form({ file }: { file: File }) {
  const { select, busy, cropper } = usePhotoCrop({ save, busy: false })
  return (
    <>
      <button type="button" aria-busy={busy} onClick={() => void select(file)}>
        Choose
      </button>
      {cropper}
    </>
  )
}
const findFrame = () => screen.findByRole('application', { name: 'Photo in its frame' })
const choose = async () => {
  await userEvent.click(screen.getByText('Choose'))
  await waitFor(() => expect(save).toHaveBeenCalled())
}

test('a chosen photo is saved at once, and again when the frame was moved; then the focus is where it was', async () => {
  render(<Form file={photo('me.png')} />)
  await choose()
  const frame = await findFrame()
  await waitFor(() => expect(document.activeElement).toBe(frame))
  expect([save.mock.calls.length, close.mock.calls.length]).toEqual([1, 0])
  await userEvent.click(screen.getByRole('button', { name: 'Save photo' }))
  await waitFor(() => expect(screen.queryByRole('application')).toBeNull())
  expect([save.mock.calls.length, close.mock.calls.length]).toEqual([2, 1])
  expect(document.activeElement).toBe(screen.getByText('Choose'))
})

test('while one photo is being read no other is taken, and the frame shows what is saved', async () => {
  const read = Promise.withResolvers<object>()
  vi.stubGlobal('createImageBitmap', () => read.promise)
  const { rerender } = render(<Form file={photo('one.png')} />)
  await userEvent.click(screen.getByText('Choose'))
  expect(screen.getByText('Choose').getAttribute('aria-busy')).toBe('true')
  rerender(<Form file={photo('two.png')} />)
  await userEvent.click(screen.getByText('Choose'))
  read.resolve({ width: 300, height: 400, close })
  await findFrame()
  await waitFor(() => expect(screen.getByText('Choose').getAttribute('aria-busy')).toBe('false'))
  expect(save.mock.calls.map(([{ name }]) => name.replace(/\..*/, ''))).toEqual(['one'])
})

test('a photo that was still being read is not saved for the next person who logs in in another window', async () => {
  const read = Promise.withResolvers<object>()
  vi.stubGlobal('createImageBitmap', () => read.promise)
  openSession('t', buildUser())
  onTestFinished(closeSession)
  render(<Form file={photo('one.png')} />)
  await userEvent.click(screen.getByText('Choose'))
  openSession('token of the next', buildUser({ userId: 'RE24-77777' }))
  read.resolve({ width: 300, height: 400, close })
  await waitFor(() => expect(screen.getByText('Choose').getAttribute('aria-busy')).toBe('false'))
  expect([save.mock.calls, screen.queryByRole('application')]).toEqual([[], null])
})

test('leaving the frame keeps what was saved, and promises nothing else', async () => {
  render(<Form file={photo('me.png')} />)
  await choose()
  await findFrame()
  await userEvent.click(screen.getByRole('button', { name: 'Leave it as it is' }))
  expect(screen.queryByRole('application')).toBeNull()
  expect(save).toHaveBeenCalledOnce()
})

test('who leaves the frame while the photo is being saved keeps the focus where they have gone on', async () => {
  render(<Form file={photo('me.png')} />)
  await choose()
  await findFrame()
  const saved = Promise.withResolvers<void>()
  save.mockImplementationOnce(() => saved.promise)
  await userEvent.click(screen.getByRole('button', { name: 'Save photo' }))
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  await userEvent.click(screen.getByRole('button', { name: 'Leave it as it is' }))
  const next = document.body.appendChild(document.createElement('input'))
  next.focus()
  await act(async () => saved.resolve())
  expect(document.activeElement).toBe(next)
  next.remove()
})

test('another photo takes the place of the first one, whose memory is given back', async () => {
  const { rerender } = render(<Form file={photo('one.png')} />)
  await choose()
  await findFrame()
  rerender(<Form file={photo('two.png')} />)
  await act(async () => screen.getByText('Choose').click())
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  await findFrame()
  expect(close).toHaveBeenCalledOnce()
})

test('a photo that this browser cannot read is sent as it is, without a frame', async () => {
  isReadable = false
  const file = photo('me.png')
  render(<Form file={file} />)
  await choose()
  expect(save.mock.calls).toEqual([[file]])
  expect(screen.queryByRole('application')).toBeNull()
})
