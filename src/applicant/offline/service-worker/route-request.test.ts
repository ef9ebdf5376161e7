import { expect, test } from 'vitest'
import { type RoutedRequest, routeRequest } from './route-request.ts'

const origin = 'https://portal.example'
const fetchTarget = (path: string, more: Partial<RoutedRequest> = {}) =>
  routeRequest({ method: 'GET', mode: 'cors', url: new URL(path, origin).href, ...more }, origin, ['/mark.svg'])
const openTarget = (path: string) => fetchTarget(path, { mode: 'navigate' })

test('the files of the app come from the device', () => {
  expect(['/assets/index-Ab12.js', '/assets/base-Cd34.css', '/mark.svg'].map((path) => fetchTarget(path))).toEqual([
    'file',
    'file',
    'file',
  ])
})

test.each([
  '/',
  '/auth/login',
  '/app/application?step=3',
  '/app/dashboard',
  '/no/such/page',
  // None of the addresses that the server keeps for itself.
  '/apiary',
  '/my/api',
  '/staffing',
  '/my/staff',
  '/my/verify/7Q2M-4KXD',
  '/auth/payments',
  '/my/auth/payment',
])('%s can open in the shell', (path) => {
  expect(openTarget(path)).toBe('page')
})

test.each([
  '/api/v1/users/me',
  '/api/v1/files/0b2f',
  '/api/docs',
  '/api',
  '/healthz',
  '/readyz',
  '/verify/7Q2M-4KXD',
  '/staff',
  '/staff/applicants/RE24-00001',
  '/robots.txt',
])('%s is left to the server, fetched or opened', (path) => {
  expect([fetchTarget(path), openTarget(path)]).toEqual(['network', 'network'])
})

test.each(['/auth/payment', '/auth/payment/'])(
  '%s comes from the server, and opens in the shell while there is none',
  (path) => {
    expect([fetchTarget(path), openTarget(path)]).toEqual(['network', 'page with own policy'])
  },
)

test('requests to other origins and requests that send something are left to the network', () => {
  expect(fetchTarget('https://provider.example/assets/widget.js')).toBe('network')
  expect(fetchTarget('/assets/index-Ab12.js', { method: 'POST' })).toBe('network')
  expect(fetchTarget('/auth/login', { method: 'POST', mode: 'navigate' })).toBe('network')
})
