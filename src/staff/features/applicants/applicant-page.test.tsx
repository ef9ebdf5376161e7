// One applicant: what staff see, and what they can do when the applicant asks for help.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ApplicantDetails } from '#shared/api/staff/applicants.ts'
import type { StaffRole } from '#shared/roles/permissions.ts'
import { buildApplicant, buildCase } from '#tests/support/fixtures/staff-replies.ts'
import { FileAnswer, refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  afterFreshSignIn,
  click,
  comeBackLater,
  confirmWithCode,
  expectRefused,
  fill,
  findDialog,
  findFieldErrors,
  findToast,
  hitEscape,
  refuseFields,
  setUpStaffApi,
  user,
  visit,
  waitForNoDialog,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()

const userId = 'RE24-00042'
const reason = 'The applicant called and spelled it out.'
const at = '2024-03-04T09:00:00.000Z'

async function visitApplicant(more: Partial<ApplicantDetails> = {}, role: StaffRole = 'registry') {
  api.signInAs({ roles: [role] })
  api.answer({ staffApplicant: buildApplicant(more) })
  return visit(`/applicants/${userId}`)
}

const { facts } = buildApplicant()
const actions = [
  'Correct facts',
  'Change post or fee',
  'Send a new password link',
  'Print a password slip',
  'Show the NIN',
  'Put on hold',
  'End the hold',
  'Withdraw the application',
]

test.each<[StaffRole, string, Partial<ApplicantDetails>, string[]]>([
  [
    'registry',
    'a new account',
    {},
    ['Correct facts', 'Change post or fee', 'Send a new password link', 'Print a password slip', 'Put on hold'],
  ],
  [
    'registry',
    'a submitted application',
    { facts: { ...facts, passwordChanged: true, nin: '*******1234', number: 'APP-1' } },
    ['Correct facts', 'Send a new password link', 'Show the NIN', 'Put on hold', 'Withdraw the application'],
  ],
  ['helpdesk', 'a new account', {}, ['Correct facts', 'Send a new password link']],
  ['chair', 'a new account', {}, ['Put on hold']],
  ['dpo', 'a submitted application', { facts: { ...facts, nin: '*******1234', number: 'APP-1' } }, ['Show the NIN']],
  ['auditor', 'a new account', { facts: { ...facts, nin: '*******1234' } }, []],
])('the role %s is offered for %s what it may do', async (role, _, more, offered) => {
  await visitApplicant(more, role)
  expect(actions.filter((name) => screen.queryByRole('button', { name }))).toEqual(offered)
  // A phone has room for one beside the correction.
  const isFolded = screen.queryByRole('button', { name: 'More actions' }) !== null
  expect(isFolded).toBe(offered.filter((name) => name !== 'Correct facts').length > 1)
})

test('of an archived exercise the page says that it can only be read, and offers nothing that would be refused', async () => {
  api.signInAs({
    roles: ['registry'],
    exercises: [{ year: facts.exercise, title: 'Recruitment', isCurrent: true, isArchived: true }],
  })
  api.answer({ staffApplicant: buildApplicant({ corrections: [proposed] }) })
  await visit(`/applicants/${userId}`)
  await screen.findByText('This exercise is archived: it can only be read.')
  expect(actions.filter((name) => screen.queryByRole('button', { name }))).toEqual(['Send a new password link'])
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Decline' })).toBeDefined()
})

test('a correction sends only what differs, with the version that was seen', async () => {
  await visitApplicant()
  api.answer({ correctApplicant: { version: 5 } })
  await click('Correct facts')
  await fill('Phone', '08099999999')
  await fill('Surname', ` ${facts.surname} `)
  await fill('Reason', reason)
  await click('Save the correction')
  await findToast('Corrected. The applicant is told by email.')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save the correction' })).toBeNull())
  expect(api.requests('correctApplicant')).toEqual([
    { params: { userId }, body: { phone: '08099999999', reason, version: 4 } },
  ])
})

test('a correction says at each field what is wrong', async () => {
  await visitApplicant()
  api.answer({ correctApplicant: { version: 5 } })
  await click('Correct facts')
  const types = ['Surname', 'Date of birth'].map((label) => screen.getByLabelText<HTMLInputElement>(label).type)
  expect(types).toEqual(['text', 'date'])
  await fill('Phone', '12')
  await fill('Surname', '')
  await click('Save the correction')
  await screen.findByText('Say why, in at least 10 characters.')
  expect(screen.getByText('Enter 11 digits that begin with 0, such as 08031234567.')).toBeDefined()
  expect(screen.getByText('Enter the surname.')).toBeDefined()
  for (const path of ['state', 'lga']) {
    api.answer({ correctApplicant: refuseFields(path) })
    await fill('Phone', '08031234567')
    await fill('Surname', 'Danjuma')
    await fill('Reason', reason)
    await click('Save the correction')
    await expectRefused(path)
  }
  expect(api.requests('staffApplicant')).toHaveLength(1)
})

test('what is typed about one applicant is not there for another', async () => {
  const other = 'RE24-00043'
  await visitApplicant()
  const answerFor = (id: string) => buildApplicant({ facts: { ...facts, userId: id, surname: `Surname ${id}` } })
  const found = { kind: 'applicant' as const, key: other, name: 'Ada Obi', post: null, year: 2024, opens: true }
  api.answer({
    staffApplicant: ({ params }) => answerFor(params.userId),
    staffSearch: { found: [found], more: false },
  })
  cleanup()
  const { goBack, goForward } = await visit(`/applicants/${userId}`)
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await (await findDialog('Search')).findByRole('combobox'))
  await user.keyboard(`${other}{Enter}`)
  await screen.findByRole('heading', { name: new RegExp(other) })
  goBack()
  await click('Correct facts')
  await fill('Phone', '08099999999')
  goForward()
  await screen.findByRole('heading', { name: new RegExp(other) })
  expect(screen.queryByRole('button', { name: 'Save the correction' })).toBeNull()
})

