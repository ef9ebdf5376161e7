import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { changePhoto } from '#applicant/entities/photo/change-photo.ts'
import { closeSession, openSession } from '#applicant/entities/session/session.ts'
import { toastStore } from '#kit/ui/feedback/toast.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { clickBusy, setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()
const user = buildUser({ paymentstatus: true })
const photo = new File(['x'], 'me.png', { type: 'image/png' })

test('names, phone and email are shown and cannot be edited', async () => {
  openSession('t', user)
  api.current.answerCalls({ 'GET /users/me': success(user) })
  await visit('/app/settings')
  const main = screen.getByRole('main').textContent
  for (const fact of ['Ladi', 'Hauwa', 'Danjuma', '08030000042', 'ladi.danjuma@example.org'])
    expect(main).toContain(fact)
  expect(screen.queryByRole('textbox')).toBeNull()
  // None was uploaded.
  expect(screen.queryByRole('img')).toBeNull()
})

test('Update without a pending photo does nothing visible', async () => {
  openSession('t', user)
  api.current.answerCalls({ 'GET /users/me': success(user) })
  await visit('/app/settings')
  await userEvent.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(api.current.requests.map(({ method }) => method)).not.toContain('PATCH'))
  expect(screen.getByRole('region', { name: 'Messages' }).textContent).toBe('')
})

test('only an image can become the photo', async () => {
  const files = [
    new File(['x'], 'cv.pdf', { type: 'application/pdf' }),
    new File(['x'], 'photo.heic', { type: 'image/heic' }),
  ]
  for (const file of files)
    await expect(changePhoto(file)).rejects.toThrow('File upload failed: choose an image, JPEG or PNG.')
  expect(api.current.requests).toEqual([])
})

test.each<[string, ScriptedAnswer, ScriptedAnswer, string]>([
  ['a refused upload', failure(413, 'file_too_large', 'Too large.'), success({}), 'File upload failed: Too large.'],
  ['an upload that fails without a message', failure(500, '', ''), success({}), 'Error uploading file'],
  [
    'a refused photo',
    success({ success: true, fileUrl: '/api/v1/files/1' }),
    failure(400, 'photo_not_yours', 'Not yours.'),
    'Not yours.',
  ],
  [
    'a photo refused without a message',
    success({ success: true, fileUrl: '/api/v1/files/1' }),
    failure(500, '', ''),
    'Error updating photo',
  ],
])('%s is reported', async (_, upload, update, message) => {
  openSession('t', user)
  api.current.answerCalls({ 'POST /upload/file': upload, 'PATCH /users/photo': update })
  await expect(changePhoto(photo)).rejects.toThrow(message)
})

