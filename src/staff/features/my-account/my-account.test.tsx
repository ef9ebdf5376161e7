// The own account: passkeys, recovery codes, sessions, keys; and the question that sensitive actions ask first.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { buildMe, passkeyCreation, passkeyRequest } from '#tests/support/fixtures/staff-replies.ts'
import { newPasskeyAnswer, passkeyAnswer, stubDevicePasskeys } from '#tests/support/ui/device-passkeys.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  click,
  expectRefused,
  fill,
  findDialog,
  findToast,
  hitEscape,
  refuseFields,
  setUpStaffApi,
  user,
  visit,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()

const laptop = {
  id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c01',
  name: 'Work laptop',
  addedAt: '2024-05-02T09:00:00.000Z',
  lastUsedAt: null,
  isBackedUp: false,
}
const here = {
  id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c02',
  device: 'Firefox on Windows',
  network: '10.0.0.0',
  startedAt: '2024-05-02T09:00:00.000Z',
  lastSeenAt: '2024-05-02T09:30:00.000Z',
  isThis: true,
}
const elsewhere = { ...here, id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c03', device: '', network: null, isThis: false }
const freshUntil = '2024-05-02T09:35:00.000Z'
const codes = { recoveryCodes: ['k7wd-3mqa-x9fe', 'a2bc-4def-g6hi'] }

beforeEach(() => {
  api.signInAs()
  api.answer({
    staffPasskeys: { passkeys: [], hasPassword: true },
    ownRecoveryCodes: { left: 10 },
    ownStaffSessions: { sessions: [here] },
  })
})

test('the page says who the person is, and where each role counts', async () => {
  await visit('/me')
  expect(screen.getByText('bisi.ajayi@example.org')).toBeDefined()
  const roles = within(screen.getByRole('table', { name: 'Your roles' }))
  expect(roles.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Registry officer', 'All', 'All'])
})

test.each([
  [0, 'You have none left.'],
  [1, 'You have one left.'],
  [9, 'You have 9 left.'],
])('with %i recovery codes the page says: %s', async (left, sentence) => {
  api.answer({ ownRecoveryCodes: { left } })
  await visit('/me')
  await screen.findByText(sentence, { exact: false })
})

test('a part that cannot be loaded says so and is tried again, and the others are there', async () => {
  api.answer({ ownRecoveryCodes: refuse('unexpected') })
  await visit('/me')
  await screen.findByText('You have none yet.')
  api.answer({ ownRecoveryCodes: { left: 3 } })
  await click('Try again')
  await screen.findByText('You have 3 left.', { exact: false })
})

async function fillPasswords({ confirmed = 'Seventeen quiet herons' } = {}) {
  await click('Change the password')
  const dialog = await findDialog('Change the password')
  await fill('Current password', 'A long old password', dialog)
  await fill('New password', 'Seventeen quiet herons', dialog)
  await fill('New password again', confirmed, dialog)
  await click('Change the password', dialog)
  return dialog
}

test('V6.2.2 the password is changed with the current one, after a refusal is shown at its field', async () => {
  await visit('/me')
  const message = 'Your current password is not correct.'
  api.answer({
    changeOwnPassword: refuse('current_password_wrong', { errors: [{ path: 'currentPassword', message }] }),
  })
  const dialog = await fillPasswords()
  // A password manager fills in the old one, and keeps the new one.
  const labels = ['Current password', 'New password', 'New password again']
  expect(labels.map((label) => dialog.getByLabelText(label).getAttribute('autocomplete'))).toEqual([
    'current-password',
    'new-password',
    'new-password',
  ])
  expect(document.querySelector<HTMLInputElement>('input[name=username]')?.value).toBe('bisi.ajayi@example.org')
  await dialog.findByText(message)
  api.answer({ changeOwnPassword: refuseFields('password') })
  await click('Change the password', dialog)
  await expectRefused('password')
  api.answer({ changeOwnPassword: {} })
  const reads = api.requests('ownStaffSessions').length
  await click('Change the password', dialog)
  await findToast('Your password is changed.')
  // The others have ended.
  expect(api.requests('ownStaffSessions')).toHaveLength(reads + 1)
  expect(screen.queryByRole('dialog')).toBeNull()
  const body = { currentPassword: 'A long old password', password: 'Seventeen quiet herons' }
  expect(api.requests('changeOwnPassword')).toEqual([{ body }, { body }, { body }])
})

test('a new password that is typed differently the second time is not sent', async () => {
  await visit('/me')
  const dialog = await fillPasswords({ confirmed: 'Seventeen quiet heron' })
  await dialog.findByText('Passwords do not match.')
  expect(api.requests('changeOwnPassword')).toEqual([])
})

test('who signs in with passkeys only is offered no change of a password', async () => {
  api.answer({ staffPasskeys: { passkeys: [laptop], hasPassword: false } })
  await visit('/me')
  await screen.findByText('You have none: you sign in with passkeys only.')
  expect(screen.queryByRole('button', { name: 'Change the password' })).toBeNull()
})

async function askForNewCodes() {
  await click('Make new recovery codes')
  const dialog = await findDialog('Make new recovery codes')
  await click('Make new codes', dialog)
}

test('new recovery codes are shown once, and what is left is counted again', async () => {
  await visit('/me')
  await screen.findByText('You have 10 left.', { exact: false })
  api.answer({ replaceRecoveryCodes: codes, ownRecoveryCodes: { left: 2 } })
  await screen.findByText('This session')
  const reads = api.requests('ownStaffSessions').length
  await askForNewCodes()
  const dialog = await findDialog('Keep your recovery codes')
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes.recoveryCodes)
  await screen.findByText('You have 2 left.', { exact: false })
  // Those on other devices have ended.
  await waitFor(() => expect(api.requests('ownStaffSessions')).toHaveLength(reads + 1))
  await click('I have kept them', dialog)
  expect(screen.queryByText('k7wd-3mqa-x9fe')).toBeNull()
})

test('who closes the question while new codes are made still gets them, for the earlier ones no longer work', async () => {
  const made = Promise.withResolvers<typeof codes>()
  api.answer({ replaceRecoveryCodes: () => made.promise })
  await visit('/me')
  await askForNewCodes()
  await hitEscape()
  expect(screen.queryByRole('dialog')).toBeNull()
  made.resolve(codes)
  const dialog = await findDialog('Keep your recovery codes')
  await dialog.findByText('k7wd-3mqa-x9fe')
  await hitEscape()
  // What went wrong before is not said of the next try.
  api.answer({ replaceRecoveryCodes: 'hang up' })
  await askForNewCodes()
  await screen.findByText(/^The server did not answer/)
  await hitEscape()
  await click('Make new recovery codes')
  expect((await findDialog('Make new recovery codes')).getByRole('alert').textContent).toBe('')
})

test('a sensitive action asks for a code first, says what is wrong with it, and is then done', async () => {
  await visit('/me')
  let isFresh = false
  api.answer({
    replaceRecoveryCodes: () => (isFresh ? codes : refuse('fresh_sign_in_required')),
    signInFresh: ({ body }) => {
      if (!('code' in body) || body.code !== '654321') return refuse('code_refused')
      isFresh = true
      return { freshUntil }
    },
  })
  await askForNewCodes()
  const question = await findDialog('Confirm that it is you')
  expect(question.getByLabelText('Code').getAttribute('inputmode')).toBe('numeric')
  expect(question.queryByText('One of your recovery codes.')).toBeNull()
  const field = question.getByLabelText<HTMLInputElement>('Code')
  await waitFor(() => expect(document.activeElement).toBe(field))
  // The device offers the code.
  expect(field.autocomplete).toBe('one-time-code')
  expect(question.getByRole('alert').textContent).toBe('')
  // There is none.
  expect(question.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  await fill('Code', '111111', question)
  await click('Confirm', question)
  await question.findByText('This code is not correct, or it was used before. Enter the next one.')
  await fill('Code', '12', question)
  await click('Confirm', question)
  await question.findByText('Enter the whole code.')
  expect(question.getByRole('alert').textContent).toBe('')
  await fill('Code', '654321', question)
  await click('Confirm', question)
  await findDialog('Keep your recovery codes')
  expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull()
  expect(api.requests('replaceRecoveryCodes')).toHaveLength(2)
})

test.each([
  ['Cancel', () => click('Cancel', within(screen.getByRole('dialog', { name: 'Confirm that it is you' })))],
  ['Escape', hitEscape],
])('a sensitive action is given up with %s, and its dialog says why', async (_, giveUp) => {
  await visit('/me')
  api.answer({ replaceRecoveryCodes: refuse('fresh_sign_in_required') })
  await askForNewCodes()
  await findDialog('Confirm that it is you')
  await giveUp()
  const dialog = await findDialog('Make new recovery codes')
  await dialog.findByText('Confirm with a code or a passkey that it is you.')
  expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull()
  expect(api.requests('replaceRecoveryCodes')).toHaveLength(1)
})

test('a person without a password confirms with a recovery code', async () => {
  api.answer({ staffPasskeys: { passkeys: [laptop], hasPassword: false } })
  await visit('/me')
  api.answer({ replaceRecoveryCodes: refuse('fresh_sign_in_required') })
  await askForNewCodes()
  const question = await findDialog('Confirm that it is you')
  await question.findByText('One of your recovery codes.')
  expect(question.getByLabelText('Code').getAttribute('inputmode')).toBe('text')
  // This browser has no passkeys.
  expect(question.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  expect(question.getByText(/^This action needs a new code/)).toBeDefined()
})

test('who has no passkey is asked for a code, also by a browser that has passkeys', async () => {
  stubDevicePasskeys(api.url)
  await visit('/me')
  api.answer({ replaceRecoveryCodes: refuse('fresh_sign_in_required') })
  await askForNewCodes()
  const question = await findDialog('Confirm that it is you')
  expect(question.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  expect(question.getByText(/^This action needs a new code/)).toBeDefined()
})

test('each passkey says when it was used last; a role of a school says so', async () => {
  const used = { ...laptop, id: here.id, name: 'Phone', lastUsedAt: '2024-05-02T09:30:00.000Z' }
  const me = buildMe()
  const grant = { role: 'reviewer' as const, exercise: 2024, school: 'Technology', department: 'Computer Science' }
  api.answer({
    staffSession: { me: { ...me, roles: [grant, { ...grant, department: null }] } },
    staffPasskeys: { passkeys: [laptop, used], hasPassword: true },
  })
  await visit('/me')
  const readRows = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
      .slice(1)
  await screen.findByRole('table', { name: 'Your passkeys' })
  expect(readRows('Your passkeys')).toEqual([
    expect.stringContaining('Never'),
    expect.stringMatching(/^Phone.*2 May 2024, 10:30\sam/),
  ])
  expect(readRows('Your roles')).toEqual(['Reviewer2024Technology, Computer Science', 'Reviewer2024Technology'])
})

test('a dialog that is cancelled changes nothing, and gives the focus back', async () => {
  await visit('/me')
  await screen.findByText('You have 10 left.', { exact: false })
  await click('Make new recovery codes')
  await hitEscape()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Make new recovery codes')
  cleanup()
  stubDevicePasskeys(api.url)
  api.answer({ staffPasskeys: { passkeys: [laptop], hasPassword: true } })
  await visit('/me')
  for (const [name, title] of [
    ['Add a passkey', 'Add a passkey'],
    ['Rename Work laptop', 'Rename the passkey'],
    ['Remove Work laptop', 'Remove the passkey'],
  ] as const) {
    await click(name)
    await click('Cancel', await findDialog(title))
    expect(screen.queryByRole('dialog')).toBeNull()
  }
})

test('a session elsewhere is ended; the one of this page cannot be', async () => {
  api.answer({ ownStaffSessions: { sessions: [here, elsewhere] } })
  await visit('/me')
  const table = within(await screen.findByRole('table', { name: 'Where you are signed in' }))
  const [, mine, other] = table.getAllByRole('row')
  expect(mine?.textContent).toContain('This session')
  expect(other?.textContent).toMatch(/^UnknownUnknown/)
  api.answer({ endOwnStaffSession: {}, ownStaffSessions: { sessions: [here] } })
  await user.click(table.getByRole('button', { name: /^End the session since/ }))
  await findToast('The session has ended.')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^End the session/ })).toBeNull())
  expect(api.requests('endOwnStaffSession')).toEqual([{ params: { id: elsewhere.id } }])
})