test('another state needs another LGA', async () => {
  await visitApplicant()
  api.answer({ correctApplicant: { version: 5 } })
  await click('Correct facts')
  await user.selectOptions(screen.getByLabelText('State'), 'Kaduna')
  expect(screen.getByLabelText<HTMLSelectElement>('LGA').value).toBe('')
  await user.selectOptions(screen.getByLabelText('LGA'), 'Zaria')
  await fill('Reason', reason)
  await click('Save the correction')
  await findToast('Corrected. The applicant is told by email.')
  expect(api.requests('correctApplicant')).toMatchObject([{ body: { state: 'kaduna', lga: 'Zaria' } }])
})

test('a correction that needs another person is proposed; somebody else’s change is read again', async () => {
  await visitApplicant()
  const newest = buildApplicant({ version: 9, facts: { ...facts, email: 'ladi.danjuma@example.com' } })
  api.answer({ correctApplicant: refuse('changed_meanwhile'), staffApplicant: newest })
  await click('Correct facts')
  await fill('Phone', '08099999999')
  // The page reads it again, also by itself, and the form is still about what was seen.
  await comeBackLater()
  await waitFor(() => expect(api.requests('staffApplicant')).toHaveLength(2))
  await fill('Reason', reason)
  await click('Save the correction')
  await screen.findByText('Someone else changed this. Check the new version and try again.')
  await waitFor(() => expect(api.requests('staffApplicant')).toHaveLength(3))
  api.answer({ correctApplicant: { proposal: 'c1' } })
  await click('Save the correction')
  await findToast('Proposed. Another person must approve it.')
  // Without the former email address, which nobody typed.
  expect(api.requests('correctApplicant')).toEqual(
    [4, 9].map((version) => ({ params: { userId }, body: { phone: '08099999999', reason, version } })),
  )
})

const otherPost = { school: 'Management', department: 'Accountancy', role: 'Lecturer II' }
const closedPost = { ...otherPost, role: 'Lecturer I', closed: true }

test('an account moves to another post or fee; an amount that stays is not sent, and a refusal says why', async () => {
  await visitApplicant()
  api.answer({
    staffPosts: { posts: [{ ...otherPost, closed: false }, closedPost, { ...facts, closed: false }] },
    moveApplicant: refuse('rrr_open'),
  })
  await click('Change post or fee')
  const dialog = await findDialog('Change post or fee')
  await dialog.findByRole('option', { name: 'Lecturer II, Accountancy, Management' })
  expect(dialog.getByRole('option', { name: 'Lecturer I, Accountancy, Management, closed' })).toBeDefined()
  expect(dialog.getByLabelText<HTMLSelectElement>('Post').selectedOptions[0]?.text).toContain(facts.role)
  await user.selectOptions(dialog.getByLabelText('Post'), 'Lecturer II, Accountancy, Management')
  await fill('Application fee', '₦9,000', dialog)
  await fill('Reason', reason, dialog)
  await click('Save', dialog)
  await dialog.findByText(/^The applicant has an RRR over the present amount/)
  api.answer({ moveApplicant: { proposal: 'c1' } })
  await click('Save', dialog)
  await findToast('Proposed. Another person must approve it.')
  // Read again because of the refusal, which may tell of something new, and of the proposal.
  expect(api.requests('staffApplicant')).toHaveLength(3)
  expect(api.requests('moveApplicant').at(-1)).toEqual({
    params: { userId },
    body: { post: otherPost, fee: 9_000, reason, version: 4 },
  })
})