test('a choice without a file, or of no image, is reported in a toast and on the page, and sends nothing', async () => {
  openSession('t', user)
  api.current.answerCalls({ 'GET /users/me': success(user) })
  await visit('/app/settings')
  const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText('Profile photo'), { target: { files } })
  choose()
  await waitFor(() => expect(toastStore.get().map(({ message }) => message)).toContain('Please select a file'))
  const clear = vi.spyOn(screen.getByLabelText<HTMLInputElement>('Profile photo'), 'value', 'set')
  choose(new File(['x'], 'notes.txt', { type: 'text/plain' }))
  expect(await screen.findByText('File upload failed: choose an image, JPEG or PNG.')).toBeDefined()
  // Else a browser says nothing when the same file is chosen once more.
  expect(clear).toHaveBeenCalledWith('')
  expect(api.current.requests.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('the camera opens the choice of a file, and not while a photo is being saved; Update sends one again that failed', async () => {
  const own = buildUser({ paymentstatus: true, passport: '/api/v1/files/0' })
  openSession('t', own)
  const answered = Promise.withResolvers<ScriptedAnswer>()
  api.current.answerCalls({ 'GET /users/me': success(own), 'POST /upload/file': () => answered.promise })
  await visit('/app/settings')
  expect(screen.getByRole('img', { name: 'Danjuma Ladi Hauwa, as uploaded' }).getAttribute('src')).toBe(own.passport)
  const input = screen.getByLabelText<HTMLInputElement>('Profile photo')
  const opened = vi.spyOn(input, 'click').mockReturnValue()
  const camera = screen.getByRole('button', { name: 'Change your photo' })
  await userEvent.click(camera)
  expect(opened).toHaveBeenCalledOnce()
  expect(camera.querySelector('[data-spinner]')).toBeNull()

  fireEvent.change(input, { target: { files: [photo] } })
  await waitFor(() => expect(camera.getAttribute('aria-disabled')).toBe('true'))
  expect(screen.getByRole('button', { name: 'Update' }).getAttribute('aria-busy')).toBe('true')
  expect(camera.querySelector('[data-spinner]')).not.toBeNull()
  await userEvent.click(camera)
  expect(opened).toHaveBeenCalledOnce()
  answered.resolve(failure(503, 'unavailable', 'Busy.'))
  await waitFor(() => expect(camera.getAttribute('aria-disabled')).toBeNull())

  const countUploads = () => api.current.requests.filter(({ method }) => method === 'POST').length
  api.current.answerCalls({
    'POST /upload/file': success({ success: true, fileUrl: '/api/v1/files/1' }),
    'PATCH /users/photo': success(own),
  })
  const update = screen.getByRole('button', { name: 'Update' })
  await userEvent.click(update)
  await waitFor(() => expect(toastStore.get().map(({ message }) => message)).toContain('Done.'))
  expect(countUploads()).toBe(2)
  await userEvent.click(update)
  expect(countUploads()).toBe(2)
})

test('a chosen photo becomes the photo of the account at once', async () => {
  openSession('t', user)
  api.current.answerCalls({
    'POST /upload/file': success({ success: true, fileUrl: '/api/v1/files/1' }),
    'PATCH /users/photo': success(buildUser({ paymentstatus: true, passport: '/api/v1/files/1' })),
  })
  expect(await changePhoto(photo)).toBe('Done.')
  expect(JSON.parse(localStorage.getItem('user') ?? '{}').passport).toBe('/api/v1/files/1')
})

test('a photo that is saved after the logout leaves nothing of the user in the browser', async () => {
  openSession('t', user)
  api.current.answerCalls({
    'POST /upload/file': success({ success: true, fileUrl: '/api/v1/files/1' }),
    'PATCH /users/photo': () => {
      closeSession()
      return success(user)
    },
  })
  await changePhoto(photo)
  expect(localStorage.getItem('user')).toBeNull()
})

const noDataExport = { status: 'none', requestedAt: null, url: null, size: null, expiresAt: null }

const session = (id: string, device: string, current: boolean) => ({
  id,
  device,
  current,
  startedAt: '2024-11-20T08:00:00.000Z',
  lastSeenAt: '2024-11-21T09:30:00.000Z',
})
const here = session('1', 'Chrome on Windows', true)
const café = session('2', 'Firefox on Linux', false)
const phone = session('3', 'Chrome on Android', false)

async function settingsWith(...sessions: ReturnType<typeof session>[]) {
  openSession('t', user)
  api.current.answerCalls({ 'GET /users/me': success(user), 'GET /users/sessions': success(sessions) })
  await visit('/app/settings')
  await screen.findByText('Chrome on Windows')
  return screen.getByRole('region', { name: 'Where you are logged in' })
}

test('the settings show where the user is logged in, and can end another session', async () => {
  const card = await settingsWith(here, café, phone)
  expect(
    within(card)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Chrome on Windows.*This browser\.$/),
    expect.stringMatching(/^Firefox on Linux.*Last used 21 November 2024, 10:30 am\./),
    expect.stringMatching(/^Chrome on Android.*Last used 21 November 2024, 10:30 am\./),
  ])
  expect(within(card).queryByText('Loading…')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Log out Chrome on Windows/ })).toBeNull()

  api.current.answerCalls({
    'DELETE /users/sessions': {
      body: { status: 'success', success: true, message: 'One session ended.', data: { ended: 1 } },
    },
    'GET /users/sessions': success([here, phone]),
  })
  await userEvent.click(screen.getByRole('button', { name: /^Log out Firefox on Linux/ }))
  await waitFor(() => expect(card.textContent).not.toContain('Firefox on Linux'))
  expect(api.current.requests.find(({ method }) => method === 'DELETE')?.path).toContain('id=2')
  expect(toastStore.get().map(({ message }) => message)).toContain('One session ended.')
})

