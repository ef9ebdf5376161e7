import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { closeSession, openSession } from '#applicant/entities/session/session.ts'
import { readStored } from '#applicant/storage.ts'
import { runAfterQuiet } from '#kit/http/activity.ts'
import { type Answers, sections } from '#shared/application/sections.ts'
import { createEmptyAnswers } from '#shared/forms/section.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()
const paid = buildUser({ paymentstatus: true, paymentStatus: true, ninVerify: true })
const complete = createCompleteAnswers('/api/v1/files/1')
const savedAt = '2026-11-21T13:32:00Z'
const none = failure(404, 'no_application', 'No application found for this user.')
type Calls = Parameters<typeof api.current.answerCalls>[0]

afterEach(() => {
  vi.useRealTimers()
})

const typist = userEvent.setup()
const click = (name: string) => typist.click(screen.getByRole('button', { name }))
const step = () => screen.findByRole('heading', { level: 2, name: /^Step/ })
const draftOf = (document: Partial<Answers>) => success({ document, revision: 3, savedAt })
const noDraft = success({ document: null, revision: 0, savedAt: null })
const findRequests = (call: string) => {
  const [method, path] = call.split(' ')
  return api.current.requests.filter((one) => one.method === method && one.path === `/api/v1${path}`)
}

async function open(path: string, calls: Calls, user = paid) {
  openSession('token', user)
  api.current.answerCalls({ 'GET /users/me': success(user), 'GET /applications/my': none, ...calls })
  return visit(path)
}