test('a new fee leaves the post that a colleague has chosen meanwhile', async () => {
  await visitApplicant()
  api.answer({
    staffPosts: {
      posts: [
        { ...otherPost, closed: false },
        { ...facts, closed: false },
      ],
    },
    moveApplicant: refuse('changed_meanwhile'),
  })
  await click('Change post or fee')
  const dialog = await findDialog('Change post or fee')
  await dialog.findByRole('option', { name: 'Lecturer II, Accountancy, Management' })
  await fill('Application fee', '9000', dialog)
  await fill('Reason', reason, dialog)
  api.answer({ staffApplicant: buildApplicant({ version: 9, facts: { ...facts, ...otherPost } }) })
  await click('Save', dialog)
  await dialog.findByText('Someone else changed this. Check the new version and try again.')
  await screen.findByText('Accountancy')
  api.answer({ moveApplicant: {} })
  await click('Save', dialog)
  await findToast('Saved. The applicant is told by email.')
  expect(api.requests('moveApplicant').at(-1)?.body).toEqual({ post: otherPost, fee: 9_000, reason, version: 9 })
})

test('a move without a proposal says that the applicant is told; what is missing is said at its field', async () => {
  await visitApplicant({ facts: { ...facts, role: 'A former post' } })
  api.answer({
    staffPosts: { posts: [{ ...otherPost, closed: false }] },
    moveApplicant: refuse('changed_meanwhile'),
  })
  await click('Change post or fee')
  const dialog = await findDialog('Change post or fee')
  await dialog.findByRole('option', { name: 'Lecturer II, Accountancy, Management' })
  await click('Save', dialog)
  await dialog.findByText('Choose a post.')
  await user.selectOptions(dialog.getByLabelText('Post'), 'Lecturer II, Accountancy, Management')
  for (const amount of ['', 'twelve']) {
    await fill('Charge', amount, dialog)
    await click('Save', dialog)
    await dialog.findByText('Enter naira in figures, such as 12000.')
  }
  expect(api.requests('moveApplicant')).toEqual([])
  await fill('Charge', '500', dialog)
  await fill('Reason', reason, dialog)
  api.answer({ moveApplicant: refuseFields('post', 'reason') })
  await click('Save', dialog)
  await waitFor(async () =>
    expect(await findFieldErrors()).toEqual({ Post: 'Not this post.', Reason: 'Not this reason.' }),
  )
  const newest = buildApplicant({ version: 9, facts: { ...facts, fee: 9_000 } })
  api.answer({ moveApplicant: refuse('changed_meanwhile'), staffApplicant: newest })
  await comeBackLater()
  const readBefore = api.requests('staffApplicant').length
  await click('Save', dialog)
  await waitFor(() => expect(api.requests('staffApplicant').length).toBeGreaterThan(readBefore))
  await dialog.findByText('Someone else changed this. Check the new version and try again.')
  api.answer({ moveApplicant: {} })
  await click('Save', dialog)
  await findToast('Saved. The applicant is told by email.')
  // Without the former fee, which nobody typed.
  const sent = api.requests('moveApplicant').slice(-2)
  expect(sent.map(({ body }) => body)).toEqual([4, 9].map((version) => ({ post: otherPost, reason, version })))
})

test('only who may issue accounts decides about another post', async () => {
  const other = { ...proposed, id: proposed.id.replace(/0$/, '1'), columns: ['surname' as const, 'role' as const] }
  await visitApplicant({ corrections: [other, proposed] }, 'helpdesk')
  const [, post, name] = within(screen.getByRole('table', { name: 'Corrections' })).getAllByRole('row')
  expect([post, name].map((row) => row?.lastElementChild?.textContent)).toEqual([
    'Waits for another person',
    'ApproveDecline',
  ])
})

const proposed = {
  id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c40',
  state: 'proposed' as const,
  columns: ['surname' as const, 'phone' as const],
  reason,
  madeBy: 'Musa Danladi',
  isOwn: false,
  isSecondPerson: true,
  at,
}

