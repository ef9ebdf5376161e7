import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { secureHttp } from '#server/http/headers.ts'
import { paths } from '#shared/routes.ts'
import { registerPages } from './static-pages.ts'

let root: string
let app: FastifyInstance
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-web-'))
  await mkdir(join(root, 'assets'))
  await mkdir(join(root, 'auth', 'login'), { recursive: true })
  await writeFile(join(root, 'spa.html'), '<!doctype html><title>Shell</title>')
  await writeFile(join(root, 'index.html'), '<!doctype html><title>Home</title>')
  await mkdir(join(root, 'app', 'dashboard'), { recursive: true })
  await writeFile(join(root, 'auth', 'login', 'index.html'), '<!doctype html><title>Login</title>')
  await writeFile(join(root, 'app', 'dashboard', 'index.html'), '<!doctype html><title>Dashboard</title>')
  await writeFile(join(root, 'assets', 'start-a1b2c3.js'), 'start()')
  await writeFile(join(root, 'robots.txt'), 'User-agent: *')
  await writeFile(
    join(root, 'csp-hashes.json'),
    JSON.stringify({
      '/spa.html': { styles: ['sha256-shell'], scripts: [] },
      '/': { styles: ['sha256-h'], scripts: [] },
      '/auth/login': { styles: ['sha256-a', 'sha256-b'], scripts: ['sha256-c'] },
      '/app/dashboard': { styles: ['sha256-d'], scripts: ['sha256-e'], isSkeleton: true },
    }),
  )
  app = Fastify()
})
afterEach(async () => {
  await app.close()
  await rm(root, { recursive: true })
})

async function get(url: string, publicUrl = 'https://jobs.example.org') {
  await registerPages(app, { root, widgetOrigin: 'https://pay.example.org' }, { publicUrl })
  return app.inject({ url })
}

const policyOf = (headers: Record<string, unknown>) => String(headers['content-security-policy']).split('; ')

const policy = [
  "default-src 'none'",
  "script-src 'self' 'sha256-c'",
  "style-src 'self' 'sha256-a' 'sha256-b'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-src 'none'",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
]

test('V3.4.3 V3.4.6 a page may load and send nothing beyond what its policy lists', async () => {
  const { statusCode, body, headers } = await get('/auth/login')
  expect([statusCode, body]).toEqual([200, '<!doctype html><title>Login</title>'])
  expect(policyOf(headers)).toEqual([...policy, 'upgrade-insecure-requests'])
  expect(headers['cache-control']).toBe('no-cache')
  // Proxies keep the compressed page apart from the other one.
  expect(headers.vary).toContain('accept-encoding')
})

test('over plain HTTP the policy does not ask for HTTPS', async () => {
  expect(policyOf((await get('/auth/login', 'http://localhost:3000')).headers)).toEqual(policy)
})

test('only the payment page may load the payment widget', async () => {
  expect(policyOf((await get(paths.pay)).headers)).toEqual([
    "default-src 'none'",
    "script-src 'self' https://pay.example.org",
    "style-src 'self' 'sha256-shell'",
    "img-src 'self' data: blob: https://pay.example.org",
    "connect-src 'self' https://pay.example.org",
    'frame-src https://pay.example.org',
    ...policy.slice(6),
    'upgrade-insecure-requests',
  ])
})

test('the address of the portal alone is its first page, also with a query', async () => {
  for (const { statusCode, body } of [await get('/'), await app.inject({ url: '/?from=mail' })])
    expect([statusCode, body]).toEqual([200, '<!doctype html><title>Home</title>'])
})

test('an unknown page is the shell with status 404', async () => {
  const { statusCode, body } = await get('/nothing/here')
  expect([statusCode, body]).toEqual([404, '<!doctype html><title>Shell</title>'])
})

test.each([
  '/assets/',
  '/assets',
  '/auth/',
  '/.git/config',
  '/.git/',
  '/.vite/manifest.json',
  '/.renderer/prerendered.mjs',
  '/csp-hashes.json',
  '/%2e%2e/package.json',
])('V13.4.1 V13.4.3 neither a directory nor a file beside the pages is shown: %s', async (path) => {
  await mkdir(join(root, '.git'))
  await mkdir(join(root, '.vite'))
  await writeFile(join(root, '.git', 'config'), '[core]')
  await writeFile(join(root, '.vite', 'manifest.json'), '{}')
  const { statusCode, body } = await get(path)
  expect(statusCode).toBe(404)
  expect(body).not.toMatch(/start-a1b2c3|\[core\]|sha256-|robots/)
})

test('below /api there are no pages, and a slip can be verified at any code', async () => {
  const api = await get('/api/v1/nothing')
  expect([api.statusCode, api.json().code]).toEqual([404, 'not_found'])
  expect((await app.inject({ url: '/verify/AB12' })).statusCode).toBe(200)
})

test.each([
  ['/app', '/app/dashboard'],
  ['/app/', '/app/dashboard'],
  ['/admin', '/admin/dashboard'],
])('the shortened address %s leads to %s', async (url, page) => {
  const { statusCode, headers } = await get(url)
  expect([statusCode, headers.location]).toEqual([302, page])
})

test('a page that needs a session comes with its own skeleton, whose script the policy names by its content', async () => {
  const { statusCode, body, headers } = await get(paths.dashboard)
  expect([statusCode, body]).toEqual([200, '<!doctype html><title>Dashboard</title>'])
  expect(policyOf(headers)).toContain("script-src 'self' 'sha256-e'")
})

test('the shell that the service worker stores allows no inline script', async () => {
  const { statusCode, body, headers } = await get('/spa.html')
  expect([statusCode, body]).toEqual([200, '<!doctype html><title>Shell</title>'])
  expect(policyOf(headers)).toContain("script-src 'self'")
})

test('only a prerendered form is redirected to its page when it is submitted before the code has loaded', async () => {
  await get('/auth/login')
  const post = (url: string) =>
    app.inject({ method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' })
  const statuses = await Promise.all(['/auth/login', '/app/dashboard', '/spa.html'].map(post))
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([303, 404, 404])
})

test('browsers keep hashed assets for ever, and ask again for other files', async () => {
  expect((await get('/assets/start-a1b2c3.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await app.inject({ url: '/robots.txt' })).headers['cache-control']).toBe('no-cache')
})

test('a compressed file is sent in the place of its own, and has no address', async () => {
  await writeFile(join(root, 'assets', 'start-a1b2c3.js.br'), 'compressed')
  const headers = { 'accept-encoding': 'br' }
  expect((await get('/assets/start-a1b2c3.js.br')).statusCode).toBe(404)
  expect((await app.inject({ url: '/assets/start-a1b2c3.js', headers })).body).toBe('compressed')
})

test('no proxy keeps that a file is missing, which another server may have while a version replaces another', async () => {
  const { statusCode, headers } = await get('/assets/start-d4e5f6.js')
  expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
})

test('a script has the headers that protect it, and none of those that only a page obeys', async () => {
  secureHttp(app, { publicUrl: 'https://jobs.example.org' })
  const { headers } = await get('/assets/start-a1b2c3.js')
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': expect.stringContaining('max-age'),
    'referrer-policy': 'no-referrer',
  })
  expect(Object.keys(headers)).not.toContain('permissions-policy')
  expect((await app.inject({ url: '/auth/login' })).headers).toHaveProperty('permissions-policy')
})
