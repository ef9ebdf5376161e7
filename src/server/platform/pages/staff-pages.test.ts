import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { doorWorkerPath, fileFramePath } from '#shared/staff/paths.ts'
import { registerStaffPages } from './staff-pages.ts'

let root: string
let app: FastifyInstance
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-staff-'))
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'index.html'), '<!doctype html><title>Staff</title>')
  await writeFile(join(root, 'door-worker.js'), 'listen()')
  await writeFile(join(root, 'file-frame.html'), '<!doctype html><title>File</title>')
  await writeFile(join(root, 'assets', 'file-frame-a1b2c3.js'), 'start()')
  await writeFile(join(root, 'assets', 'file-frame-a1b2c3.js.br'), 'compressed')
  app = Fastify()
  await registerStaffPages(app, {
    root,
    publicUrl: 'https://jobs.example.org',
    staffUrl: 'https://staff.example.org',
  })
})
afterAll(async () => {
  await app.close()
  await rm(root, { recursive: true })
})

const readPolicy = async (url: string) =>
  String((await app.inject({ url })).headers['content-security-policy']).split('; ')

test('V3.4.3 V3.4.6 a staff page frames only pages of its own site, and nobody frames it', async () => {
  const policy = await readPolicy('/staff/applicants')
  expect(policy).toContain("frame-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("script-src 'self'")
})

test('no staff page is stored by browsers or found by search engines', async () => {
  for (const url of ['/staff', '/staff/applicants', fileFramePath])
    expect((await app.inject({ url })).headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
})

test('V3.4.3 the frame that displays files has no origin, and connects to no other site', async () => {
  const assets = "'self' https://jobs.example.org/staff/assets/ https://staff.example.org/staff/assets/"
  expect(await readPolicy(fileFramePath)).toEqual([
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${assets} 'wasm-unsafe-eval'`,
    `connect-src ${assets}`,
    "style-src 'unsafe-inline'",
    'img-src blob:',
    'font-src blob: data:',
    "frame-ancestors 'self'",
  ])
  const { body, headers } = await app.inject({ url: fileFramePath })
  expect([body, headers['x-frame-options']]).toEqual(['<!doctype html><title>File</title>', 'SAMEORIGIN'])
})

test('staff pages may use the camera of their own device', async () => {
  const { headers } = await app.inject({ url: '/staff/sittings' })
  expect(headers['permissions-policy']).toContain('camera=(self)')
})

test('the worker of a door is a script for pages of sittings, and asks this origin only', async () => {
  const { headers, body } = await app.inject({ url: doorWorkerPath })
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
  expect(headers['cache-control']).toBe('no-cache')
  expect(body).toBe('listen()')
})

test('the frame, which has no origin, can load the scripts', async () => {
  const { headers } = await app.inject({ url: '/staff/assets/file-frame-a1b2c3.js' })
  expect(headers['access-control-allow-origin']).toBe('*')
  const gone = await app.inject({ url: '/staff/assets/gone.js' })
  expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-store'])
})

test('a compressed file is sent in the place of its own, and has no address', async () => {
  const url = '/staff/assets/file-frame-a1b2c3.js'
  expect((await app.inject({ url, headers: { 'accept-encoding': 'br' } })).body).toBe('compressed')
  expect((await app.inject({ url: `${url}.br` })).statusCode).toBe(404)
})