test.each([
  ['Approve', 'approve', 'applied', 'The correction is applied.'],
  ['Decline', 'decline', 'declined', 'The correction is declined.'],
] as const)('another person decides about a proposed correction: %s', async (button, decision, state, message) => {
  await visitApplicant({ corrections: [proposed] })
  const [, row] = within(screen.getByRole('table', { name: 'Corrections' })).getAllByRole('row')
  expect([...(row?.children ?? [])].slice(1).map(({ textContent }) => textContent)).toEqual([
    ...['Surname, Phone', reason, 'Musa Danladi', 'ApproveDecline'],
  ])
  api.answer({ decideCorrection: { state } })
  const readOld = watchOldData()
  await click(button)
  await findToast(message)
  expect(readOld()).toEqual(['applicant', 'applicants', 'counts'])
  expect(api.requests('decideCorrection')).toEqual([{ params: { id: proposed.id }, body: { decision } }])
})

test.each([
  ['who proposed it', true, 'This needs another person than the one who proposed it.'],
  ['who is no second person', false, /^You and the person whose work this is do not count as two persons yet/],
])('a person %s reads why a correction is not theirs to approve, in place of the button', async (_, isOwn, why) => {
  await visitApplicant({ corrections: [{ ...proposed, isOwn, isSecondPerson: false }] })
  expect(screen.getByText(why)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Decline' })).toBeDefined()
})

test('a decision that is refused says why, and others only see that a correction waits', async () => {
  const page = await visitApplicant({ corrections: [proposed] })
  api.answer({ decideCorrection: refuse('email_taken') })
  await click('Approve')
  await findToast('Another account of this exercise has this email address.')
  page.unmount()
  await visitApplicant({ corrections: [proposed] }, 'auditor')
  expect(screen.getByText('Waits for another person')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

test('nobody decides again about a correction', async () => {
  const decided = (['applied', 'declined'] as const).map((state) => ({
    ...proposed,
    id: `${proposed.id.slice(0, -1)}${state.length}`,
    state,
  }))
  await visitApplicant({ corrections: decided })
  for (const state of ['Applied', 'Declined']) expect(screen.getByRole('cell', { name: state })).toBeDefined()
  for (const name of ['Approve', 'Decline', 'Save the correction'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a link for a new password is sent after a question, which says to which address', async () => {
  await visitApplicant()
  api.answer({ resetApplicantPassword: {} })
  await click('Send a new password link')
  const dialog = await findDialog('Send a new password link')
  expect(dialog.getByText(/at ladi\.danjuma@example\.org\./)).toBeDefined()
  await click('Cancel', dialog)
  expect(api.requests('resetApplicantPassword')).toEqual([])
  await click('Send a new password link')
  const again = await findDialog('Send a new password link')
  api.answer({ resetApplicantPassword: refuse('unavailable') })
  await click('Send the link', again)
  await again.findByText(/^The service is busy or being restored/)
  api.answer({ resetApplicantPassword: {} })
  await click('Send the link', again)
  await findToast('A link is on its way to ladi.danjuma@example.org.')
  expect(api.requests('resetApplicantPassword').at(-1)).toEqual({ params: { userId }, body: {} })
  await waitForNoDialog()
  // The email stands among those of the applicant.
  await waitFor(() => expect(api.requests('staffApplicant')).toHaveLength(2))
})

test('the NIN is shown after a reason and a fresh code, and gone when the dialog closes', async () => {
  await visitApplicant({ facts: { ...facts, nin: '*******1234' } })
  api.answer({ revealNin: refuse('unavailable') })
  await click('Show the NIN')
  const dialog = await findDialog('Show the NIN')
  await click('Show the NIN', dialog)
  await dialog.findByText('Say why, in at least 10 characters.')
  await fill('Reason', 'The police asked in writing, case 12.', dialog)
  await click('Show the NIN', dialog)
  await dialog.findByText(/^The service is busy or being restored/)
  api.answer(afterFreshSignIn('revealNin', { nin: '12345671234' }))
  await click('Show the NIN', dialog)
  await confirmWithCode()
  await screen.findByText('12345671234')
  expect(api.requests('revealNin').at(-1)).toEqual({
    params: { userId },
    body: { reason: 'The police asked in writing, case 12.' },
  })
  await hitEscape()
  expect(screen.queryByText('12345671234')).toBeNull()
})

test('a password slip is saved as a file, and is not offered for a password that was changed', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  await visitApplicant()
  api.answer({ printPasswordSlip: new FileAnswer('%PDF-1.7', 'application/pdf') })
  await click('Print a password slip')
  const dialog = await findDialog('Print a password slip')
  api.answer({ staffApplicant: buildApplicant({ facts: { ...facts, passwordChanged: true } }) })
  await click('Make the slip', dialog)
  expect((await dialog.findByRole('status')).textContent).toContain('Print it, hand it over, and delete the file.')
  expect(saved).toEqual([`password-slip-${userId}.pdf`])
  await click('Close', dialog)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Print a password slip' })).toBeNull()
})

test('a password slip that is refused saves nothing, and says why', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click')
  await visitApplicant()
  api.answer({ printPasswordSlip: refuse('slip_refused') })
  await click('Print a password slip')
  const dialog = await findDialog('Print a password slip')
  await click('Make the slip', dialog)
  await dialog.findByText('This password slip cannot be printed.')
  expect(save).not.toHaveBeenCalled()
})

test('an applicant is put on hold with a reason', async () => {
  await visitApplicant()
  api.answer({ holdApplicant: {} })
  await click('Put on hold')
  const dialog = await findDialog('Put on hold')
  dialog.getByText(/^Until the hold ends, the application is not reviewed or decided/)
  await click('Put on hold', dialog)
  await dialog.findByText('Say why, in at least 10 characters.')
  const why = 'Two applicants have sent the same certificate.'
  const readOld = watchOldData()
  await user.type(dialog.getByLabelText('Reason'), `${why}{Enter}`)
  await findToast('The applicant is on hold.')
  expect(readOld()).toEqual(['applicant', 'applicants', 'application', 'applications', 'counts'])
  expect(api.requests('holdApplicant').at(-1)).toEqual({ params: { userId }, body: { reason: why } })
})

test('a hold is shown with its reason, and ends with another; then it is an earlier one', async () => {
  const hold = { reason: 'The same certificate twice.', madeBy: 'Hauwa Chair', at, ended: null }
  await visitApplicant({ holds: [hold], facts: { ...facts, number: 'APP-1' } })
  expect(screen.getByText(/The same certificate twice\./)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Withdraw the application' })).toBeNull()
  const ended = { reason: 'They differ after all.', by: 'Hauwa Chair', at }
  api.answer({ releaseApplicant: {}, staffApplicant: buildApplicant({ holds: [{ ...hold, ended }] }) })
  await click('End the hold')
  const dialog = await findDialog('End the hold')
  dialog.getByText('The application can be reviewed, decided and published again.')
  await fill('Reason', 'They differ after all.', dialog)
  await click('End the hold', dialog)
  await findToast('The hold has ended.')
  await screen.findByRole('cell', { name: 'They differ after all.' })
  expect(screen.queryByText('On hold')).toBeNull()
  expect(screen.getByRole('button', { name: 'Put on hold' })).toBeDefined()
  expect(api.requests('releaseApplicant')).toEqual([{ params: { userId }, body: { reason: 'They differ after all.' } }])
})

test('a hold that somebody else set meanwhile is refused in the dialog', async () => {
  await visitApplicant()
  api.answer({ holdApplicant: refuse('already_on_hold') })
  await click('Put on hold')
  const dialog = await findDialog('Put on hold')
  await fill('Reason', reason, dialog)
  // The page reads it by itself, and the dialog does not become the one that ends the hold of a colleague.
  const hold = { reason: 'The same certificate twice.', madeBy: 'Hauwa Chair', at, ended: null }
  api.answer({ staffApplicant: buildApplicant({ holds: [hold] }) })
  await comeBackLater()
  await screen.findByText(/The same certificate twice\./)
  await click('Put on hold', dialog)
  await dialog.findByText('This applicant is on hold already.')
})

const email = {
  id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c41',
  template: 'accountIssued' as const,
  queuedAt: at,
  sentAt: at,
}

test('an email is sent again, except one that is on its way or whose message ended', async () => {
  await visitApplicant({
    emails: [
      { ...email, state: 'sent' },
      { ...email, id: 'queued', state: 'queued', sentAt: null },
      { ...email, id: 'withdrawn', template: 'outcomePublished', state: 'withdrawn', sentAt: null },
    ],
  })
  // Not sent yet: since when it waits.
  const emails = within(screen.getByRole('table', { name: 'Emails' }))
  expect(emails.getAllByRole('row').map((row) => row.querySelectorAll('time').length)).toEqual([0, 1, 1, 1])
  expect(screen.getAllByRole('button', { name: /^Send again/ })).toHaveLength(1)
  api.answer({ resendEmail: {} })
  await click(/^Send again: .* to RE24-00042$/)
  await findToast(/is on its way to RE24-00042 again\.$/)
  expect(api.requests('resendEmail')).toEqual([{ params: { userId, id: email.id }, body: {} }])
  expect(api.requests('staffApplicant')).toHaveLength(2)
})

test('an email that cannot be sent again says so', async () => {
  await visitApplicant({ emails: [{ ...email, state: 'failed' }] })
  api.answer({ resendEmail: refuse('email_not_resendable') })
  await click(/^Send again/)
  await findToast('This email cannot be sent again.')
})

test('without the permission emails, sessions and complaints are only read', async () => {
  await visitApplicant(
    {
      emails: [{ ...email, state: 'sent' }],
      sessions: [{ id: 's1', device: 'Chrome on Android', startedAt: at, lastSeenAt: at }],
      complaints: [{ number: 'C-1', state: 'new', at }],
      lookUps: [{ at, outcome: 'matched', differences: [] }],
      payments: null,
      files: null,
    },
    'auditor',
  )
  // There is some of all that the role sees.
  expect(screen.queryByText(/^None:/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^(Send again|End)/ })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'Action' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'C-1' })).toBeNull()
  expect(screen.getByRole('cell', { name: 'C-1' })).toBeDefined()
})

test('a session that has ended by itself is said not to be there, and goes', async () => {
  const session = { id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c42', device: 'Firefox', startedAt: at, lastSeenAt: at }
  await visitApplicant({ sessions: [session] })
  api.answer({ endApplicantSession: refuse('not_found'), staffApplicant: buildApplicant() })
  await click('End the session on Firefox')
  await findToast(/^The session has not ended\./)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End the session on Firefox' })).toBeNull())
})

test('a session of the applicant is ended, or the toast says that it has not', async () => {
  const session = {
    id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c42',
    device: 'Chrome on Android',
    startedAt: at,
    lastSeenAt: at,
  }
  await visitApplicant({ sessions: [session] })
  api.answer({ endApplicantSession: 'hang up' })
  await click('End the session on Chrome on Android')
  await findToast(/^The session has not ended\. The server did not answer\./)
  await waitFor(() => expect(api.requests('staffApplicant')).toHaveLength(2))
  api.answer({ endApplicantSession: {}, staffApplicant: buildApplicant() })
  await click('End the session on Chrome on Android')
  await findToast('The session has ended.')
  await screen.findByText(/^None: .*devices logged in/)
})

test.each([
  ['Put on hold', 'Put on hold', 'Reason', 'holdApplicant', 'already_on_hold'],
  [
    'Withdraw the application',
    'Withdraw',
    'How the applicant asked for it',
    'withdrawApplication',
    'already_withdrawn',
  ],
  ['Print a password slip', 'Make the slip', null, 'printPasswordSlip', 'slip_refused'],
] as const)(
  'what a colleague has done meanwhile is on the page once it is refused (%s)',
  async (open, submit, field, call, code) => {
    await visitApplicant({ facts: { ...facts, number: 'APP-1', passwordChanged: false } })
    await click(open)
    const dialog = await findDialog(open)
    if (field) await fill(field, 'By email on 3 March.', dialog)
    const hold = { reason: 'The same certificate twice.', madeBy: 'Hauwa Chair', at, ended: null }
    api.answer({
      [call]: refuse(code),
      staffApplicant: buildApplicant({ holds: [hold], facts: { ...facts, number: 'APP-1', passwordChanged: false } }),
    })
    await click(submit, dialog)
    await screen.findByText(/The same certificate twice\./)
  },
)

test('an application is withdrawn with how the applicant asked for it', async () => {
  await visitApplicant({ facts: { ...facts, number: 'APP-1' } })
  api.answer({ withdrawApplication: refuse('already_withdrawn') })
  await click('Withdraw the application')
  const dialog = await findDialog('Withdraw the application')
  await click('Withdraw', dialog)
  await dialog.findByText('Say how the applicant asked for it, in at least 10 characters.')
  await fill('How the applicant asked for it', 'By email on 3 March.', dialog)
  await click('Withdraw', dialog)
  await dialog.findByText('This application is withdrawn already.')
  expect(api.requests('withdrawApplication').at(-1)).toEqual({
    params: { number: 'APP-1' },
    body: { reason: 'By email on 3 March.' },
  })
  api.answer({ withdrawApplication: buildCase({ number: 'APP-1' }) })
  const readOld = watchOldData()
  await click('Withdraw', dialog)
  await findToast('APP-1 is withdrawn. The applicant gets an email.')
  expect(readOld()).toContain('applicant')
  await waitForNoDialog()
})

test.each<[StaffRole, boolean]>([
  ['registry', true],
  ['helpdesk', false],
])('a withdrawn application says how the applicant asked; the role %s is led to its case: %s', async (role, isLed) => {
  const withdrawal = { reason: 'By email on 3 March.', madeBy: 'Musa Danladi', at }
  await visitApplicant({ facts: { ...facts, number: 'APP-1' }, withdrawal }, role)
  expect(screen.getByText('By email on 3 March.')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Reinstate it in its case' }) !== null).toBe(isLed)
  expect(screen.queryByRole('button', { name: 'Withdraw the application' })).toBeNull()
})

test('what the role may not see is absent: payments and files', async () => {
  await visitApplicant({ payments: null, files: null }, 'auditor')
  expect(screen.queryByRole('heading', { name: 'Payments' })).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Danjuma Ladi Hauwa')
})

test.each([
  ['issued', 'lucide-circle'],
  ['submitted', 'lucide-circle-check'],
] as const)('the head says by its sign whether the application is in: %s', async (stage, sign) => {
  await visitApplicant({ stage })
  const head = screen.getByRole('heading', { level: 1 }).parentElement
  expect(head?.querySelector('svg')?.classList.value.split(' ')).toContain(sign)
})

test('a file opens on the page, except an infected one', async () => {
  const file = {
    id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c10',
    kind: 'upload',
    type: 'application/msword',
    size: 2_048,
    at,
  } as const
  api.answer({ staffFile: new FileAnswer('A statement.', 'application/msword') })
  await visitApplicant({
    files: [
      { ...file, name: 'degree.doc', scan: 'clean' },
      { ...file, id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c11', name: 'macro.doc', scan: 'infected' },
      { ...file, id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c12', name: 'old.doc', scan: 'none' },
    ],
  })
  const card = within(screen.getByRole('region', { name: 'Files' }))
  expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['degree.doc', 'old.doc'])
  expect(card.getByRole('cell', { name: 'macro.doc' })).toBeDefined()
  expect(['Clean', 'Infected', 'Not scanned'].map((name) => card.getAllByRole('cell', { name }).length)).toEqual([
    1, 1, 1,
  ])
  await click('degree.doc')
  await within(screen.getByRole('region', { name: 'degree.doc' })).findByText(/^This is a Word document/)
  await click('Close the file')
  expect(screen.queryByRole('region', { name: 'degree.doc' })).toBeNull()
})

test('an account without files says so', async () => {
  await visitApplicant({ files: [] })
  expect(screen.getByText(/^None: .*files\.$/)).toBeDefined()
})

test('a role that sees the status of payments alone gets no table', async () => {
  const unknown = { rrr: null, due: null, paid: null, paidAt: null, channel: null, requestedAt: null, checkedAt: null }
  await visitApplicant({ payments: [{ ...unknown, status: 'paid' }] }, 'helpdesk')
  const card = within(screen.getByRole('region', { name: 'Payments' }))
  expect(card.getByText('Paid')).toBeDefined()
  expect(card.queryByRole('table')).toBeNull()
})

test('there is no such applicant, or the page is tried again', async () => {
  api.signInAs()
  api.answer({ staffApplicant: refuse('not_found') })
  const missing = await visit(`/applicants/${userId}`)
  expect(screen.getByText('There is no such applicant, or not within your roles.')).toBeDefined()
  missing.unmount()
  api.answer({ staffApplicant: refuse('unexpected') })
  await visit(`/applicants/${userId}`)
  api.answer({ staffApplicant: buildApplicant() })
  await click('Try again')
  await screen.findByRole('heading', { name: 'Danjuma Ladi Hauwa' })
})

const readRow = (text: string) =>
  [...(screen.getByText(text).closest('tr')?.children ?? [])].map((cell) => cell.textContent)

test('what the applicant sees now is told in the same words, with the day on which each stage was reached', async () => {
  const seesNow: ApplicantDetails['seesNow'] = {
    stages: [
      { name: 'Account', done: true, doneAt: at },
      { name: 'Payment', done: true, doneAt: null },
      { name: 'Application', done: false, doneAt: null },
    ],
    nextStep: { kind: 'pay', label: 'Pay the fee' },
    cards: [{ title: 'Payment', status: 'Pending', done: false }],
    messages: [],
  }
  await visitApplicant({ seesNow })
  const card = within(screen.getByRole('region', { name: 'What the applicant sees now' }))
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Account, 4 Mar 2024',
    'Payment',
    'Application',
  ])
  const signs = card.getAllByRole('listitem').map((item) => item.querySelector('svg')?.classList.value)
  expect(signs.map((sign) => sign === signs[0])).toEqual([true, true, false])
  expect(card.getByText('Pay the fee')).toBeDefined()
})

test('each payment says what is known of it, and a dash where nothing is', async () => {
  const payment = {
    rrr: '310007123456',
    status: 'paid',
    due: 12_500,
    paid: 12_500,
    paidAt: at,
    channel: 'BRANCH',
    requestedAt: at,
    checkedAt: at,
  } as const
  const requested = {
    ...payment,
    rrr: null,
    status: 'requested',
    paid: null,
    paidAt: null,
    channel: null,
    checkedAt: null,
  } as const
  const part = {
    ...payment,
    rrr: '310007123457',
    status: 'open',
    paidAt: null,
    requestedAt: '2024-03-05T09:00:00.000Z',
  } as const
  await visitApplicant({ payments: [{ ...requested, requestedAt: '2024-03-06T09:00:00.000Z' }, part, payment] })
  expect(readRow('Not issued').slice(3)).toEqual(['–', '–', 'Never'])
  expect(readRow('3100 0712 3456')[3]).toContain('4 March 2024')
  expect(readRow('3100 0712 3456')[5]).toContain('4 Mar 2024')
  expect(readRow('3100 0712 3457')[3]).toMatch(/^₦12,500\.00$/)
})

test('what an account has none of is one sentence; what it has are tables', async () => {
  const empty = await visitApplicant()
  const none = 'None: NIN look-ups, devices logged in, emails, complaints, payments, files.'
  expect(screen.getByText(none)).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Complaints' })).toBeNull()
  empty.unmount()
  await visitApplicant({
    lookUps: [
      { at, outcome: 'mismatch', differences: ['surName', 'dateOfBirth'] },
      { at: '2024-03-05T09:00:00.000Z', outcome: 'matched', differences: [] },
    ],
    timeline: [
      { at, action: 'login', actor: 'applicant', person: null },
      { at: '2024-03-05T09:00:00.000Z', action: 'login', actor: 'staff', person: 'Musa Danladi' },
    ],
  })
  const rows = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.lastElementChild?.textContent)
  expect(rows('NIN look-ups')).toEqual(['Surname, Date of birth', '–'])
  expect(rows('Timeline')).toEqual(['The applicant', 'Musa Danladi'])
})

test.each([
  [true, 'Changed'],
  [false, 'Not changed yet'],
])('whether the first password is changed (%s) is a fact: %s', async (passwordChanged, text) => {
  await visitApplicant({ facts: { ...facts, passwordChanged } })
  expect(screen.getByText('First password').nextElementSibling?.textContent).toBe(text)
})

const listCards = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('of a new account the page has no more than there is', async () => {
  await visitApplicant()
  expect(listCards()).toEqual(['What the applicant sees now', 'Facts', 'Timeline'])
  expect(screen.queryByText('This exercise is archived: it can only be read.')).toBeNull()
  expect(screen.queryByText('On hold')).toBeNull()
  expect(screen.queryByRole('table', { name: 'Payments' })).toBeNull()
  expect(screen.getByText('Application', { selector: 'dt' }).nextElementSibling?.textContent).toBe('—')
})

test('another exercise that is archived, or this one beside others, decides about this account alone', async () => {
  const other = { year: 2020, title: 'Recruitment', isCurrent: false, isArchived: true }
  const own = { year: facts.exercise, title: 'Recruitment', isCurrent: true, isArchived: false }
  api.signInAs({ roles: ['registry'], exercises: [own, other] })
  api.answer({ staffApplicant: buildApplicant() })
  const page = await visit(`/applicants/${userId}`)
  expect(screen.queryByText('This exercise is archived: it can only be read.')).toBeNull()
  page.unmount()
  api.signInAs({
    roles: ['registry'],
    exercises: [
      { ...own, isArchived: true },
      { ...other, isArchived: false },
    ],
  })
  await visit(`/applicants/${userId}`)
  await screen.findByText('This exercise is archived: it can only be read.')
})
