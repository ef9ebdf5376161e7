// The form's page and the slip of an application that was withdrawn.
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()
const user = buildUser({ paymentstatus: true, paymentStatus: true, ninVerify: true })

test('the page of the form says since when it is withdrawn and whom to write to, and has no form', async () => {
  openSession('token', user)
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /applications/my': success({ applicationId: 'APP-2024-000001', withdrawnAt: '2026-11-23T08:30:00.000Z' }),
  })
  await visit('/app/application')
  expect(
    await screen.findByText('Your application was withdrawn on 23 November 2026, 9:30 am, as you asked.'),
  ).toBeDefined()
  const link = screen.getByRole('main').querySelector('a')
  expect([link?.textContent, link?.getAttribute('href')]).toEqual(['Contact us', '/contact?about=APP-2024-000001'])
  expect(screen.queryByText('You have submitted your application.')).toBeNull()
  expect(screen.queryByRole('heading', { level: 2, name: /^Step/ })).toBeNull()
})