test('a session that could not be ended stays in the table, and the page says why', async () => {
  api.answer({ ownStaffSessions: { sessions: [here, elsewhere] }, endOwnStaffSession: 'hang up' })
  await visit('/me')
  await click(/^End the session since/)
  await screen.findByText('The server did not answer. Check the connection and try again.')
  expect(screen.getByRole('button', { name: /^End the session since/ })).toBeDefined()
})

test('a session that has ended meanwhile goes from the table', async () => {
  api.answer({ ownStaffSessions: { sessions: [here, elsewhere] }, endOwnStaffSession: refuse('not_found') })
  await visit('/me')
  const button = await screen.findByRole('button', { name: /^End the session since/ })
  api.answer({ ownStaffSessions: { sessions: [here] } })
  await user.click(button)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^End the session/ })).toBeNull())
})

test.each([
  ['Rename Work laptop', 'Rename the passkey', 'Rename'],
  ['Remove Work laptop', 'Remove the passkey', 'Remove'],
])('a passkey that was removed in another window goes from the table after “%s”', async (name, title, submit) => {
  api.answer({
    staffPasskeys: { passkeys: [laptop], hasPassword: true },
    renamePasskey: refuse('not_found'),
    removePasskey: refuse('not_found'),
  })
  await visit('/me')
  await click(name)
  const dialog = await findDialog(title)
  api.answer({ staffPasskeys: { passkeys: [], hasPassword: true } })
  await click(submit, dialog)
  await screen.findByText('You have none yet.')
})

