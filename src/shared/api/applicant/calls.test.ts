// The calls that other programs use.
import { expect, test } from 'vitest'
import { apiBase } from '../calls.ts'
import { type AnyCallName, allCalls, getAnyCall, isAnyRepeatable } from './all-calls.ts'
import { getFileId } from './calls.ts'
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

test('calling again does no harm for whatever reads, for the draft and for the submission', () => {
  const names = Object.keys(allCalls) as AnyCallName[]
  expect(names.filter((name) => isAnyRepeatable(name) && getAnyCall(name).method !== 'GET')).toEqual([
    'submitApplication',
    'saveDraft',
  ])
  expect(names.filter((name) => !isAnyRepeatable(name) && getAnyCall(name).method === 'GET')).toEqual([])
})

const id = '0a0a0a0a-0000-4000-8000-00000000000a'

test.each([
  [`/api/v1/files/${id}`, id],
  [`/api/v1/files/${id.toUpperCase()}`, id],
  [`https://portal.test/api/v1/files/${id}`, id],
  [`https://portal.tess/api/v1/files/${id}`, null],
  [`https://portal.test.elsewhere/api/v1/files/${id}`, null],
  [`/api/v1/files/${id}/x`, null],
  [`/api/v1/files/exports/${id}`, null],
  [id, null],
])('the address %s is that of the file %s', (link, file) => {
  expect(getFileId(link, 'https://portal.test')).toBe(file)
})