test('while a session is being ended, its button keeps the focus and the others wait', async () => {
  await settingsWith(here, café, phone)
  const ended = Promise.withResolvers<ScriptedAnswer>()
  api.current.answerCalls({ 'DELETE /users/sessions': () => ended.promise })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /^Log out Firefox on Linux/ })
  await userEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  expect([document.activeElement === button, button.disabled]).toEqual([true, false])
  for (const name of [/^Log out Chrome on Android/, 'Log out everywhere else']) {
    const other = screen.getByRole('button', { name })
    expect([other.hasAttribute('disabled'), other.hasAttribute('aria-disabled')]).toEqual([true, false])
  }
  ended.resolve(success({ ended: 1 }))
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  for (const name of [/^Log out Chrome on Android/, 'Log out everywhere else'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false)
})

test('of many sessions the first five are shown, and all on demand', async () => {
  const many = Array.from({ length: 8 }, (_, n) => ({ ...phone, id: `many-${n}`, device: `Phone ${n}` }))
  const card = await settingsWith(here, ...many)
  const count = () => within(card).getAllByRole('listitem').length
  expect(count()).toBe(5)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 9' }))
  expect(count()).toBe(9)
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
})

test('five sessions are shown without a question, and one other is ended by its own button alone', async () => {
  const four = Array.from({ length: 4 }, (_, n) => ({ ...phone, id: `many-${n}`, device: `Phone ${n}` }))
  await settingsWith(here, ...four)
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Log out everywhere else' })).toBeDefined()
  cleanup()
  const card = await settingsWith(here, café)
  expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull()
  expect(card.textContent).not.toContain('You are not logged in anywhere else.')
})

test('a session that could not be ended is said, and the list is read again', async () => {
  const card = await settingsWith(here, café, phone)
  api.current.answerCalls({
    'DELETE /users/sessions': failure(503, 'unavailable', 'Busy.'),
    'GET /users/sessions': success([here, phone]),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Log out everywhere else' }))
  await waitFor(() => expect(toastStore.get().map(({ message }) => message)).toContain('Busy.'))
  await waitFor(() => expect(screen.queryByText('Firefox on Linux')).toBeNull())

  // What was read before stays while that cannot be read again.
  api.current.answerCalls({
    'DELETE /users/sessions': success({ ended: 1 }),
    'GET /users/sessions': failure(503, 'unavailable', 'Later.'),
  })
  await userEvent.click(screen.getByRole('button', { name: /^Log out Chrome on Android/ }))
  await waitFor(() => expect(screen.getByText('Later.').closest('[role=alert]')).not.toBeNull())
  expect(screen.getByText('Chrome on Windows')).toBeDefined()
  api.current.answerCalls({ 'GET /users/sessions': success([here]) })
  await clickBusy('Try again', within(card))
  expect(await screen.findByText('You are not logged in anywhere else.')).toBeDefined()
})

test('while all others are being ended none is ended alone', async () => {
  await settingsWith(here, café, phone)
  const ended = Promise.withResolvers<ScriptedAnswer>()
  api.current.answerCalls({ 'DELETE /users/sessions': () => ended.promise })
  const all = screen.getByRole('button', { name: 'Log out everywhere else' })
  await userEvent.click(all)
  await waitFor(() => expect(all.getAttribute('aria-disabled')).toBe('true'))
  expect(screen.getByRole('button', { name: /^Log out Firefox on Linux/ })).toHaveProperty('disabled', true)
  ended.resolve(success({ ended: 2 }))
  await waitFor(() => expect(all.getAttribute('aria-disabled')).toBeNull())
  expect(screen.getByRole('button', { name: /^Log out Firefox on Linux/ })).toHaveProperty('disabled', false)
})

test('all other sessions can be ended at once', async () => {
  const card = await settingsWith(here, café, phone)
  api.current.answerCalls({
    'DELETE /users/sessions': success({ ended: 2 }),
    'GET /users/sessions': success([here]),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Log out everywhere else' }))
  await waitFor(() => expect(card.textContent).toContain('You are not logged in anywhere else.'))
  expect(api.current.requests.find(({ method }) => method === 'DELETE')?.path).not.toContain('id=')
})

test('sessions that cannot be loaded show an error and can be loaded again', async () => {
  openSession('t', user)
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /users/sessions': failure(503, 'unavailable', 'Busy.'),
    'GET /users/data-export': success(noDataExport),
  })
  await visit('/app/settings')
  expect(screen.queryByText('You are not logged in anywhere else.')).toBeNull()
  expect((await screen.findByText('Busy.')).closest('[role="alert"]')).not.toBeNull()
  expect(screen.queryByText('You are not logged in anywhere else.')).toBeNull()
  api.current.answerCalls({ 'GET /users/sessions': success([here]) })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Chrome on Windows')).toBeDefined()
})
