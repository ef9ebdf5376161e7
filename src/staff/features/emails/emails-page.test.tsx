import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { EmailLogRow } from '#shared/lists/emails.ts'
import { refuse } from '#tests/support/web/scripted-staff-api.ts'
import { click, findToast, setUpStaffApi, visit } from '#tests/support/web/staff-app.tsx'

const api = setUpStaffApi()

const email: EmailLogRow = {
  id: '3f0c9e6a-2f7b-4b52-9d25-3f0a6c1e8a11',
  template: 'paymentReceived',
  state: 'sent',
  userId: 'RE24-00042',
  staffId: null,
  staffName: null,
  attempts: 1,
  queuedAt: '2024-03-04T09:00:00.000Z',
  sentAt: '2024-03-04T09:00:02.000Z',
  isResent: false,
}

async function visitEmails() {
  api.signInAs({ roles: ['helpdesk'] })
  api.answer({ staffEmails: { rows: [email], next: null, count: { value: 1, more: false } } })
  await visit('/emails')
  await screen.findByText('RE24-00042')
}

test('the address of an email is shown when it is asked for', async () => {
  await visitEmails()
  api.answer({ emailAddress: { address: 'ladi@example.org' } })
  expect(screen.queryByText('ladi@example.org')).toBeNull()
  expect(api.requests('emailAddress')).toEqual([])
  await click(/^Show the address/)
  expect(await screen.findByText('ladi@example.org')).toBeDefined()
  expect(api.requests('emailAddress')).toMatchObject([{ params: { id: email.id } }])
})

test('why an address is not shown is said, and it can be asked for again', async () => {
  await visitEmails()
  api.answer({ emailAddress: refuse('not_found') })
  await click(/^Show the address/)
  await findToast('There is nothing at this address.')
  expect(screen.getByRole('button', { name: /^Show the address/ })).toBeDefined()
})
