import { describe, expect, test } from 'vitest'
import {
  getAppRedirect,
  getHomePath,
  getPathAfterLogin,
  getPathAfterNin,
  getPathAfterPasswordChange,
  hasPaid,
} from './next-route.ts'

const user = { passChange: false, paymentstatus: false, ninVerify: false }
const paid = { ...user, paymentstatus: true }

describe('after the login', () => {
  test('the password comes first, paid or not', () => {
    expect(getPathAfterLogin({ ...paid, passChange: true })).toBe('/auth/update-password')
    expect(getPathAfterLogin({ ...user, passChange: true })).toBe('/auth/update-password')
  })
  test('paid applicants go to the dashboard', () => expect(getPathAfterLogin(paid)).toBe('/app/dashboard'))
  test('all others go to the payment', () => expect(getPathAfterLogin(user)).toBe('/auth/payment'))
})

describe('after the password change', () => {
  test('paid applicants go to the dashboard after the delay', () =>
    expect(getPathAfterPasswordChange(paid)).toEqual({ to: '/app/dashboard', after: 'delay' }))
  test('applicants with a verified NIN go to the payment after the delay', () =>
    expect(getPathAfterPasswordChange({ ...user, ninVerify: true })).toEqual({ to: '/auth/payment', after: 'delay' }))
  test('all others go to the NIN at once', () =>
    expect(getPathAfterPasswordChange(user)).toEqual({ to: '/auth/verify-nin', after: 'now' }))
})

describe('the guard of /app', () => {
  test('checks the password first, then the fee, then the token', () => {
    expect(getAppRedirect({ ...user, passChange: true }, false)).toBe('/auth/update-password')
    expect(getAppRedirect(user, false)).toBe('/auth/payment')
    expect(getAppRedirect(paid, false)).toBe('/auth/login')
    expect(getAppRedirect(null, false)).toBe('/auth/login')
    expect(getAppRedirect(paid, true)).toBeNull()
  })
  test('allows a token without a stored user, and a user without a payment status', () => {
    expect(getAppRedirect(null, true)).toBeNull()
    expect(getAppRedirect({ passChange: false } as typeof user, true)).toBeNull()
  })
})

test('either spelling of the payment status counts', () => {
  expect(hasPaid(user)).toBe(false)
  expect(hasPaid(paid)).toBe(true)
  expect(hasPaid({ ...user, paymentStatus: true })).toBe(true)
  expect(getAppRedirect({ ...user, paymentStatus: true }, true)).toBeNull()
  for (const name of ['paymentstatus', 'paymentStatus'])
    expect(getAppRedirect({ passChange: false, [name]: false } as unknown as typeof user, true)).toBe('/auth/payment')
})

test('a verified NIN leads to the dashboard with a token, and to the login without one', () => {
  expect([getPathAfterNin(true), getPathAfterNin(false)]).toEqual(['/app/dashboard', '/auth/login'])
})

test('Home is the dashboard with a token, and the start page without one', () => {
  expect([getHomePath(true), getHomePath(false)]).toEqual(['/app/dashboard', '/'])
})
