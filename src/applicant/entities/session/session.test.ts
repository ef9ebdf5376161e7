import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  forgetSubmitted,
  readStored,
  readSubmitted,
  rememberSubmitted,
  removeStored,
  writeStored,
} from '#applicant/storage.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import {
  closeSession,
  currentSession,
  expireSession,
  isSessionUnstored,
  openSession,
  readStoredRrr,
  useSession,
  writeStoredRrr,
} from './session.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  closeSession()
  localStorage.clear()
})

test('logging in stores token, user and RRR for the next visit', () => {
  openSession('t', buildUser({ rrr: '310007123456' }))
  expect(localStorage.getItem('token')).toBe('t')
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ userId: 'RE24-00042' })
  expect(readStoredRrr()).toBe('310007123456')
})

test('a generated RRR is stored in the user and on its own', () => {
  openSession('t', buildUser())
  writeStoredRrr('310007123456')
  expect(readStored('user')?.rrr).toBe('310007123456')
  expect(localStorage.getItem('rrr')).toBe('310007123456')
})

test('V14.3.1 logging out removes user, token, applyData, rrr and the mark of a submitted application', () => {
  const user = buildUser({ rrr: '310007123456' })
  openSession('t', user)
  writeStored('applyData', { firstName: 'Ladi' })
  rememberSubmitted(user.userId, true)
  closeSession()
  expect(Object.keys(localStorage)).toEqual([])
  expect(currentSession().user).toBeNull()
})

test('logging out keeps a draft that the server does not have yet', () => {
  openSession('t', buildUser())
  writeStored('formData', { userId: 'RE24-00042', unsaved: true })
  closeSession()
  expect(readStored('formData')).not.toBeNull()
})

test('another user who logs in does not inherit the RRR', () => {
  openSession('t', buildUser({ rrr: '310007123456' }))
  openSession('u', buildUser({ userId: 'RE24-00043' }))
  expect(readStoredRrr()).toBeNull()
  // Not what an earlier version, or an answer that came late, has left either.
  closeSession()
  writeStoredRrr('310007123456')
  openSession('u', buildUser({ userId: 'RE24-00043' }))
  expect(readStoredRrr()).toBeNull()
  // After a password change it is the same user, who keeps it.
  writeStoredRrr('310007123456')
  openSession('v', buildUser({ userId: 'RE24-00043' }))
  expect(readStoredRrr()).toBe('310007123456')
})

test('a session that the server has ended leaves the draft in the browser, and nothing else', () => {
  const user = buildUser({ rrr: '310007123456' })
  openSession('t', user)
  writeStored('applyData', { firstName: 'Ladi' })
  writeStored('formData', { userId: user.userId, unsaved: false })
  rememberSubmitted(user.userId, true)
  expireSession('Your session has ended. Log in again.')
  expect(Object.keys(localStorage)).toEqual(['formData'])
  expect(currentSession()).toMatchObject({ token: null, user: null })
})

test('the reason why a session ended is shown until the next login', () => {
  openSession('t', buildUser())
  expireSession('Your session has ended. Log in again.')
  expect(currentSession().endReason).toBe('Your session has ended. Log in again.')
  openSession('u', buildUser())
  expect(currentSession().endReason).toBeNull()
})

test.each([
  ['logging out in another tab logs this one out', new StorageEvent('storage', { key: 'token' })],
  [
    'who has logged out is not seen in a page that Back shows again as it was',
    Object.assign(new Event('pageshow'), { persisted: true }),
  ],
])('%s', (_, event) => {
  openSession('t', buildUser())
  const { result } = renderHook(useSession)
  localStorage.removeItem('token')
  localStorage.removeItem('user')
  act(() => void dispatchEvent(event))
  expect(result.current).toEqual({ token: null, user: null, endReason: null })
})

test('neither a whole NIN nor a photo reaches the storage', () => {
  openSession(
    't',
    buildUser({ nin: '12345678909', passport: `/9j/${'A'.repeat(400)}`, ninPassport: '/api/v1/files/1' }),
  )
  writeStored('applyData', { nin: '12345678909', ninPassport: '/9j/AAAA' })
  const stored = Object.values({ ...localStorage }).join(' ')
  expect(stored).not.toContain('12345678909')
  expect(stored).not.toContain('/9j/')
  expect(readStored('user')).toMatchObject({ nin: '•••••••8909', ninPassport: '/api/v1/files/1' })
})

test.each([
  [`/${'a'.repeat(299)}`, true],
  [`/${'a'.repeat(300)}`, false],
  ['https://files.example/1', true],
  ['http://files.example/1', true],
  ['/9j/AAAA', false],
  ['/9jAAAA', true],
  ['data:image/jpeg;base64,AAAA', false],
  ['iVBORw0KGgo=', false],
  [null, false],
])('of photos only a link is stored: %j', (passport, isStored) => {
  for (const key of ['passport', 'ninPassport', 'ninPassportBase64']) {
    writeStored('user', buildUser({ [key]: passport }))
    expect(readStored('user')).toMatchObject({ [key]: isStored ? passport : null })
  }
})

test('this device knows of a user whether the server has said that the application was submitted', () => {
  expect(readSubmitted('RE24-00042')).toBeUndefined()
  rememberSubmitted('RE24-00042', true)
  rememberSubmitted('RE24-00043', false)
  expect(['RE24-00042', 'RE24-00043', 'RE24-00044'].map(readSubmitted)).toEqual([true, false, undefined])
  forgetSubmitted('RE24-00042')
  expect(readSubmitted('RE24-00042')).toBeUndefined()
})

test('where every use of the storage is refused, nothing fails, and what is removed is gone', () => {
  vi.stubGlobal('localStorage', refusingStorage)
  rememberSubmitted('RE24-00042', true)
  expect([readSubmitted('RE24-00042'), readStored('token')]).toEqual([undefined, null])
  forgetSubmitted('RE24-00042')
  openSession('t', buildUser({ rrr: '310007123456' }))
  expect([readStored('token'), isSessionUnstored()]).toEqual(['t', true])
  removeStored('rrr')
  expect(readStored('rrr')).toBeNull()
  closeSession()
  expect([readStored('token'), readStored('user'), isSessionUnstored()]).toEqual([null, null, false])
})

test('what the browser takes again is no longer kept beside it', () => {
  vi.stubGlobal('localStorage', fullStorage)
  openSession('t', buildUser())
  vi.unstubAllGlobals()
  openSession('t', buildUser())
  localStorage.setItem('token', 'of another tab')
  expect([readStored('token'), isSessionUnstored()]).toEqual(['of another tab', false])
})

test('when storage is blocked or full, the session lasts for the visit', () => {
  vi.stubGlobal('localStorage', fullStorage)
  expect(writeStored('token', 't')).toBe(false)
  openSession('t', buildUser())
  expect(readStored('token')).toBe('t')
  expect(readStored('user')?.userId).toBe('RE24-00042')
})

test('corrupt storage reads as empty', () => {
  localStorage.setItem('user', '{"userId":')
  localStorage.setItem('token', '')
  for (const text of ['"text"', '[]', 'null', '1']) {
    localStorage.setItem('formData', text)
    expect([readStored('user'), readStored('token'), readStored('formData')]).toEqual([null, null, null])
  }
})

const refuse = () => {
  throw new DOMException('No.', 'SecurityError')
}
const refusingStorage = { getItem: refuse, removeItem: refuse, setItem: refuse, clear() {} }

const fullStorage = {
  getItem: () => null,
  removeItem() {},
  clear() {},
  setItem() {
    throw new DOMException('full', 'QuotaExceededError')
  },
}
