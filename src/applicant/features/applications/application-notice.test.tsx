import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()
const sentence = 'Verify your NIN before you submit.'
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('the warning about the NIN gives way to the error that says the same', async () => {
  const user = buildUser({ paymentstatus: true, paymentStatus: true, ninVerify: false })
  const document = createCompleteAnswers('/api/v1/files/1')
  openSession('token', user)
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /applications/my': failure(404, 'no_application', ''),
    'GET /applications/draft': success({ document, revision: 3, savedAt: '2026-11-21T13:32:00Z' }),
    'POST /applications/': failure(403, 'nin_required', sentence),
  })
  await visit('/app/application?step=6')
  await screen.findByRole('table', { name: 'Referees' })
  const main = within(screen.getByRole('main'))
  expect(await main.findByText(/You can fill in the form meanwhile/)).toBeDefined()
  await click('Submit')
  await screen.findByRole('alert')
  await waitFor(() => expect(main.getAllByText(sentence)).toHaveLength(1))
  await click('Previous')
  expect(await main.findByText(/You can fill in the form meanwhile/)).toBeDefined()
})
