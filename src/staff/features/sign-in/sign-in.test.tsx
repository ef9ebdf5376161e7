// Signing in, accepting an invitation, and recovering a sign-in.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { runAfterQuiet } from '#kit/http/activity.ts'
import { buildMe, passkeyCreation, passkeyRequest } from '#tests/support/fixtures/staff-replies.ts'
import { newPasskeyAnswer, passkeyAnswer, stubDevicePasskeys } from '#tests/support/ui/device-passkeys.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import { click, comeBackLater, fill, readAlert, setUpStaffApi, user, visit } from '#tests/support/ui/staff-app.tsx'
import { QrCode } from './qr-code.tsx'

const api = setUpStaffApi()
beforeEach(() => api.answer({ staffSession: { me: null } }))

const password = 'Seventeen quiet herons'
const attempt = { step: 'second', methods: ['totp', 'recovery'], attempt: 'attempt-1' } as const
const secondStep = { ...attempt, methods: [...attempt.methods] }

async function enterPassword() {
  await fill('Email', 'bisi.ajayi@example.org')
  await fill('Password', password)
  await click('Continue')
}

async function visitSecondStep(path = '/login') {
  api.answer({ signIn: secondStep })
  const page = await visit(path)
  await enterPassword()
  await screen.findByRole('heading', { name: 'Enter your code' })
  return page
}

test('somebody who is not signed in signs in first, and comes back to the page that was asked for', async () => {
  const page = await visitSecondStep('/no-such-page?tab=1')
  expect(page.path()).toBe('/login')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Enter your code'))
  api.answer({ signInSecond: { me: buildMe() } })
  await fill('Code', '123 456')
  await click('Sign in')
  await screen.findByRole('heading', { name: 'Page not found' })
  expect(page.path()).toBe('/no-such-page?tab=1')
  expect(api.requests('signIn')).toEqual([{ body: { email: 'bisi.ajayi@example.org', password } }])
  expect(api.requests('signInSecond')).toEqual([{ body: { attempt: 'attempt-1', code: '123 456' } }])
  page.goBack()
  expect(page.path()).toBe('/page-before')
})

test.each(['email', 'password'])(
  'what is wrong with a field (%s) is said there, and not above the form too',
  async (path) => {
    const errors = [{ path, message: 'This is too long.' }]
    api.answer({ signIn: refuse('invalid_request', { errors }) })
    await visit('/login')
    await enterPassword()
    await screen.findByText('This is too long.')
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([''])
  },
)

test('somebody who is signed in already goes on to Home', async () => {
  api.signInAs({ roles: [] })
  const page = await visit('/login')
  await waitFor(() => expect(page.path()).toBe('/'))
})

test('a refused password is said above the fields, which keep what was typed', async () => {
  api.answer({ signIn: refuse('sign_in_refused') })
  await visit('/login')
  await enterPassword()
  await waitFor(() => expect(readAlert()).toBe('Email address or password is incorrect.'))
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('bisi.ajayi@example.org')
})

test('empty fields are named, and nothing is said above them', async () => {
  api.answer({ signIn: secondStep })
  await visit('/login')
  await click('Continue')
  await screen.findByText('Enter your email address.')
  expect(screen.getByText('Enter your password.')).toBeDefined()
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
  expect(readAlert()).toBe('')
})

