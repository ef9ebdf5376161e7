// The calls that other programs use.
import { expect, test } from 'vitest'
import { apiBase } from '../calls.ts'
import { allCalls } from './all-calls.ts'
import { contracts } from './contracts.ts'

test('every call of the specification has its method and path, below the versioned base', () => {
  expect(apiBase).toBe('/api/v1')
  expect(allCalls).toMatchObject({
    login: 'POST /users/login',
    me: 'GET /users/me',
    updatePassword: 'PATCH /users/update-password',
    updatePasswordByCode: 'PATCH /users/update-password-user',
    myApplication: 'GET /applications/my',
    submitApplication: 'POST /applications/',
    uploadFile: 'POST /upload/file',
    updatePhoto: 'PATCH /users/photo',
    myPayment: 'GET /payments/my',
    generateRrr: 'POST /payments/remita-generate',
    verifyPayment: 'GET /payments/verify-remita',
    verifyNin: 'POST /services/nin-verify/:nin',
    createComplaint: 'POST /contact/create',
  })
})

test('without a session only login, password reset, complaint and public facts are allowed', () => {
  const publicCalls = Object.entries(contracts).filter(([, { access }]) => access === 'public')
  expect(publicCalls.map(([name]) => name).sort()).toEqual([
    'advert',
    'createComplaint',
    'exercise',
    'forgotPassword',
    'login',
    'slipQr',
    'states',
    'updatePasswordByCode',
    'verifySlip',
  ])
})
