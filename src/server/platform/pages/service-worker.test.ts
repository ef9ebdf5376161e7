import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registerPages } from './static-pages.ts'

let root: string
let app: FastifyInstance
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-web-'))
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'index.html'), '<!doctype html><title>Portal</title>')
  await writeFile(join(root, 'service-worker.js'), 'the built worker')
  app = Fastify()
})
afterEach(async () => {
  await app.close()
  await rm(root, { recursive: true })
})

async function getWorker(serviceWorker?: 'served' | 'withdrawn') {
  const files = { root, widgetOrigin: 'http://localhost:1', ...(serviceWorker && { serviceWorker }) }
  await registerPages(app, files, { publicUrl: 'http://localhost' })
  return app.inject({ url: '/service-worker.js' })
}

test('browsers check the worker at each visit, and it may fetch from this origin only', async () => {
  const { statusCode, body, headers } = await getWorker()
  expect([statusCode, body]).toEqual([200, 'the built worker'])
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['content-type']).toContain('text/javascript')
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
})

test('a withdrawn worker replaces the built one, deletes its caches and unregisters itself', async () => {
  const { statusCode, body, headers } = await getWorker('withdrawn')
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toBe('no-cache')

  const steps: string[] = []
  const listeners: Record<string, (event: { waitUntil(work: Promise<unknown>): void }) => void> = {}
  const self = {
    addEventListener: (name: string, act: (typeof listeners)[string]) => {
      listeners[name] = act
    },
    skipWaiting: () => steps.push('takes over'),
    registration: { unregister: async () => steps.push('unregisters') },
  }
  const caches = { keys: async () => ['app-1', 'app-2'], delete: async (name: string) => steps.push(`deletes ${name}`) }
  new Function('self', 'caches', body)(self, caches)
  let work: Promise<unknown> = Promise.resolve()
  const event = {
    waitUntil(begun: Promise<unknown>) {
      work = begun
    },
  }
  listeners.install?.(event)
  listeners.activate?.(event)
  await work
  expect(steps).toEqual(['takes over', 'deletes app-1', 'deletes app-2', 'unregisters'])
})

test('a build without a worker serves none', async () => {
  await rm(join(root, 'service-worker.js'))
  expect((await getWorker()).statusCode).not.toBe(200)
})
