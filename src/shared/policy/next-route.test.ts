import { describe, expect, test } from 'vitest'
import {
  guarded,
  hasPaid,
  homeScreen,
  screenAfterLogin,
  screenAfterNin,
  screenAfterPasswordChange,
} from './next-route.ts'

const user = { passChange: false, paymentstatus: false, ninVerify: false }
const paid = { ...user, paymentstatus: true }

describe('after the login', () => {
  test('the password is changed first, paid or not', () => {
    expect(screenAfterLogin({ ...paid, passChange: true })).toBe('/auth/update-password')
    expect(screenAfterLogin({ ...user, passChange: true })).toBe('/auth/update-password')
  })
  test('who has paid goes to the dashboard', () => expect(screenAfterLogin(paid)).toBe('/app/dashboard'))
  test('everybody else goes to the payment', () => expect(screenAfterLogin(user)).toBe('/auth/payment'))
})

describe('after the password change', () => {
  test('who has paid goes to the dashboard after the delay', () =>
    expect(screenAfterPasswordChange(paid)).toEqual({ to: '/app/dashboard', after: 'delay' }))
  test('who has verified the NIN goes to the payment after the delay', () =>
    expect(screenAfterPasswordChange({ ...user, ninVerify: true })).toEqual({ to: '/auth/payment', after: 'delay' }))
  test('everybody else goes to the NIN at once', () =>
    expect(screenAfterPasswordChange(user)).toEqual({ to: '/auth/verify-nin', after: 'now' }))
})

describe('the guard of /app', () => {
  test('asks for the password first, then for the fee, then for a token, whatever else is missing', () => {
    expect(guarded({ ...user, passChange: true }, false)).toBe('/auth/update-password')
    expect(guarded(user, false)).toBe('/auth/payment')
    expect(guarded(paid, false)).toBe('/auth/login')
    expect(guarded(null, false)).toBe('/auth/login')
    expect(guarded(paid, true)).toBeNull()
  })
  test('lets in a token of whose owner nothing is kept, and a user of whose fee nothing is said', () => {
    expect(guarded(null, true)).toBeNull()
    expect(guarded({ passChange: false } as typeof user, true)).toBeNull()
  })
})

test('the fee is paid in either spelling', () => {
  expect(hasPaid(user)).toBe(false)
  expect(hasPaid(paid)).toBe(true)
  expect(hasPaid({ ...user, paymentStatus: true })).toBe(true)
  expect(guarded({ ...user, paymentStatus: true }, true)).toBeNull()
})

test('a verified NIN leads to the dashboard with a token, and to the login without one', () => {
  expect([screenAfterNin(true), screenAfterNin(false)]).toEqual(['/app/dashboard', '/auth/login'])
})

test('Home is the dashboard with a token, and the start page without one', () => {
  expect([homeScreen(true), homeScreen(false)]).toEqual(['/app/dashboard', '/'])
})
