import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aUser } from '#tests/support/fixtures/web-user.ts'
import { store, stored } from '#web/lib/browser/storage.ts'
import { closeSession, currentSession, expireSession, heldRrr, holdRrr, openSession, useSession } from './session.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  closeSession()
  localStorage.clear()
})

test('logging in keeps token, user and RRR for the next visit', () => {
  openSession('t', aUser({ rrr: '310007123456' }))
  expect(localStorage.getItem('token')).toBe('t')
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ userId: 'RE24-00042' })
  expect(heldRrr()).toBe('310007123456')
})

test('a generated RRR is held in the stored user and on its own', () => {
  openSession('t', aUser())
  holdRrr('310007123456')
  expect(stored('user')?.rrr).toBe('310007123456')
  expect(localStorage.getItem('rrr')).toBe('310007123456')
})

test('logging out removes user, token, applyData and rrr', () => {
  openSession('t', aUser({ rrr: '310007123456' }))
  store('applyData', { firstName: 'Ladi' })
  closeSession()
  expect(Object.keys(localStorage)).toEqual([])
  expect(currentSession().user).toBeNull()
})

test('logging out keeps a draft that the server does not hold yet', () => {
  openSession('t', aUser())
  store('formData', { userId: 'RE24-00042', unsaved: true })
  closeSession()
  expect(stored('formData')).not.toBeNull()
})

test('another person who logs in does not inherit the RRR', () => {
  openSession('t', aUser({ rrr: '310007123456' }))
  openSession('u', aUser({ userId: 'RE24-00043' }))
  expect(heldRrr()).toBeNull()
})

test('a session that ended says why until the next login', () => {
  openSession('t', aUser())
  expireSession('Your session has ended. Log in again.')
  expect(currentSession().ended).toBe('Your session has ended. Log in again.')
  openSession('u', aUser())
  expect(currentSession().ended).toBeNull()
})

test('logging out in another tab logs this one out', () => {
  openSession('t', aUser())
  const { result } = renderHook(useSession)
  localStorage.removeItem('token')
  localStorage.removeItem('user')
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'token' })))
  expect(result.current).toEqual({ token: null, user: null, ended: null })
})

test('neither a whole NIN nor a photo reaches the storage', () => {
  openSession('t', aUser({ nin: '12345678909', passport: `/9j/${'A'.repeat(400)}`, ninPassport: '/api/v1/files/1' }))
  store('applyData', { nin: '12345678909', ninPassport: '/9j/AAAA' })
  const kept = Object.values({ ...localStorage }).join(' ')
  expect(kept).not.toContain('12345678909')
  expect(kept).not.toContain('/9j/')
  expect(stored('user')).toMatchObject({ nin: '•••••••8909', ninPassport: '/api/v1/files/1' })
})

test('where storage is blocked or full the session lasts for the visit', () => {
  vi.stubGlobal('localStorage', fullStorage)
  expect(store('token', 't')).toBe(false)
  openSession('t', aUser())
  expect(stored('token')).toBe('t')
  expect(stored('user')?.userId).toBe('RE24-00042')
})

test('corrupt storage reads as empty', () => {
  localStorage.setItem('user', '{"userId":')
  localStorage.setItem('formData', '"text"')
  expect([stored('user'), stored('formData')]).toEqual([null, null])
})

const fullStorage = {
  getItem: () => null,
  removeItem() {},
  clear() {},
  setItem() {
    throw new DOMException('full', 'QuotaExceededError')
  },
}
