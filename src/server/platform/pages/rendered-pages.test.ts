import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { initialExercise } from '#shared/reference-data/exercise.ts'
import { registerPages } from './static-pages.ts'

const renderer = `export const renderPageDocument = async (document, path, facts, origin) =>
  document.replace('</body>', path + ' ' + facts.institution + ' ' + facts.year + '</body>').replace('{origin}', origin)`

let root: string
let app: FastifyInstance
let now: Date
let facts: { institution: string; year: number } | Error
let slowFacts: (() => Promise<typeof facts>) | undefined
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-web-'))
  await mkdir(join(root, 'assets'))
  await mkdir(join(root, '.renderer'))
  await mkdir(join(root, 'auth', 'login'), { recursive: true })
  await writeFile(join(root, 'spa.html'), '<body>Shell</body>')
  await writeFile(join(root, 'auth', 'login', 'index.html'), '<body>Login</body>')
  await writeFile(join(root, '.renderer', 'prerendered.mjs'), renderer)
  const hashes = { styles: [], scripts: [] }
  await writeFile(join(root, 'csp-hashes.json'), JSON.stringify({ '/spa.html': hashes, '/auth/login': hashes }))
  now = new Date('2031-03-01T09:00:00Z')
  app = Fastify()
  slowFacts = undefined
})
afterEach(async () => {
  await app.close()
  await rm(root, { recursive: true })
})

async function readFacts() {
  if (slowFacts) return { ...initialExercise, posts: [...initialExercise.posts], ...(await slowFacts()) }
  if (facts instanceof Error) throw facts
  return { ...initialExercise, posts: [...initialExercise.posts], ...facts }
}

const register = () =>
  registerPages(
    app,
    { root, widgetOrigin: 'https://pay.example.org' },
    { publicUrl: 'https://jobs.example.org', readFacts, clock: () => now },
  )
const getText = async (url: string) => (await app.inject({ url })).body

test('pages are rendered with the exercise of the start, and again when it changes', async () => {
  facts = { institution: 'Hillside Polytechnic', year: 2031 }
  await register()
  expect(await getText('/auth/login')).toBe('<body>Login/auth/login Hillside Polytechnic 2031</body>')
  expect(await getText('/elsewhere')).toBe('<body>Shell/spa.html Hillside Polytechnic 2031</body>')

  facts = { institution: 'Riverside Institute', year: 2032 }
  now = new Date(now.getTime() + 5_000)
  expect(await getText('/auth/login')).toBe('<body>Login/auth/login Riverside Institute 2032</body>')
})

test('pages show a change of the exercise when the clock was set back', async () => {
  facts = { institution: 'Hillside Polytechnic', year: 2031 }
  await register()
  facts = { institution: 'Riverside Institute', year: 2032 }
  now = new Date(now.getTime() - 3_600_000)
  expect(await getText('/auth/login')).toContain('Riverside Institute 2032')
})

test('pages are not rendered again while the exercise is the same', async () => {
  facts = { institution: 'Hillside Polytechnic', year: 2031 }
  const counting = 'let count = 0; export const renderPageDocument = async () => String(++count)'
  await writeFile(join(root, '.renderer', 'prerendered.mjs'), counting)
  await register()
  const before = await getText('/auth/login')
  now = new Date(now.getTime() + 5_000)
  expect(await getText('/auth/login')).toBe(before)
})

test('pages are rendered with the address of the portal', async () => {
  facts = { institution: 'Hillside Polytechnic', year: 2031 }
  await writeFile(join(root, 'spa.html'), '<body>{origin}</body>')
  await register()
  expect(await getText('/elsewhere')).toContain('<body>https://jobs.example.org/spa.html')
})

test('the compressed page has the facts of the exercise, too', async () => {
  facts = { institution: 'Hillside Polytechnic', year: 2031 }
  await register()
  const { rawPayload, headers } = await app.inject({ url: '/auth/login', headers: { 'accept-encoding': 'br' } })
  expect(headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(rawPayload).toString()).toContain('Hillside Polytechnic 2031')
  expect((await app.inject({ url: '/auth/login' })).headers).not.toHaveProperty('content-encoding')
})

test('while the exercise cannot be read, the pages of before are served', async () => {
  facts = new Error('no database')
  await register()
  expect(await getText('/auth/login')).toBe('<body>Login</body>')

  facts = { institution: 'Hillside Polytechnic', year: 2031 }
  now = new Date(now.getTime() + 5_000)
  expect(await getText('/auth/login')).toContain('Hillside Polytechnic 2031')

  facts = new Error('no database')
  now = new Date(now.getTime() + 5_000)
  expect(await getText('/auth/login')).toContain('Hillside Polytechnic 2031')
})

test('while the exercise is read slowly, visitors wait a moment for it, and it is not read once more', async () => {
  facts = { institution: 'Hillside Polytechnic', year: 2031 }
  await register()
  let reads = 0
  slowFacts = async () => {
    reads += 1
    return facts
  }
  now = new Date(now.getTime() + 4_999)
  await getText('/auth/login')
  expect(reads).toBe(0)
  const { promise, resolve } = Promise.withResolvers<typeof facts>()
  slowFacts = () => {
    reads += 1
    return promise
  }
  now = new Date(now.getTime() + 5_000)
  expect(await getText('/auth/login')).toContain('Hillside Polytechnic 2031')
  now = new Date(now.getTime() + 5_000)
  const waiting = getText('/auth/login')
  resolve({ institution: 'Riverside Institute', year: 2032 })
  expect(await waiting).toContain('Riverside Institute 2032')
  expect(reads).toBe(1)
})