describe('the page', () => {
  test('links to the slip after the submission', async () => {
    await open('/app/application', { 'GET /applications/my': success({ applicationId: 'APP-2024-000001' }) })
    const sentence = (await screen.findByText('You have submitted your application.')).closest('p')?.textContent
    expect(sentence).toBe('You have submitted your application. Preview your application details below.')
    expect(screen.getByRole('link', { name: 'Preview Application' }).getAttribute('href')).toBe('/app/prints')
  })

  test('opens no form for somebody who has submitted, also when the server cannot tell', async () => {
    await open('/app/application', {
      'GET /applications/my': success({ applicationId: 'APP-2024-000001' }),
    })
    await screen.findByText('You have submitted your application.')
    expect(localStorage.getItem(`submitted.${paid.userId}`)).toBe('yes')
    cleanup()
    await open('/app/application', { 'GET /applications/my': failure(503, 'unavailable', 'Busy.') })
    expect(await screen.findByText('You have submitted your application.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  })

  test('opens an empty form at its first step, with the account’s details', async () => {
    await open('/app/application', { 'GET /applications/draft': noDraft })
    expect((await step()).textContent).toBe('Step 1 of 7Personal details')
    expect(screen.getByRole('region', { name: 'Your details on record' })).toBeDefined()
    expect(screen.getByText('14 March 1988').tagName).toBe('DD')
    expect(screen.queryByText(/^Saved/)).toBeNull()
    expect(localStorage.getItem(`submitted.${paid.userId}`)).toBe('no')
  })

  test('resumes at the step where it was left on another computer', async () => {
    await open('/app/application', {
      'GET /applications/draft': draftOf({ ...complete, referees: [], hobby: '', professionalAchievement: '' }),
    })
    expect((await step()).textContent).toBe('Step 4 of 7Publications and awards')
    expect(screen.queryByRole('region', { name: 'Your details on record' })).toBeNull()
    expect(screen.getByText('Saved 2:32 pm')).toBeDefined()
  })

  test('never opens a step beyond an invalid one', async () => {
    await open('/app/application?step=5', { 'GET /applications/draft': draftOf({ placeOfBirth: 'Jos' }) })
    expect((await step()).textContent).toBe('Step 2 of 7Education')
  })

  test.each(['0', '-3', '1.5', 'two', ''])(
    'begins with the first step where the address asks for “%s”',
    async (asked) => {
      await open(`/app/application?step=${asked}`, { 'GET /applications/draft': draftOf(complete) })
      expect((await step()).textContent).toBe('Step 1 of 7Personal details')
    },
  )

  test('opens without a connection, with the draft of this device', async () => {
    const answers = { ...createEmptyAnswers(sections), placeOfBirth: 'Only here' }
    localStorage.setItem('formData', JSON.stringify({ userId: paid.userId, ...answers, unsaved: true }))
    await open('/app/application', {
      'GET /applications/my': 'hang up',
      'GET /applications/draft': 'hang up',
      'PUT /applications/draft': 'hang up',
    })
    expect(await screen.findByDisplayValue('Only here', {}, { timeout: 15_000 })).toBeDefined()
    const status = await screen.findByText('Saved on this device only')
    // Of what may be lost a screen reader hears at once.
    expect(status.getAttribute('aria-live')).toBe('polite')
  })

  test('opens the step in which this device left the form, and the own answers where the server has lost its draft', async () => {
    const record = { userId: paid.userId, ...complete, placeOfBirth: 'Only here', unsaved: true, step: 0 }
    localStorage.setItem('formData', JSON.stringify(record))
    await open('/app/application', {
      'GET /applications/my': failure(503, 'unavailable', 'Busy.'),
      'GET /applications/draft': noDraft,
      'PUT /applications/draft': failure(503, 'unavailable', 'Busy.'),
    })
    expect((await step()).textContent).toBe('Step 1 of 7Personal details')
    expect(screen.getByDisplayValue('Only here')).toBeDefined()
  })

  test('says that nothing is lost when the server cannot answer', async () => {
    await open('/app/application', { 'GET /applications/draft': failure(503, 'unavailable', 'The service is busy.') })
    expect((await screen.findByRole('alert')).textContent).toContain('The service is busy.')
    const answered = Promise.withResolvers<ScriptedAnswer>()
    api.current.answerCalls({ 'GET /applications/draft': () => answered.promise })
    await click('Try again')
    expect(await screen.findByText(/^Loading your application\./)).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    answered.resolve(draftOf({ placeOfBirth: 'Jos' }))
    expect(await screen.findByDisplayValue('Jos')).toBeDefined()
  })

  test('says so when the application or the draft cannot be loaded', async () => {
    for (const [call, answer] of [
      ['GET /applications/my', failure(502, '', '')],
      ['GET /applications/draft', failure(502, '', '')],
    ] as const) {
      await open('/app/application', { 'GET /applications/draft': noDraft, [call]: answer })
      expect((await screen.findByRole('alert')).textContent).toContain('Error retrieving application details')
      cleanup()
    }
  })

  test('treats a user without a payment status as unpaid', async () => {
    const { paymentstatus: _, paymentStatus: __, ...user } = paid
    await open(
      '/app/application',
      { 'GET /applications/draft': noDraft, 'GET /users/me': 'hang up' },
      user as typeof paid,
    )
    expect(await screen.findByText('You have not made your payment.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go back to Payment' }).getAttribute('href')).toBe('/auth/payment')
  })

  test('warns from the first step that the NIN must be verified', async () => {
    await open('/app/application', { 'GET /applications/draft': noDraft }, { ...paid, ninVerify: false })
    expect(await screen.findByText('Verify your NIN before you submit.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Verify your NIN' }).getAttribute('href')).toBe('/auth/verify-nin')
  })
})

test('the passport photo can be set in the first step', async () => {
  const passport = '/api/v1/files/new'
  await open('/app/application', {
    'GET /applications/draft': noDraft,
    'POST /upload/file': success({ success: true, message: 'Done.', fileUrl: passport }, { fileUrl: passport }),
    'PATCH /users/photo': success({ ...paid, passport }, { message: 'Your photo is saved.' }),
  })
  await step()
  const input = await screen.findByLabelText('Passport photo', { selector: 'input' })
  // The button opens it.
  expect(input.hidden).toBe(true)
  await typist.upload(input, new File(['x'], 'me.png', { type: 'image/png' }))
  expect(await screen.findByText('Your photo is saved.')).toBeDefined()
  expect(findRequests('PATCH /users/photo')[0]?.body).toEqual({ passport })
  expect(screen.getByRole('img', { name: /Uploaded photo$/ }).getAttribute('src')).toBe(passport)
})

test('a passport photo that could not be saved is said beside the button, which tries again', async () => {
  const passport = '/api/v1/files/new'
  const sent = success({ success: true, message: 'Done.', fileUrl: passport }, { fileUrl: passport })
  await open(
    '/app/application',
    { 'GET /applications/draft': noDraft, 'POST /upload/file': failure(400, 'invalid_file', 'The file is damaged.') },
    { ...paid, passport: null },
  )
  const photo = new File(['x'], 'me.png', { type: 'image/png' })
  const section = within((await screen.findByRole('heading', { name: 'Passport photo' })).parentElement as HTMLElement)
  expect(await section.findByText('You have not added a passport photo.')).toBeDefined()
  expect(section.queryByRole('img')).toBeNull()
  await typist.upload(screen.getByLabelText('Passport photo', { selector: 'input' }), photo)
  const problem = 'File upload failed: The file is damaged.'
  await waitFor(() => expect(section.getByRole('alert').textContent).toBe(problem))
  expect(screen.getAllByText(problem)).toHaveLength(2)
  expect(findRequests('PATCH /users/photo')).toEqual([])

  const answered = Promise.withResolvers<ScriptedAnswer>()
  api.current.answerCalls({
    'POST /upload/file': () => answered.promise,
    'PATCH /users/photo': success({ ...paid, passport }, { message: 'Your photo is saved.' }),
  })
  // The same file again: the browser reports that only from an empty input.
  await typist.upload(screen.getByLabelText('Passport photo', { selector: 'input' }), photo)
  const add = section.getByRole('button', { name: 'Add passport photo' })
  await waitFor(() => expect(add.getAttribute('aria-busy')).toBe('true'))
  answered.resolve(sent)
  expect(await section.findByRole('button', { name: 'Change passport photo' })).toBeDefined()
  expect(section.queryByText('You have not added a passport photo.')).toBeNull()
  expect(section.getByRole('alert').textContent).toBe('')
})

describe('a draft', () => {
  test('is saved half a second after typing pauses, here and on the server', async () => {
    await open('/app/application', {
      'GET /applications/draft': noDraft,
      'PUT /applications/draft': success({ document: {}, revision: 1, savedAt }),
    })
    await typist.type(await screen.findByRole('textbox', { name: 'Place of birth' }), 'Jos')
    expect(await screen.findByText('Saved 2:32 pm')).toBeDefined()
    expect(findRequests('PUT /applications/draft').at(-1)?.body).toMatchObject({
      document: { placeOfBirth: 'Jos' },
      revision: 0,
    })
    expect(readStored('formData')).toMatchObject({
      userId: paid.userId,
      placeOfBirth: 'Jos',
      unsaved: false,
      revision: 1,
    })
  })

  test('is saved at once when the form is left, which opens with it again', async () => {
    const page = await open('/app/application', {
      'GET /applications/draft': noDraft,
      'PUT /applications/draft': success({ document: {}, revision: 1, savedAt }),
    })
    await typist.type(await screen.findByRole('textbox', { name: 'Place of birth' }), 'Jos')
    await typist.click(screen.getByRole('link', { name: 'Account Setting' }))
    await screen.findByRole('heading', { level: 1, name: 'Account Setting' })
    expect(readStored('formData')).toMatchObject({ placeOfBirth: 'Jos' })
    const findSent = () => findRequests('PUT /applications/draft').at(-1)?.body
    await waitFor(() => expect(findSent()).toMatchObject({ document: { placeOfBirth: 'Jos' } }))
    await waitFor(() => expect(readStored('formData')).toMatchObject({ unsaved: false }))
    // With what another computer has saved meanwhile, and not with what was read when it opened first.
    const newer = success({ document: { placeOfBirth: 'Kano' }, revision: 2, savedAt })
    api.current.answerCalls({ 'GET /applications/draft': newer })
    page.goBack()
    expect(await screen.findByDisplayValue('Kano')).toBeDefined()
  })

  test('leaves nothing on a shared computer when its last save is answered after the logout', async () => {
    const answered = Promise.withResolvers<ScriptedAnswer>()
    await open('/app/application', {
      'GET /applications/draft': noDraft,
      'PUT /applications/draft': () => answered.promise,
    })
    await typist.type(await screen.findByRole('textbox', { name: 'Place of birth' }), 'Jos')
    await waitFor(() => expect(findRequests('PUT /applications/draft')).toHaveLength(1))
    expect(readStored('formData')).toMatchObject({ placeOfBirth: 'Jos', unsaved: true })
    act(closeSession)
    answered.resolve(success({ document: {}, revision: 1, savedAt }))
    await waitFor(() => expect(readStored('formData')).toBeNull())
  })

  test('of an older window does not overwrite newer answers: the user chooses', async () => {
    await open('/app/application', {
      'GET /applications/draft': draftOf({ placeOfBirth: 'Jos' }),
      'PUT /applications/draft': failure(409, 'draft_outdated', 'Changed.', {
        data: { document: { placeOfBirth: 'Kano' }, revision: 8, savedAt },
      }),
    })
    const place = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Place of birth' })
    await typist.type(place, ' North')
    expect(await screen.findByText('Your form was changed in another window or on another computer.')).toBeDefined()
    expect(screen.getByText(/^The newer one was saved on 21 November 2026, 2:32 pm\./)).toBeDefined()
    await click('Use the newer one')
    expect(screen.queryByText('Keep mine')).toBeNull()
    expect(place.value).toBe('Kano')
    expect(readStored('formData')).toMatchObject({ placeOfBirth: 'Kano', revision: 8, unsaved: false })
  })

  test('of an older window is not submitted before the user has chosen', async () => {
    await open('/app/application?step=1', {
      'GET /applications/draft': draftOf(complete),
      'PUT /applications/draft': failure(409, 'draft_outdated', 'Changed.', {
        data: { document: { ...complete, placeOfBirth: 'Kano' }, revision: 8, savedAt: null },
      }),
    })
    await typist.type(await screen.findByRole('textbox', { name: 'Place of birth' }), ' North')
    await screen.findByText('Your form was changed in another window or on another computer.')
    expect(screen.getByText(/^What you write here is not sent until/)).toBeDefined()
    await typist.click(screen.getByRole('button', { name: /Preview/ }))
    await click('Submit')
    expect(document.activeElement?.contains(screen.getByRole('button', { name: 'Keep mine' }))).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    expect(findRequests('POST /applications/')).toEqual([])
    const saved = success({ document: {}, revision: 9, savedAt })
    const done = success({ applicationId: 'APP-2024-000123', submittedAt: savedAt })
    api.current.answerCalls({ 'PUT /applications/draft': saved, 'POST /applications/': done })
    await click('Keep mine')
    await click('Submit')
    expect(await screen.findByText('Congratulations!')).toBeDefined()
  })

  test('of another computer is taken over when the page becomes visible again, and the user is told', async () => {
    await open('/app/application', { 'GET /applications/draft': draftOf({ placeOfBirth: 'Jos' }) })
    await screen.findByDisplayValue('Jos')
    await waitFor(() => expect(findRequests('GET /users/me')).toHaveLength(1))
    const newer = success({ document: { placeOfBirth: 'Kano' }, revision: 8, savedAt })
    // That the application cannot be read again meanwhile says nothing new.
    const refused = Promise.withResolvers<void>()
    api.current.answerCalls({
      'GET /applications/my': () => {
        refused.resolve()
        return failure(503, 'unavailable', 'Busy.')
      },
      'GET /applications/draft': () => refused.promise.then(() => newer),
    })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    for (const target of [window, document]) fireEvent(target, new Event('visibilitychange'))
    expect(await screen.findByDisplayValue('Kano')).toBeDefined()
    expect(screen.queryByText(/Error retrieving application details/)).toBeNull()
    expect(screen.getByText(/^Your form was changed in another window/)).toBeDefined()
    // They are no edit.
    expect(findRequests('PUT /applications/draft')).toEqual([])
    // The deadline may have been moved as well.
    await waitFor(() => expect(findRequests('GET /users/me')).toHaveLength(2))
  })

  test('stays as it is when the page becomes visible again and the server does not answer, or has none', async () => {
    await open('/app/application', { 'GET /applications/draft': draftOf({ placeOfBirth: 'Jos' }) })
    const place = await screen.findByDisplayValue('Jos')
    for (const answer of ['hang up', noDraft] as const) {
      const before = findRequests('GET /applications/draft').length
      api.current.answerCalls({ 'GET /applications/draft': answer })
      fireEvent(document, new Event('visibilitychange'))
      await waitFor(() => expect(findRequests('GET /applications/draft').length).toBeGreaterThan(before))
    }
    // Nor is it loaded again as it was at the start.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    fireEvent(window, new Event('visibilitychange'))
    await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
    expect(screen.getByDisplayValue('Jos')).toBe(place)
    expect(screen.queryByText(/^Your form was changed/)).toBeNull()
  })

  test('that could not be sent is sent at once when the page becomes visible again', async () => {
    await open('/app/application', { 'GET /applications/draft': noDraft, 'PUT /applications/draft': 'hang up' })
    await typist.type(await screen.findByRole('textbox', { name: 'Place of birth' }), 'Jos')
    await waitFor(() => expect(findRequests('PUT /applications/draft')).not.toEqual([]))
    await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
    const before = findRequests('PUT /applications/draft').length
    api.current.answerCalls({ 'PUT /applications/draft': success({ document: {}, revision: 1, savedAt }) })
    fireEvent(document, new Event('visibilitychange'))
    await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
    expect(findRequests('PUT /applications/draft').length).toBeGreaterThan(before)
  })

  test.each([
    ['hidden', () => document, 'visibilitychange'],
    ['closed', () => window, 'pagehide'],
  ] as const)('is saved at once when the page is %s', async (_, getTarget, event) => {
    await open('/app/application', {
      'GET /applications/draft': noDraft,
      'PUT /applications/draft': success({ document: {}, revision: 1, savedAt }),
    })
    await typist.type(await screen.findByRole('textbox', { name: 'Place of birth' }), 'Jos')
    localStorage.removeItem('formData')
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await typist.type(screen.getByRole('textbox', { name: 'Place of birth' }), ' North')
    fireEvent(getTarget(), new Event(event))
    expect(readStored('formData')).toMatchObject({ placeOfBirth: 'Jos North', unsaved: true })
    visibility.mockRestore()
    expect(await screen.findByText('Saved 2:32 pm')).toBeDefined()
  })

  test('of another window of this browser is taken over, but not that of another person', async () => {
    await open('/app/application', { 'GET /applications/draft': draftOf({ placeOfBirth: 'Jos' }) })
    await screen.findByDisplayValue('Jos')
    const storeElsewhere = (userId: string, placeOfBirth: string, more: object = { unsaved: true, revision: 3 }) => {
      const answers = { ...createEmptyAnswers(sections), placeOfBirth }
      localStorage.setItem('formData', JSON.stringify({ userId, ...answers, ...more }))
      fireEvent(window, new StorageEvent('storage', { key: 'formData', storageArea: localStorage }))
    }
    storeElsewhere('RE24-77777', 'Somebody else')
    storeElsewhere(paid.userId, 'Kano')
    expect(await screen.findByDisplayValue('Kano')).toBeDefined()
    expect(screen.getAllByText(/^Your form was changed in another window/)).toHaveLength(1)
    // It sends them itself.
    storeElsewhere(paid.userId, 'Kano', { unsaved: false, revision: 4, savedAt: '2026-11-21T13:40:00Z' })
    expect(await screen.findByText('Saved 2:40 pm')).toBeDefined()
    expect(findRequests('PUT /applications/draft')).toEqual([])
  })

  test('is neither sent for the next person who logs in in another window, nor stored over theirs', async () => {
    const next = { ...paid, userId: 'RE24-77777' }
    const calls = {
      'GET /applications/my': none,
      'GET /applications/draft': noDraft,
      'PUT /applications/draft': failure(503, 'unavailable', 'Busy.'),
    }
    await open('/app/application', calls)
    await typist.type(await screen.findByRole('textbox', { name: 'Place of birth' }), 'Jos')
    await screen.findByText('Saved on this device only')
    const logInElsewhere = (token: string, user: typeof paid, more: Calls = {}) => {
      api.current.answerCalls({ ...calls, 'GET /users/me': success(user), ...more })
      act(() => openSession(token, user))
    }
    const theirs = { userId: next.userId, ...createEmptyAnswers(sections), placeOfBirth: 'Kano', unsaved: true }
    localStorage.setItem('formData', JSON.stringify(theirs))
    logInElsewhere('token of the next', next)
    expect(await screen.findByDisplayValue('Kano')).toBeDefined()
    await waitFor(() =>
      expect(findRequests('PUT /applications/draft').at(-1)?.headers.authorization).toBe('Bearer token of the next'),
    )
    const sentForNext = findRequests('PUT /applications/draft').filter(({ headers }) =>
      headers.authorization?.endsWith('of the next'),
    )
    for (const { body } of sentForNext) expect(body).toMatchObject({ document: { placeOfBirth: 'Kano' } })
    logInElsewhere('token', paid, { 'PUT /applications/draft': success({ document: {}, revision: 1, savedAt }) })
    expect(await screen.findByDisplayValue('Jos')).toBeDefined()
    expect(await screen.findByText('Saved 2:32 pm')).toBeDefined()
  })

  test('that the server holds is removed from this computer at logout', async () => {
    await open('/app/application', {
      'GET /applications/draft': noDraft,
      'PUT /applications/draft': success({ document: {}, revision: 1, savedAt }),
      'POST /users/logout': success({}),
    })
    const fetched = vi.spyOn(globalThis, 'fetch')
    await typist.type(await screen.findByRole('textbox', { name: 'Place of birth' }), 'Jos')
    await click('Logout')
    await waitFor(() => expect(readStored('formData')).toBeNull())
    expect(findRequests('PUT /applications/draft').at(-1)?.body).toMatchObject({ document: { placeOfBirth: 'Jos' } })
    // While the session lasts: afterwards the server would not take it.
    const listSent = () => api.current.requests.map(({ path }) => path)
    await waitFor(() => expect(listSent()).toContain('/api/v1/users/logout'))
    // Also when the page is closed at once.
    expect(fetched.mock.calls.find(([url]) => String(url).endsWith('/logout'))?.[1]).toMatchObject({ keepalive: true })
    expect(listSent().lastIndexOf('/api/v1/applications/draft')).toBeLessThan(
      listSent().indexOf('/api/v1/users/logout'),
    )
  })

  test('that could not be sent survives the logout', async () => {
    await open('/app/application', {
      'GET /applications/draft': noDraft,
      'PUT /applications/draft': 'hang up',
      'POST /users/logout': success({}),
    })
    await typist.type(await screen.findByRole('textbox', { name: 'Place of birth' }), 'Jos')
    await click('Logout')
    await waitFor(() => expect(readStored('token')).toBeNull())
    expect(readStored('formData')).toMatchObject({ placeOfBirth: 'Jos', unsaved: true })
  })
})

describe('submitting', () => {
  const submit = async (answer: Calls[string]) => {
    const page = await open('/app/application?step=6', {
      'GET /applications/draft': draftOf(complete),
      'POST /applications/': answer,
    })
    await screen.findByRole('table', { name: 'Referees' })
    await click('Submit')
    return page
  }
  const done = success({ applicationId: 'APP-2024-000123', submittedAt: '2026-11-21T13:32:00Z' })

  test('shows every table and two photos before', async () => {
    await open(
      '/app/application?step=6',
      { 'GET /applications/draft': draftOf(complete) },
      { ...paid, ninPassport: '/api/v1/files/n', passport: '/api/v1/files/p' },
    )
    await screen.findByRole('table', { name: 'Referees' })
    expect(screen.getAllByRole('img', { name: /photo$/ }).map((image) => image.getAttribute('src'))).toEqual([
      '/api/v1/files/n',
      '/api/v1/files/p',
    ])
    expect(screen.getAllByRole('table')).toHaveLength(Object.keys(sections).length)
    expect(screen.getByText("Read everything once more. After you submit it, it can't be changed.")).toBeDefined()
    expect(screen.queryByText('You have not added a passport photo.')).toBeNull()
  })

  test('links each table of the preview to the step that changes it, and warns of a missing passport photo', async () => {
    await open('/app/application?step=6', { 'GET /applications/draft': draftOf(complete) }, { ...paid, passport: null })
    await screen.findByRole('table', { name: 'Referees' })
    expect(screen.getByText('You have not added a passport photo.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Add it now' }).getAttribute('href')).toBe('/app/application?step=1')
    expect(screen.getAllByRole('link', { name: /^Change / })).toHaveLength(Object.keys(sections).length)
    expect(screen.getByRole('link', { name: 'Change Personal details' }).getAttribute('href')).toBe(
      '/app/application?step=1',
    )
    await typist.click(screen.getByRole('link', { name: 'Change Referees' }))
    expect((await step()).textContent).toBe('Step 5 of 7Referees')
  })

  test('after a change from the preview, Next leads back to it', async () => {
    await open('/app/application?step=6', { 'GET /applications/draft': draftOf(complete) })
    await screen.findByRole('table', { name: 'Referees' })
    await typist.click(screen.getByRole('link', { name: 'Change Institutions attended' }))
    expect((await step()).textContent).toBe('Step 2 of 7Education')
    expect(screen.getByText('Next takes you back to the preview.')).toBeDefined()
    const institutions = await screen.findByRole('region', { name: 'Institutions attended' })
    await waitFor(() => expect(document.activeElement).toBe(institutions))
    await typist.click(screen.getByRole('button', { name: 'Next' }))
    expect((await step()).textContent).toBe('Step 6 of 7Preview')
    await typist.click(screen.getByRole('link', { name: 'Change Institutions attended' }))
    await typist.click(await screen.findByRole('button', { name: 'Previous' }))
    expect((await step()).textContent).toBe('Step 1 of 7Personal details')
  })

  test('sends the whole form, congratulates, and opens the slip three seconds after Print Slip', async () => {
    const page = await submit(done)
    expect(await screen.findByText('Congratulations!')).toBeDefined()
    expect(screen.getByText('APP-2024-000123')).toBeDefined()
    expect(screen.getByText('Submitted on 21 November 2026, 2:32 pm.')).toBeDefined()
    expect(screen.getByText('A confirmation has been sent to your email.')).toBeDefined()
    expect(screen.getByText('Application submitted successfully.')).toBeDefined()
    expect(findRequests('POST /applications/')[0]?.body).toEqual({ ...complete, country: 'nigeria' })
    expect(readStored('formData')).toBeNull()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(screen.getByRole('button', { name: 'Print Slip' }))
    await act(() => vi.advanceTimersByTimeAsync(2900))
    expect(page.path()).toBe('/app/application')
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(page.path()).toBe('/app/prints')
  })

  test('no other step opens while the application is on its way', async () => {
    let answer = () => {}
    const refused = failure(503, 'unavailable', 'Busy.')
    const wait = () =>
      new Promise<ScriptedAnswer>((resolve) => {
        answer = () => resolve(refused)
      })
    await submit(wait)
    await waitFor(() => expect(findRequests('POST /applications/')).toHaveLength(1))
    expect(screen.getByRole('button', { name: 'Submit' }).getAttribute('aria-busy')).toBe('true')
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true)
    await typist.click(screen.getByRole('button', { name: /Education/ }))
    expect((await step()).textContent).toBe('Step 6 of 7Preview')
    act(answer)
    expect((await screen.findByRole('alert')).textContent).toContain('Busy.')
    await click('Submit')
    await waitFor(() => expect(findRequests('POST /applications/')).toHaveLength(2))
    await typist.click(screen.getByRole('link', { name: 'Change Referees' }))
    expect((await step()).textContent).toBe('Step 6 of 7Preview')
    act(answer)
    await waitFor(async () => expect((await step()).textContent).toMatch(/^Step 5 of 7/))
  })

  test('nobody’s form becomes the application of the next person who logs in in another window', async () => {
    await open('/app/application?step=6', { 'GET /applications/draft': draftOf(complete), 'POST /applications/': done })
    await screen.findByRole('table', { name: 'Referees' })
    const next = { ...paid, userId: 'RE24-77777' }
    api.current.answerCalls({ 'GET /users/me': success(next), 'POST /applications/': done })
    fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
    act(() => openSession('token of the next', next))
    await waitFor(() => expect(findRequests('GET /users/me').at(-1)?.headers.authorization).toMatch('next'))
    expect(findRequests('POST /applications/')).toEqual([])
  })

  test('an application that was submitted before succeeds with its number', async () => {
    await submit(
      failure(409, 'already_submitted', 'You have submitted your application.', {
        data: { applicationId: 'APP-2024-000007' },
      }),
    )
    expect(await screen.findByText('APP-2024-000007')).toBeDefined()
  })

  test('without a verified NIN links to the verification', async () => {
    await submit(failure(403, 'nin_required', 'Verify your NIN before you submit.'))
    const alert = await screen.findByRole('alert')
    await waitFor(() =>
      expect(alert.contains(document.activeElement) || document.activeElement?.contains(alert)).toBe(true),
    )
    expect(document.activeElement?.nextElementSibling).toBe(
      screen.getByRole('button', { name: 'Submit' }).parentElement,
    )
    expect(within(alert).getByRole('link', { name: 'Verify your NIN' })).toBeDefined()
  })

  test('a refused application shows each error with its step, below the preview alone', async () => {
    await submit(
      failure(400, 'invalid_request', 'Some of what was sent is not right.', {
        errors: [{ path: 'referees.1.email', message: 'Referee 2 must have a valid email format.' }],
      }),
    )
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Step 5, Referees: Referee 2 must have a valid email format.',
    )
    // Below the questions themselves it would say what may have been corrected since.
    await typist.click(screen.getByRole('link', { name: 'Change Referees' }))
    expect((await step()).textContent).toBe('Step 5 of 7Referees')
    expect(screen.queryByText(/^Step 5, Referees:/)).toBeNull()
  })

  test('without an answer keeps everything and can be repeated', async () => {
    await submit('hang up')
    expect((await screen.findByRole('alert')).textContent).toContain('An error occurred submitting application.')
    expect(screen.getByRole('table', { name: 'Referees' })).toBeDefined()
    api.current.answerCalls({ 'POST /applications/': done })
    await click('Submit')
    expect(await screen.findByText('Congratulations!')).toBeDefined()
  })

  test('without an answer the form stays when the application turns up by itself, and Submit tells its number', async () => {
    await open('/app/application?step=6', {
      'GET /applications/my': 'hang up',
      'GET /applications/draft': draftOf(complete),
      'POST /applications/': 'hang up',
      'GET /healthz': 'hang up',
    })
    await screen.findByRole('table', { name: 'Referees' }, { timeout: 15_000 })
    await click('Submit')
    await screen.findByRole('alert')
    api.current.answerCalls({
      'GET /applications/my': success({ applicationId: 'APP-2024-000123' }),
      'POST /applications/': done,
    })
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(localStorage.getItem(`submitted.${paid.userId}`)).toBe('yes'))
    await click('Submit')
    expect(await screen.findByText('Congratulations!')).toBeDefined()
    expect(screen.getByText('APP-2024-000123')).toBeDefined()
  })

  test.each([
    [{ body: { status: 'error' } }, 'Submitting application failed. Please try again.'],
    [failure(500, 'unexpected', ''), 'An error occurred submitting application.'],
    [
      failure(403, 'exercise_closed', 'The time to submit applications has passed.'),
      'The time to submit applications has passed.',
    ],
  ])('%#: shows the specification’s message for a failure', async (answer, sentence) => {
    await submit(answer)
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  })
})
