import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failure, type ScriptedAnswer, success } from '#tests/support/scripted-api.ts'
import { scriptedApi, visit } from '#tests/support/web-app.tsx'
import { aUser } from '#tests/support/web-user.ts'
import { changePhoto } from '#web/lib/change-photo.ts'
import { openSession } from '#web/lib/session.ts'

const api = scriptedApi()
const user = aUser({ paymentstatus: true })
const photo = new File(['x'], 'me.png', { type: 'image/png' })

test('names, phone and email are shown and cannot be edited', async () => {
  openSession('t', user)
  api.current.answerCalls({ 'GET /users/me': success(user) })
  await visit('/app/settings')
  const main = screen.getByRole('main').textContent
  for (const fact of ['Ladi', 'Hauwa', 'Danjuma', '08030000042', 'ladi.danjuma@example.org'])
    expect(main).toContain(fact)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('Update without a pending photo does nothing visible', async () => {
  openSession('t', user)
  api.current.answerCalls({ 'GET /users/me': success(user) })
  await visit('/app/settings')
  await userEvent.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(api.current.requests.map(({ method }) => method)).not.toContain('PATCH'))
  expect(screen.getByRole('region', { name: 'Messages' }).textContent).toBe('')
})

test('only images are taken for a photo', async () => {
  const outcome = await changePhoto(new File(['x'], 'cv.pdf', { type: 'application/pdf' }))
  expect(outcome.problem).toMatch(/^File upload failed: /)
  expect(api.current.requests).toEqual([])
})

test.each<[string, ScriptedAnswer, ScriptedAnswer, string]>([
  ['a refused upload', failure(413, 'file_too_large', 'Too large.'), success({}), 'File upload failed: Too large.'],
  ['a silent upload', failure(500, '', ''), success({}), 'Error uploading file'],
  [
    'a refused photo',
    success({ success: true, fileUrl: '/api/v1/files/1' }),
    failure(400, 'photo_not_yours', 'Not yours.'),
    'Not yours.',
  ],
  [
    'a silent refusal',
    success({ success: true, fileUrl: '/api/v1/files/1' }),
    failure(500, '', ''),
    'Error updating photo',
  ],
])('%s is told', async (_, upload, update, words) => {
  openSession('t', user)
  api.current.answerCalls({ 'POST /upload/file': upload, 'PATCH /users/photo': update })
  expect((await changePhoto(photo)).problem).toBe(words)
})

test('a chosen photo becomes the photo of the account at once', async () => {
  openSession('t', user)
  api.current.answerCalls({
    'POST /upload/file': success({ success: true, fileUrl: '/api/v1/files/1' }),
    'PATCH /users/photo': success(aUser({ paymentstatus: true, passport: '/api/v1/files/1' })),
  })
  expect(await changePhoto(photo)).toEqual({ message: 'Done.', problem: '' })
  expect(JSON.parse(localStorage.getItem('user') ?? '{}').passport).toBe('/api/v1/files/1')
})
