import { expect, test } from 'vitest'
import { type Asked, wayOf } from './route-request.ts'

const origin = 'https://portal.example'
const way = (path: string, more: Partial<Asked> = {}) =>
  wayOf({ method: 'GET', mode: 'cors', url: new URL(path, origin).href, ...more }, origin, ['/mark.svg'])
const opened = (path: string) => way(path, { mode: 'navigate' })

test('the files of the app come from the device', () => {
  expect(['/assets/index-Ab12.js', '/assets/base-Cd34.css', '/mark.svg'].map((path) => way(path))).toEqual([
    'file',
    'file',
    'file',
  ])
})

test.each(['/', '/auth/login', '/app/application?step=3', '/app/dashboard', '/no/such/page'])(
  '%s opens in the shell when the server does not answer',
  (path) => {
    expect(opened(path)).toBe('page')
  },
)

test.each([
  '/api/v1/users/me',
  '/api/v1/files/0b2f',
  '/api/docs',
  '/api',
  '/healthz',
  '/readyz',
  '/verify/7Q2M-4KXD',
  '/auth/payment',
  '/auth/payment/',
  '/robots.txt',
])('%s is for the server alone, fetched or opened', (path) => {
  expect([way(path), opened(path)]).toEqual(['network', 'network'])
})

test('nothing is answered for another origin, nor anything that is sent', () => {
  expect(way('https://provider.example/assets/widget.js')).toBe('network')
  expect(way('/assets/index-Ab12.js', { method: 'POST' })).toBe('network')
  expect(way('/auth/login', { method: 'POST', mode: 'navigate' })).toBe('network')
})