test('at an address without passkeys none can be added', async () => {
  await visit('/me')
  await screen.findByText(/^This browser has no passkeys at this address\./)
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

test('a passkey is added under a name, after a code', async () => {
  stubDevicePasskeys(api.url)
  await visit('/me')
  await screen.findByText('You have none yet.')
  let isFresh = false
  api.answer({
    prepareNewPasskey: () => (isFresh ? passkeyCreation : refuse('fresh_sign_in_required')),
    signInFresh: () => {
      isFresh = true
      return { freshUntil }
    },
    addPasskey: laptop,
    staffPasskeys: { passkeys: [laptop], hasPassword: true },
  })
  await click('Add a passkey')
  const dialog = await findDialog('Add a passkey')
  await fill('Name (optional)', ' Work laptop ', dialog)
  await click('Continue', dialog)
  const question = await findDialog('Confirm that it is you')
  await fill('Code', '123456', question)
  await click('Confirm', question)
  await findToast('The passkey is added.')
  await screen.findByRole('cell', { name: 'Work laptop' })
  expect(screen.getByRole('cell', { name: 'Never' })).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.requests('addPasskey')).toMatchObject([{ body: { name: 'Work laptop', response: newPasskeyAnswer } }])
})

test('a passkey needs no name', async () => {
  stubDevicePasskeys(api.url)
  await visit('/me')
  api.answer({ prepareNewPasskey: passkeyCreation, addPasskey: laptop })
  await click('Add a passkey')
  await click('Continue', await findDialog('Add a passkey'))
  await findToast('The passkey is added.')
  expect(api.requests('addPasskey')).toMatchObject([{ body: { response: newPasskeyAnswer } }])
  expect(api.requests('addPasskey')[0]?.body).not.toHaveProperty('name')
})

test('a name of a passkey that is refused is said at its field', async () => {
  stubDevicePasskeys(api.url)
  await visit('/me')
  const refusal = refuseFields('name')
  api.answer({ prepareNewPasskey: passkeyCreation, addPasskey: refusal })
  await click('Add a passkey')
  const dialog = await findDialog('Add a passkey')
  await click('Continue', dialog)
  await expectRefused('name')
})

test('a passkey that the device has already is not added, and the dialog says so', async () => {
  stubDevicePasskeys(api.url, async () => {
    throw new DOMException('Exists.', 'InvalidStateError')
  })
  await visit('/me')
  api.answer({ prepareNewPasskey: passkeyCreation })
  await click('Add a passkey')
  const dialog = await findDialog('Add a passkey')
  await click('Continue', dialog)
  await dialog.findByText('This device has a passkey of yours already.')
  expect(api.requests('addPasskey')).toEqual([])
})

test('a passkey is renamed, and needs a name', async () => {
  stubDevicePasskeys(api.url)
  api.answer({ staffPasskeys: { passkeys: [laptop], hasPassword: true }, renamePasskey: laptop })
  await visit('/me')
  await click('Rename Work laptop')
  const dialog = await findDialog('Rename the passkey')
  await fill('Name', '', dialog)
  await click('Rename', dialog)
  await dialog.findByText('Enter a name.')
  await fill('Name', 'Blue laptop', dialog)
  api.answer({ staffPasskeys: { passkeys: [{ ...laptop, name: 'Blue laptop' }], hasPassword: true } })
  await click('Rename', dialog)
  await screen.findByRole('cell', { name: 'Blue laptop' })
  expect(api.requests('renamePasskey').at(-1)).toEqual({ params: { id: laptop.id }, body: { name: 'Blue laptop' } })
})

test('a passkey confirms that it may be removed', async () => {
  stubDevicePasskeys(api.url)
  api.answer({ staffPasskeys: { passkeys: [laptop], hasPassword: true } })
  await visit('/me')
  let isFresh = false
  api.answer({
    removePasskey: () => (isFresh ? {} : refuse('fresh_sign_in_required')),
    preparePasskeySignIn: passkeyRequest,
    signInFresh: () => {
      isFresh = true
      return { freshUntil }
    },
  })
  await click('Remove Work laptop')
  await click('Remove', await findDialog('Remove the passkey'))
  const question = await findDialog('Confirm that it is you')
  await question.findByText(/^This action needs a passkey or a new code/)
  api.answer({ staffPasskeys: { passkeys: [], hasPassword: true } })
  await click('Use a passkey', question)
  await findToast('The passkey is removed.')
  await screen.findByText('You have none yet.')
  expect(api.requests('signInFresh')).toMatchObject([{ body: { passkey: passkeyAnswer } }])
})

test('the last way to sign in is not removed', async () => {
  stubDevicePasskeys(api.url)
  api.answer({
    staffPasskeys: { passkeys: [laptop], hasPassword: false },
    removePasskey: refuse('last_factor'),
  })
  await visit('/me')
  await click('Remove Work laptop')
  const dialog = await findDialog('Remove the passkey')
  await click('Remove', dialog)
  await dialog.findByText('This passkey is your only way to sign in. Add another one first.')
})