test('while the password is on its way the button is busy, and a second click sends nothing', async () => {
  const reply = Promise.withResolvers<typeof secondStep>()
  api.answer({ signIn: () => reply.promise })
  await visit('/login')
  await enterPassword()
  const button = screen.getByRole('button', { name: 'Continue' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  reply.resolve(secondStep)
  await screen.findByRole('heading', { name: 'Enter your code' })
  expect(api.requests('signIn')).toHaveLength(1)
})

test('no answer is said, and is no refusal', async () => {
  api.answer({ signIn: 'hang up' })
  await visit('/login')
  await enterPassword()
  await waitFor(() => expect(readAlert()).toBe('The server did not answer. Check the connection and try again.'))
})

test('a wrong code can be typed again', async () => {
  await visitSecondStep()
  api.answer({ signInSecond: refuse('code_refused') })
  await fill('Code', '000000')
  await click('Sign in')
  await waitFor(() => expect(readAlert()).toBe('This code is not correct, or it was used before. Enter the next one.'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Enter your code')
})

test('a code that is missing is said once, at its field', async () => {
  await visitSecondStep()
  api.answer({ signInSecond: { me: buildMe() } })
  await fill('Code', '')
  await click('Sign in')
  expect((await screen.findByText('Enter the whole code.')).id).toMatch(/-error$/)
  expect(readAlert()).toBe('')
})

test('an attempt that has expired begins again with the password, and says why', async () => {
  await visitSecondStep()
  api.answer({ signInSecond: refuse('sign_in_expired') })
  await fill('Code', '123456')
  await click('Sign in')
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(readAlert()).toBe('This sign-in has expired. Begin again with your password.')
})

test('another account can be used instead of entering a code', async () => {
  await visitSecondStep()
  await click('Use another account')
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(readAlert()).toBe('')
})

test('a password can be looked at while it is typed', async () => {
  await visit('/login')
  await fill('Password', password)
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
  await click('Show password')
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text')
})

test('without passkeys in the browser none is offered', async () => {
  api.answer({ signIn: { ...secondStep, methods: ['totp', 'passkey'] } })
  await visit('/login')
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
  await enterPassword()
  await screen.findByLabelText('Code')
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
})

test('a passkey signs in without a password', async () => {
  stubDevicePasskeys(api.url)
  api.answer({ preparePasskeySignIn: passkeyRequest, signInWithPasskey: { me: buildMe() } })
  const page = await visit('/no-such-page')
  await click('Sign in with a passkey')
  await screen.findByRole('heading', { name: 'Page not found' })
  expect(page.path()).toBe('/no-such-page')
  expect(api.requests('signInWithPasskey')).toMatchObject([{ body: { response: passkeyAnswer } }])
})

test('a passkey that the server refuses is said on the sign-in page', async () => {
  stubDevicePasskeys(api.url)
  api.answer({ preparePasskeySignIn: passkeyRequest, signInWithPasskey: refuse('passkey_refused') })
  await visit('/login')
  await click('Sign in with a passkey')
  await waitFor(() =>
    expect(readAlert()).toBe('This passkey was not accepted. Try again, or use another way to sign in.'),
  )
})

describe('in the list of the email field', () => {
  /** Passkeys are offered from the field. */
  function offer(whenAsked?: () => Promise<void>) {
    const offers: (AbortSignal | null | undefined)[] = []
    let choose = () => {}
    stubDevicePasskeys(api.url, whenAsked, (signal) => {
      offers.push(signal)
      return new Promise((resolve, reject) => {
        choose = resolve
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    })
    api.answer({ preparePasskeySignIn: passkeyRequest, signInWithPasskey: { me: buildMe() } })
    return { choose: () => choose(), offers, offered: (times: number) => expect.poll(() => offers.length).toBe(times) }
  }

  test('a passkey is chosen, which signs in', async () => {
    const { choose, offered } = offer()
    await visit('/no-such-page')
    await offered(1)
    choose()
    await screen.findByRole('heading', { name: 'Page not found' })
    expect(api.requests('signInWithPasskey')).toMatchObject([{ body: { response: passkeyAnswer } }])
  })

  test('none is offered while the person is asked in another way, and again afterwards', async () => {
    const asked = Promise.withResolvers<void>()
    const { offers, offered } = offer(() => asked.promise)
    await visit('/login')
    await offered(1)
    await click('Sign in with a passkey')
    await expect.poll(() => offers[0]?.aborted).toBe(true)
    await expect.poll(() => api.requests('preparePasskeySignIn').length).toBe(2)
    asked.reject(new DOMException('Not allowed.', 'NotAllowedError'))
    await waitFor(() => expect(readAlert()).toMatch(/^No passkey was used: it was cancelled/))
    await offered(2)
    expect(api.requests('preparePasskeySignIn')).toHaveLength(3)
    expect(api.requests('signInWithPasskey')).toEqual([])
  })

  test('nothing is said where the question cannot be had: the button would say it', async () => {
    const { offers } = offer()
    api.answer({ preparePasskeySignIn: refuse('unavailable') })
    await visit('/login')
    await expect.poll(() => api.requests('preparePasskeySignIn').length).toBe(1)
    await act(() => new Promise<void>((resolve) => runAfterQuiet(0, resolve)))
    expect([readAlert(), offers]).toEqual(['', []])
  })

  test('the question is renewed before it expires, until the page is left', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { offers, offered } = offer()
    const { unmount } = await visit('/login')
    await offered(1)
    act(() => void vi.advanceTimersByTime(passkeyRequest.timeout - 60_000))
    await offered(2)
    expect(offers[1]?.aborted).toBe(false)
    unmount()
    await expect.poll(() => offers[1]?.aborted).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
    expect(api.requests('preparePasskeySignIn')).toHaveLength(2)
  })

  test('none is offered any more once the person asks in another way before there is a question', async () => {
    const asked = Promise.withResolvers<void>()
    const prepared = Promise.withResolvers<void>()
    const { offers } = offer(() => asked.promise)
    api.answer({
      async preparePasskeySignIn() {
        if (api.requests('preparePasskeySignIn').length === 1) await prepared.promise
        return passkeyRequest
      },
    })
    await visit('/no-such-page')
    await expect.poll(() => api.requests('preparePasskeySignIn').length).toBe(1)
    await click('Sign in with a passkey')
    await expect.poll(() => api.requests('preparePasskeySignIn').length).toBe(2)
    prepared.resolve()
    asked.resolve()
    await screen.findByRole('heading', { name: 'Page not found' })
    expect(offers).toEqual([])
  })

  test('an offer that fails says nothing, and a browser that cannot make one asks for none', async () => {
    offer()
    api.answer({ preparePasskeySignIn: refuse('unexpected') })
    const page = await visit('/login')
    await expect.poll(() => api.requests('preparePasskeySignIn').length).toBe(1)
    page.unmount()
    stubDevicePasskeys(api.url)
    api.answer({ preparePasskeySignIn: passkeyRequest })
    await visit('/no-such-page')
    await click('Sign in with a passkey')
    await screen.findByRole('heading', { name: 'Page not found' })
    expect(api.requests('signInWithPasskey')).toHaveLength(1)
    expect(api.requests('preparePasskeySignIn')).toHaveLength(2)
  })
})

test('after the password a passkey stands for the code; what the device refuses is said', async () => {
  let isRefused = true
  stubDevicePasskeys(api.url, async () => {
    if (isRefused) throw new DOMException('Not allowed.', 'NotAllowedError')
  })
  api.answer({ signIn: { ...secondStep, methods: ['totp', 'passkey'] }, preparePasskeySignIn: passkeyRequest })
  await visit('/no-such-page')
  await enterPassword()
  await click('Use a passkey')
  await waitFor(() => expect(readAlert()).toMatch(/^No passkey was used: it was cancelled/))
  isRefused = false
  api.answer({ signInSecond: { me: buildMe() } })
  await click('Use a passkey')
  await screen.findByRole('heading', { name: 'Page not found' })
  expect(api.requests('signInSecond')).toMatchObject([{ body: { attempt: 'attempt-1', passkey: passkeyAnswer } }])
})

test('a passkey is not offered after the password of somebody who has none', async () => {
  stubDevicePasskeys(api.url)
  await visitSecondStep()
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
})

const invitation = {
  kind: 'invite',
  email: 'sola.ige@example.org',
  name: 'Sola Ige',
  totpSecret: 'ABCDEFGHIJKL',
  totpUri: 'otpauth://totp/Staff:sola.ige@example.org?secret=ABCDEFGHIJKL',
} as const
const link = '/invitation?code=abcdefghijklmnopqrstuvwx'
const code = 'abcdefghijklmnopqrstuvwx'

test('an invitation is accepted with a password and a code, and shows the recovery codes once', async () => {
  api.answer({ openInvitation: invitation, acceptInvitation: { recoveryCodes: ['k7wd-3mqa-x9fe', 'a2bc-4def-g6hi'] } })
  const page = await visit(link)
  await screen.findByRole('heading', { name: 'Welcome, Sola Ige' })
  expect(screen.getByText('ABCD EFGH IJKL')).toBeDefined()
  await screen.findByRole('img', { name: 'QR code for the authenticator app' })
  // Under which a password manager stores the password.
  expect(document.querySelector<HTMLInputElement>('input[name=username]')?.value).toBe(invitation.email)
  // From the authenticator app, for which the code must stay the same.
  await comeBackLater()
  await fill('Password', password)
  await fill('Code', '123456')
  await click('Finish')
  await screen.findByRole('heading', { name: 'Keep your recovery codes' })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'k7wd-3mqa-x9fe',
    'a2bc-4def-g6hi',
  ])
  expect(screen.getByText(/^Without your phone, each of these codes lets you sign in once\./)).toBeDefined()
  expect(screen.getByRole('link', { name: 'I have kept them: sign in' }).getAttribute('href')).toBe('/staff/login')
  expect(api.requests('openInvitation')).toEqual([{ body: { code } }])
  expect(api.requests('acceptInvitation')).toEqual([{ body: { code, password, totpCode: '123456' } }])
  // The secret is not there for who comes next to this browser.
  api.answer({ openInvitation: refuse('invitation_invalid') })
  await user.click(screen.getByRole('link', { name: 'I have kept them: sign in' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  page.goBack()
  await screen.findByText(/^This link has expired or has been used\./)
})

test('who has used a link by a try whose answer was lost is led to signing in', async () => {
  api.answer({ openInvitation: invitation, acceptInvitation: 'hang up' })
  const page = await visit(link)
  await fill('Password', password)
  await fill('Code', '123456')
  await click('Finish')
  await waitFor(() => expect(readAlert()).toMatch(/^The server did not answer\./))
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
  api.answer({ openInvitation: refuse('invitation_invalid'), acceptInvitation: refuse('invitation_invalid') })
  await click('Finish')
  await user.click(await screen.findByRole('link', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  page.goBack()
  await screen.findByText(/^This link has expired or has been used\./)
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/staff/login')
})

test('the secret of a QR code is forgotten with its page', async () => {
  const client = new QueryClient()
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <QrCode text={invitation.totpUri} label="QR code" />
    </QueryClientProvider>,
  )
  // Until it is drawn there is no picture, which would be a broken one.
  expect(screen.queryByRole('img')).toBeNull()
  await screen.findByRole('img')
  unmount()
  await waitFor(() => expect(client.getQueryCache().getAll()).toEqual([]))
})

test('a short password and a missing code are said at their fields', async () => {
  api.answer({ openInvitation: invitation, acceptInvitation: { recoveryCodes: [] } })
  await visit(link)
  expect(readAlert()).toBe('')
  // This browser has none.
  expect(screen.queryByRole('button', { name: 'Make a passkey' })).toBeNull()
  await fill('Password', 'short')
  await click('Finish')
  await screen.findByText('The password needs at least 15 characters.')
  expect(screen.getByText('Enter the whole code.')).toBeDefined()
  expect(readAlert()).toBe('')
})

test('a refusal of an invitation is said once, at the field that it is about', async () => {
  const errors = [{ path: 'totpCode', message: 'This code is not the present one.' }]
  api.answer({ openInvitation: invitation, acceptInvitation: refuse('invalid_request', { errors }) })
  await visit(link)
  await fill('Password', password)
  await fill('Code', '123456')
  await click('Finish')
  await screen.findByText('This code is not the present one.')
  expect(readAlert()).toBe('')
  api.answer({ acceptInvitation: refuse('invitation_invalid') })
  await click('Finish')
  await waitFor(() => expect(readAlert()).toMatch(/^This link has expired or has been used\./))
})

test('a link that has been used says so, and can be tried again', async () => {
  // An answer that was lost may have used it up, so it is not asked for by itself.
  api.answer({ openInvitation: 'hang up' })
  await visit(link)
  expect(api.requests('openInvitation')).toHaveLength(1)
  api.answer({ openInvitation: refuse('invitation_invalid') })
  await click('Try again')
  await screen.findByText(/^This link has expired or has been used\./)
  expect(screen.getByRole('alert').textContent).toContain('This link has expired or has been used.')
  api.answer({ openInvitation: { ...invitation, kind: 'reset' } })
  await click('Try again')
  await screen.findByRole('heading', { name: 'Set up your sign-in again' })
})

test('an invitation is accepted with a passkey, whose loss the recovery codes and the mailbox make good', async () => {
  stubDevicePasskeys(api.url)
  api.answer({
    openInvitation: invitation,
    prepareInvitationPasskey: passkeyCreation,
    acceptInvitation: { recoveryCodes: ['k7wd-3mqa-x9fe'] },
  })
  await visit(link)
  await click('Make a passkey')
  await screen.findByText(/^If you lose the device with your passkey, one of these codes and your mailbox/)
  expect(api.requests('prepareInvitationPasskey')).toEqual([{ body: { code } }])
  expect(api.requests('acceptInvitation')).toMatchObject([{ body: { code, passkey: newPasskeyAnswer } }])
})

test('a recovery code brings a link by email; a wrong one is refused without saying which part was wrong', async () => {
  api.answer({ recoverSignIn: refuse('recovery_refused') })
  await visit('/recover')
  await fill('Email', 'bisi.ajayi@example.org')
  await fill('Recovery code', 'k7wd-3mqa-x9fe')
  await click('Email me a link')
  await waitFor(() => expect(readAlert()).toBe('Email address or recovery code is incorrect.'))
  api.answer({ recoverSignIn: {} })
  await click('Email me a link')
  expect((await screen.findByRole('status')).textContent).toContain('Check your mailbox')
  expect(api.requests('recoverSignIn').at(-1)).toEqual({
    body: { email: 'bisi.ajayi@example.org', code: 'k7wd-3mqa-x9fe' },
  })
})

test('a recovery without email address and code names both fields', async () => {
  api.answer({ recoverSignIn: {} })
  await visit('/recover')
  await click('Email me a link')
  await screen.findByText('Enter your email address.')
  expect(screen.getByText('Enter the whole code.')).toBeDefined()
  expect(readAlert()).toBe('')
  // What the server alone refuses stands at its field, too.
  const errors = [{ path: 'email', message: 'This address is too long.' }]
  api.answer({ recoverSignIn: refuse('invalid_request', { errors }) })
  await fill('Email', 'bisi.ajayi@example.org')
  await fill('Recovery code', 'k7wd-3mqa-x9fe')
  await click('Email me a link')
  await screen.findByText('This address is too long.')
  expect(readAlert()).toBe('')
})
