// Administrators invite others, change their roles with a second administrator, suspend them and end their sessions.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { buildMe, buildPerson, buildPersonDetails } from '#tests/support/fixtures/staff-replies.ts'
import { refuse, type StaffScript } from '#tests/support/ui/scripted-staff-api.ts'
import {
  click,
  comeBackLater,
  expectReadAgain,
  fill,
  findDialog,
  findToast,
  hitEscape,
  listBusyButtons,
  setUpStaffApi,
  user,
  visit,
  visitFromList,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()

const posts = [
  { school: 'Technology', department: 'Computer Science', role: 'Lecturer I', closed: false },
  { school: 'Education', department: 'Pedagogy', role: 'Lecturer I', closed: false },
  { school: 'Education', department: null, role: 'Lecturer I', closed: false },
]
const person = buildPersonDetails()
const { id, version } = person
const path = `/people/${id}`
const everywhere = { exercise: null, school: null, department: null }

beforeEach(() => {
  api.signInAs({ roles: ['admin'] })
  api.answer({ staffPosts: { posts }, staffPerson: person })
})

const inRole = (place: number) => within(screen.getByRole('group', { name: `Role ${place}` }))

test('an invitation has a role with its scope; a role that needs it waits for a second administrator', async () => {
  api.answer({ invite: { id, proposal: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c30' } })
  const page = await visit('/people/new')
  await fill('Email address', 'amina.bello@example.org')
  await fill('Name', 'Amina Bello')
  await user.selectOptions(inRole(1).getByLabelText('Role'), 'Reviewer')
  await user.selectOptions(await inRole(1).findByLabelText('School'), 'Technology')
  expect([...inRole(1).getByLabelText('Department').querySelectorAll('option')].map(({ text }) => text)).toEqual([
    'Every department',
    'Computer Science',
  ])
  await user.selectOptions(inRole(1).getByLabelText('Department'), 'Computer Science')
  await user.selectOptions(inRole(1).getByLabelText('School'), 'Every school')
  expect(inRole(1).getByLabelText<HTMLSelectElement>('Department').value).toBe('')
  await user.selectOptions(inRole(1).getByLabelText('School'), 'Technology')
  await user.selectOptions(inRole(1).getByLabelText('Department'), 'Computer Science')
  await click('Add another role')
  await user.selectOptions(inRole(2).getByLabelText('Role'), 'Data protection officer')
  const effects = within(screen.getByRole('status', { name: 'What these roles allow' }))
  expect(effects.getByText(/count when a second administrator has approved them/)).toBeDefined()
  expect(effects.getByText(/see a whole NIN/).textContent).toContain('(after confirming who you are)')
  const readOld = watchOldData()
  await click('Send the invitation')
  await findToast(/A second administrator must approve the roles\.$/)
  expect(readOld()).toEqual(['people'])
  await screen.findByRole('heading', { name: 'Amina Bello' })
  expect(page.path()).toBe(path)
  expect(api.requests('invite')).toEqual([
    {
      body: {
        email: 'amina.bello@example.org',
        name: 'Amina Bello',
        roles: [
          { role: 'reviewer', exercise: null, school: 'Technology', department: 'Computer Science' },
          { role: 'dpo', ...everywhere },
        ],
      },
    },
  ])
})

test('another role than reviewer loses its school, and an additional role can be removed', async () => {
  api.answer({ invite: { id, proposal: null } })
  await visit('/people/new')
  await fill('Email address', 'amina.bello@example.org')
  await fill('Name', 'Amina Bello')
  expect(screen.queryByRole('button', { name: /^Remove role/ })).toBeNull()
  await user.selectOptions(inRole(1).getByLabelText('Role'), 'Reviewer')
  await user.selectOptions(await inRole(1).findByLabelText('School'), 'Technology')
  await user.selectOptions(inRole(1).getByLabelText('Role'), 'Helpdesk')
  expect(inRole(1).queryByLabelText('School')).toBeNull()
  await click('Add another role')
  await user.selectOptions(inRole(2).getByLabelText('Role'), 'Auditor')
  await click('Remove role 2')
  await user.selectOptions(inRole(1).getByLabelText('Exercise'), '2024')
  await click('Send the invitation')
  await findToast('The invitation is on its way to amina.bello@example.org.')
  expect(api.requests('invite')).toMatchObject([
    { body: { roles: [{ ...everywhere, role: 'helpdesk', exercise: 2024 }] } },
  ])
})

test('while the schools are not known the role does not look as if there were none', async () => {
  api.answer({ staffPosts: refuse('unavailable') })
  await visit('/people/new')
  await user.selectOptions(inRole(1).getByLabelText('Role'), 'Reviewer')
  const unread = /^The schools have not been read yet/
  const school = () => inRole(1).queryByRole('combobox', { name: 'School', description: unread })
  expect(school()).not.toBeNull()
  api.answer({ staffPosts: { posts } })
  await comeBackLater()
  await waitFor(() => expect(school()).toBeNull())
  expect(inRole(1).getByRole('option', { name: 'Technology' })).toBeDefined()
})

test('a scope that was chosen can be every exercise and every department again', async () => {
  api.answer({ invite: { id, proposal: null } })
  await visit('/people/new')
  await fill('Email address', 'amina.bello@example.org')
  await fill('Name', 'Amina Bello')
  await user.selectOptions(inRole(1).getByLabelText('Role'), 'Reviewer')
  for (const exercise of ['2024', '']) await user.selectOptions(inRole(1).getByLabelText('Exercise'), exercise)
  await user.selectOptions(await inRole(1).findByLabelText('School'), 'Technology')
  for (const department of ['Computer Science', ''])
    await user.selectOptions(inRole(1).getByLabelText('Department'), department)
  await click('Add another role')
  await user.selectOptions(inRole(2).getByLabelText('Role'), 'Reviewer')
  for (const school of ['Education', '']) await user.selectOptions(inRole(2).getByLabelText('School'), school)
  await click('Send the invitation')
  await findToast('The invitation is on its way to amina.bello@example.org.')
  expect(api.requests('invite')).toMatchObject([
    {
      body: {
        roles: [
          { ...everywhere, role: 'reviewer', school: 'Technology' },
          { ...everywhere, role: 'reviewer' },
        ],
      },
    },
  ])
})

test('what an invitation lacks is said at each field; a refusal above them', async () => {
  api.answer({ invite: refuse('staff_exists') })
  await visit('/people/new')
  await click('Send the invitation')
  await screen.findByText('This is not an email address.')
  expect(screen.getByText('Enter the name.')).toBeDefined()
  expect(screen.getByText('Choose a role.')).toBeDefined()
  await fill('Email address', 'amina.bello@example.org')
  await fill('Name', 'Amina Bello')
  await click('Send the invitation')
  await waitFor(() => expect(screen.queryByText('Enter the name.')).toBeNull())
  await screen.findByText('Choose a role.')
  expect(screen.queryByText('Some of what was sent is not right.')).toBeNull()
  await user.selectOptions(inRole(1).getByLabelText('Role'), 'Helpdesk')
  await click('Send the invitation')
  await screen.findByText('Somebody has an account with this email address already.')
  expect(screen.queryByText('Enter the name.')).toBeNull()
})

test.each<[string, Exclude<NonNullable<StaffScript['invite']>, (...sent: never[]) => unknown>, RegExp | null]>([
  ['done', { id, proposal: null }, /^The invitation is on its way to amina\.bello@example\.org\.$/],
  ['refused', refuse('staff_exists'), /^What you left before it was done is not confirmed\. Somebody has an account/],
  ['lost', 'hang up', /^What you left before it was done is not confirmed\. The server did not answer/],
  ['of no session', refuse('not_logged_in'), null],
])('who goes on while an invitation is sent stays there, and reads that it is %s', async (_, answer, message) => {
  const sent = Promise.withResolvers<typeof answer>()
  api.answer({ invite: () => sent.promise, staffPeople: { rows: [], next: null, count: { value: 0, more: false } } })
  const page = await visit('/people/new')
  await fill('Email address', 'amina.bello@example.org')
  await fill('Name', 'Amina Bello')
  await user.selectOptions(inRole(1).getByLabelText('Role'), 'Helpdesk')
  await click('Send the invitation')
  await waitFor(() => expect(api.requests('invite')).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: 'Cancel' }))
  await screen.findByText('Nobody has been invited yet.')
  sent.resolve(answer)
  if (message) await findToast(message)
  else await screen.findByText('You have been signed out')
  expect(screen.queryAllByText(/^What you left/)).toHaveLength(message?.source.startsWith('^What you left') ? 1 : 0)
  expect(page.path()).toBe('/people')
})

test('a further role that is not chosen is said at its field, and nothing is lost', async () => {
  const readOld = watchOldData()
  api.answer({ changePerson: { version: 4 } })
  await visit(path)
  await click('Change the roles')
  expect(screen.queryByRole('button', { name: 'Change the roles' })).toBeNull()
  for (const _ of ['second', 'third']) await click('Add another role')
  await user.selectOptions(inRole(3).getByLabelText('Role'), 'Auditor')
  await click('Save the roles')
  await inRole(2).findByText('Choose a role.')
  for (const place of [1, 3]) expect(inRole(place).queryByText('Choose a role.')).toBeNull()
  await user.selectOptions(inRole(2).getByLabelText('Role'), 'Bursar')
  await click('Save the roles')
  await findToast('Amina Bello has these roles from the next sign-in on.')
  const roles = (['helpdesk', 'bursar', 'auditor'] as const).map((role) => ({ role, ...everywhere }))
  expect(api.requests('changePerson').at(-1)?.body).toEqual({ roles, version })
  expect(readOld()).toEqual(['person', 'people', 'counts'])
})

test('roles are changed with the version that was seen', async () => {
  api.answer({ changePerson: { version: 4 } })
  await visit(path)
  await click('Change the roles')
  expect(screen.getByText('At present: Helpdesk')).toBeDefined()
  await user.selectOptions(inRole(1).getByLabelText('Role'), 'Registry officer')
  await click('Save the roles')
  await findToast('Amina Bello has these roles from the next sign-in on.')
  expect(screen.queryByRole('button', { name: 'Save the roles' })).toBeNull()
  expect(api.requests('changePerson')).toEqual([
    { params: { id }, body: { roles: [{ role: 'registry', ...everywhere }], version } },
  ])
})

test.each(['Exercise', 'School', 'Department'])(
  'what the server refuses of one role is said once, at its field: %s',
  async (field) => {
    const message = 'There is no such place.'
    const errors = [{ path: `roles.0.${field.toLowerCase()}`, message }]
    const roles = [{ ...everywhere, role: 'reviewer' as const }]
    api.answer({ staffPerson: { ...person, roles }, changePerson: refuse('invalid_request', { errors }) })
    await visit(path)
    await click('Change the roles')
    await click('Save the roles')
    await inRole(1).findByText(message)
    expect(document.getElementById(`${inRole(1).getByLabelText(field).id}-error`)?.textContent).toContain(message)
    expect(
      screen
        .queryAllByRole('alert')
        .map(({ textContent }) => textContent)
        .join(''),
    ).toBe('')
  },
)

test('roles that a second administrator must approve are proposed', async () => {
  api.answer({ changePerson: { version: 3, proposal: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c30' } })
  await visit(path)
  await click('Change the roles')
  await user.selectOptions(inRole(1).getByLabelText('Role'), 'Administrator')
  await click('Save the roles')
  await findToast('Proposed. A second administrator must approve these roles.')
})

test('a change of roles that is cancelled sends nothing', async () => {
  await visit(path)
  await click('Change the roles')
  await click('Cancel')
  await screen.findByRole('button', { name: 'Change the roles' })
  expect(screen.queryByText(/^At present/)).toBeNull()
})

test('roles that somebody changed meanwhile are refused, with those of now', async () => {
  await visit(path)
  await click('Change the roles')
  api.answer({
    changePerson: refuse('changed_meanwhile'),
    staffPerson: { ...person, version: 4, roles: [{ role: 'bursar', ...everywhere }] },
  })
  // The page reads it again, also by itself, and the form is still about what was seen.
  await comeBackLater()
  await screen.findByText('At present: Bursar')
  await click('Save the roles')
  await screen.findByText('Someone else changed this. Check the new version and try again.')
  api.answer({ changePerson: { version: 5 } })
  await click('Save the roles')
  await findToast('Amina Bello has these roles from the next sign-in on.')
  const roles = [{ role: 'helpdesk', ...everywhere }]
  expect(api.requests('changePerson').map(({ body }) => body)).toEqual([
    { roles, version },
    { roles, version: 4 },
  ])
})

const proposal = {
  id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c30',
  add: [{ role: 'dpo', ...everywhere } as const],
  remove: [],
  madeBy: { id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c31', name: 'Musa Danladi' },
  madeAt: '2024-03-04T09:00:00.000Z',
  isSecondPerson: true,
}

test.each([
  ['Approve', 'approve', 'approved', 'The roles are approved.'],
  ['Decline', 'decline', 'declined', 'The proposal is declined.'],
] as const)('a second administrator decides about proposed roles: %s', async (button, decision, state, message) => {
  api.answer({ staffPerson: { ...person, proposals: [proposal] } })
  await visit(path)
  expect(screen.getByRole('cell', { name: 'Data protection officer' })).toBeDefined()
  const [approve, decline] = ['Approve', 'Decline'].map((name) => screen.getByRole('button', { name }).className)
  expect(approve).not.toBe(decline)
  const decided = Promise.withResolvers<{ state: typeof state }>()
  api.answer({ staffPerson: person, decideProposal: () => decided.promise })
  await click(button)
  await waitFor(() => expect(listBusyButtons()).toEqual(['Approve', 'Decline']))
  decided.resolve({ state })
  await findToast(message)
  await waitFor(() => expect(screen.queryByText('Waits for a second administrator')).toBeNull())
  expect(api.requests('decideProposal')).toEqual([{ params: { id: proposal.id }, body: { decision } }])
})

test('somebody who is no second person for the maker of a proposal reads why, in place of the button', async () => {
  api.answer({ staffPerson: { ...person, proposals: [{ ...proposal, isSecondPerson: false }] } })
  await visit(path)
  expect(screen.getByText(/^You and the person whose work this is do not count as two persons yet/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

test('the person who proposed roles can only withdraw them', async () => {
  const own = { ...proposal, isSecondPerson: false, madeBy: { id: buildMe().id, name: 'Bisi Ajayi' } }
  const taken = { ...own, id: id.replace('00', '01'), add: [], remove: [{ role: 'bursar' as const, ...everywhere }] }
  api.answer({ staffPerson: { ...person, proposals: [own] } })
  const page = await visit(path)
  const readGrants = (name: string) =>
    [...(screen.getByRole('button', { name }).closest('tr')?.children ?? [])]
      .slice(0, 2)
      .map((cell) => cell.textContent)
  expect(readGrants('Take back')[1]).toBe('–')
  page.unmount()
  api.answer({ staffPerson: { ...person, proposals: [taken] } })
  await visit(path)
  expect(readGrants('Take back')).toEqual(['None', 'Bursar'])
  expect(screen.getByText('Another administrator must approve it.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  const readColour = (name: string) => screen.getByRole('button', { name }).className
  expect(readColour('Take back')).toBe(readColour('Change the roles'))
})

test('nobody approves roles of the own account, and nobody changes it', async () => {
  const me = buildMe()
  api.answer({ staffPerson: { ...person, id: me.id, name: me.name, proposals: [proposal] } })
  await visit(`/people/${me.id}`)
  expect(screen.getByText('This is your own account. Only another administrator can change it.')).toBeDefined()
  expect(screen.getByText('Another administrator must approve it.')).toBeDefined()
  for (const name of ['Approve', 'Suspend', 'Mark as left', 'Send a new link', 'Change the roles'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test.each([
  ['invited', ['Send a new link', 'Suspend', 'Mark as left']],
  ['active', ['Send a new link', 'Suspend', 'Mark as left']],
  ['suspended', ['Lift the suspension', 'Mark as left']],
  ['left', ['Lift the suspension']],
] as const)('with somebody who is %s an administrator can: %j', async (status, buttons) => {
  api.answer({ staffPerson: { ...person, status } })
  await visit(path)
  const all = ['Send a new link', 'Suspend', 'Lift the suspension', 'Mark as left']
  expect(all.filter((name) => screen.queryByRole('button', { name }))).toEqual(buttons)
  const readColour = (name: string) => screen.getByRole('button', { name }).className
  const isGrave = (name: string) => name === 'Suspend' || name === 'Mark as left'
  for (const name of buttons) expect(readColour(name) !== readColour('Change the roles')).toBe(isGrave(name))
})

test.each([
  ['active', 'Suspend', 'suspended', 'Amina Bello is suspended.'],
  ['suspended', 'Lift the suspension', 'active', 'The suspension of Amina Bello is lifted.'],
  ['active', 'Mark as left', 'left', 'Amina Bello is marked as having left.'],
] as const)('somebody who is %s: “%s” asks first, and makes the status %s', async (before, button, status, message) => {
  api.answer({ staffPerson: { ...person, status: before }, changePerson: { version: 4 } })
  await visit(path)
  await click(button)
  await hitEscape()
  expect(api.requests('changePerson')).toEqual([])
  const { className } = screen.getByRole('button', { name: button })
  await click(button)
  const dialog = await findDialog(button)
  // What takes access away is as red here as on the page.
  expect(dialog.getByRole('button', { name: button }).className === className).toBe(status !== 'active')
  await click(button, dialog)
  await findToast(message)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.requests('changePerson')).toEqual([{ params: { id }, body: { status, version } }])
})

test.each([
  [
    null,
    /^Amina Bello can sign in with the same roles\. Who has not accepted the invitation yet can be sent a new one\.$/,
    'The suspension of Amina Bello is lifted.',
  ],
  [person.addedAt, /^Amina Bello can sign in again with the same roles\.$/, 'Amina Bello can sign in again.'],
])(
  'who may never have signed in is said to need an invitation when a suspension is lifted: %s',
  async (lastSeenAt, text, done) => {
    api.answer({ staffPerson: { ...person, status: 'suspended', lastSeenAt }, changePerson: { version: 4 } })
    await visit(path)
    await click('Lift the suspension')
    const dialog = await findDialog('Lift the suspension')
    expect(dialog.getByText(text)).toBeDefined()
    await click('Lift the suspension', dialog)
    await findToast(done)
  },
)

test('what a colleague has changed of a person since is not changed back unseen', async () => {
  api.answer({ staffPerson: { ...person, status: 'suspended' } })
  await visit(path)
  await click('Lift the suspension')
  const dialog = await findDialog('Lift the suspension')
  api.answer({ staffPerson: { ...person, status: 'left', version: 4 }, changePerson: refuse('changed_meanwhile') })
  await comeBackLater()
  await screen.findByText('Has left')
  await click('Lift the suspension', dialog)
  await dialog.findByText('Someone else changed this. Check the new version and try again.')
  api.answer({ changePerson: { version: 5 } })
  await click('Lift the suspension', dialog)
  await findToast('The suspension of Amina Bello is lifted.')
  expect(api.requests('changePerson').map(({ body }) => body)).toMatchObject([{ version }, { version: 4 }])
})

test('the last administrator cannot be suspended: the dialog says why and stays', async () => {
  api.answer({ changePerson: refuse('last_administrator') })
  await visit(path)
  await click('Suspend')
  const dialog = await findDialog('Suspend')
  await click('Suspend', dialog)
  await dialog.findByText('The last active administrator must stay. Appoint another one first.')
})

test('a link to set up the sign-in again is sent after a question', async () => {
  api.answer({
    sendStaffResetLink: {},
    staffPeople: { rows: [buildPerson({ id })], next: null, count: { value: 1, more: false } },
  })
  await visitFromList(api, 'Staff', person.name)
  await click('Send a new link')
  const dialog = await findDialog('Send a new link')
  expect(dialog.getByText(/gets a link to set up the sign-in again\./)).toBeDefined()
  await click('Send a new link', dialog)
  await findToast('A link is on its way to amina.bello@example.org.')
  await expectReadAgain(api, 'Staff', 'staffPeople')
  await expectReadAgain(api, 'Home', 'staffCounts')
})

test('a session of the person is ended', async () => {
  const session = {
    id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c32',
    device: 'Firefox on Windows',
    network: '10.0.0.0',
    startedAt: '2024-05-02T09:00:00.000Z',
    lastSeenAt: '2024-05-02T09:30:00.000Z',
  }
  api.answer({ staffPerson: { ...person, sessions: [session] }, endPersonSession: {} })
  await visit(path)
  api.answer({ staffPerson: person })
  await click(/^End the session since/)
  await findToast('The session has ended.')
  await screen.findByText('Nowhere.')
  expect(api.requests('endPersonSession')).toEqual([{ params: { id, session: session.id } }])
})

test('there is no such staff member', async () => {
  api.answer({ staffPerson: refuse('not_found') })
  await visit(path)
  expect(screen.getByText('There is no such staff member.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'All staff' }).getAttribute('href')).toBe('/staff/people')
})

test('somebody who could not be loaded is tried again', async () => {
  api.answer({ staffPerson: refuse('unexpected') })
  await visit(path)
  api.answer({ staffPerson: person })
  await click('Try again')
  await screen.findByRole('heading', { name: 'Amina Bello' })
})

const readFact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent

test('the facts say who added somebody and when the person was seen last', async () => {
  const page = await visit(path)
  expect([readFact('Added'), readFact('Last seen')]).toEqual([
    '4\u00a0March 2024, 10:00\u00a0am, by Musa Danladi',
    'Never',
  ])
  expect(within(screen.getByRole('region', { name: 'Roles' })).getByText('Helpdesk')).toBeDefined()
  page.unmount()
  api.answer({ staffPerson: { ...person, addedBy: null, lastSeenAt: '2024-03-05T09:00:00.000Z', roles: [] } })
  await visit(path)
  expect(readFact('Added')).toBe('4\u00a0March 2024, 10:00\u00a0am, by a command')
  expect(readFact('Last seen')).toBe('5\u00a0March 2024, 10:00\u00a0am')
  expect(screen.getByText('None yet, so this person may do nothing.')).toBeDefined()
})

test('what the person did is in the audit log', async () => {
  await visit(path)
  const link = screen.getByRole('link', { name: 'What Amina Bello did' })
  expect(link.getAttribute('href')).toBe(`/staff/audit?person=${id}`)
})

test('a new invitation is said to be one', async () => {
  api.answer({ staffPerson: { ...person, status: 'invited' } })
  await visit(path)
  await click('Send a new link')
  const dialog = await findDialog('Send a new link')
  expect(dialog.getByText(/gets a new invitation\. The former link stops working\./)).toBeDefined()
})

test('before a role is chosen nothing is allowed; of a role the limits and conditions are named', async () => {
  await visit('/people/new')
  const effects = within(screen.getByRole('status', { name: 'What these roles allow' }))
  expect(effects.getByText('Choose a role to see what it allows.')).toBeDefined()
  await user.selectOptions(inRole(1).getByLabelText('Role'), 'Reviewer')
  expect(effects.queryByText('Choose a role to see what it allows.')).toBeNull()
  expect(effects.getByText('With these roles somebody may')).toBeDefined()
  expect(effects.queryByText(/count when a second administrator/)).toBeNull()
  expect(effects.getAllByText(/within the school or department/).length).toBeGreaterThan(0)
  await user.selectOptions(inRole(1).getByLabelText('Role'), 'Chair of the panel')
  expect(effects.queryByText(/within the school or department/)).toBeNull()
  expect(effects.getAllByText(/with a second person/).length).toBeGreaterThan(0)
})

test('an administrator of one exercise gives roles in that one alone', async () => {
  const page = await visit('/people/new')
  const readExercises = () =>
    [...inRole(1).getByLabelText('Exercise').querySelectorAll('option')].map(({ text }) => text)
  expect(readExercises()).toEqual(['Every exercise', 'Recruitment of academic staff 2024'])
  page.unmount()
  const me = buildMe({
    roles: ['admin'],
    exercises: [2024, 2023].map((year) => ({
      year,
      title: 'Recruitment',
      isCurrent: year === 2024,
      isArchived: false,
    })),
  })
  const roles = [
    { role: 'admin', exercise: 2023, school: null, department: null },
    { role: 'auditor', exercise: 2024, school: null, department: null },
  ] as const
  api.answer({ staffSession: { me: { ...me, roles: [...roles] } } })
  await visit('/people/new')
  expect(readExercises()).toEqual(['Choose…', 'Recruitment 2023'])
})

test('a reviewer of every exercise may get a school of any of them', async () => {
  const exercise = { title: 'Recruitment', isCurrent: true, isArchived: false }
  api.signInAs({ roles: ['admin'], exercises: [2024, 2023].map((year) => ({ ...exercise, year })) })
  const earlier = { school: 'Engineering', department: null, role: 'Lecturer I', closed: false }
  api.answer({ staffPosts: ({ params }) => ({ posts: params.year === 2024 ? posts : [earlier] }) })
  await visit('/people/new')
  await user.selectOptions(inRole(1).getByLabelText('Role'), 'Reviewer')
  const listSchools = () => [...inRole(1).getByLabelText('School').querySelectorAll('option')].map(({ text }) => text)
  await waitFor(() => expect(listSchools()).toEqual(['Every school', 'Technology', 'Education', 'Engineering']))
})

test('whose roles wait for approval is marked in the list, and who was never seen', async () => {
  const { proposals: _, ...listed } = person
  const rows = [
    buildPerson({ id, name: 'Amina Bello', proposals: [proposal] }),
    buildPerson({
      ...listed,
      id: proposal.id,
      name: 'Musa Danladi',
      proposals: [],
      lastSeenAt: '2024-03-05T09:00:00.000Z',
    }),
  ]
  api.answer({ staffPeople: { rows, next: null, count: { value: 2, more: false } } })
  await visit('/people')
  const first = (await screen.findByRole('link', { name: 'Amina Bello' })).closest('tr')?.textContent
  const second = screen.getByRole('link', { name: 'Musa Danladi' }).closest('tr')?.textContent
  expect([first?.includes('Roles proposed'), second?.includes('Roles proposed')]).toEqual([true, false])
  expect([first?.includes('Never'), second?.includes('Never')]).toEqual([true, false])
})
