import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { closeSession, openSession } from '#applicant/entities/session/session.ts'
import { NetworkError } from '#kit/http/api-error.ts'
import { buildSummary } from '#tests/support/fixtures/application-summary.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { type ScriptedApi, startScriptedApi, success } from '#tests/support/ui/scripted-api.ts'
import { call } from './call.ts'
import { takeDisplayedSummary } from './early-reads.ts'

let api: ScriptedApi
beforeAll(async () => {
  api = await startScriptedApi()
  happyDOM.setURL(`${api.url}/`)
})
afterAll(() => api.close())
beforeEach(() => {
  closeSession()
  // Early answers count only while the page is young, and the process of the tests may be older.
  vi.spyOn(performance, 'now').mockReturnValue(1000)
  localStorage.clear()
  api.requests.length = 0
  api.answerCalls({ 'GET /users/me': success(buildUser()) })
})
afterEach(() => {
  globalThis.earlyReads = undefined
})

declare const happyDOM: { setURL(url: string): void }

/** Runs the script as the HTML of a page does. */
async function startReads(data: Record<string, string>) {
  const script = document.createElement('script')
  Object.assign(script.dataset, data)
  const current = vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
  vi.resetModules()
  await import('./start-early-reads.ts')
  current.mockRestore()
}

test('a page uses the answer to a call that its HTML has sent, once', async () => {
  openSession('t', buildUser())
  await startReads({ reads: '/api/v1/users/me' })
  expect((await call('me')).data.userId).toBe('RE24-00042')
  expect(api.requests).toHaveLength(1)
  expect(api.requests[0]?.headers.authorization).toBe('Bearer t')
  await call('me')
  expect(api.requests).toHaveLength(2)
})

test('a call that the HTML sends carries the XSRF header, as every other one', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what is tested.
  document.cookie = 'XSRF-TOKEN=abc%3D'
  openSession('t', buildUser())
  await startReads({ reads: '/api/v1/users/me' })
  await call('me')
  expect(api.requests.map(({ headers }) => headers['x-xsrf-token'])).toEqual(['abc='])
})

test('the HTML sends nothing for a user whom the page will redirect', async () => {
  openSession('t', buildUser({ passChange: true }))
  await startReads({ reads: '/api/v1/users/me' })
  expect([api.requests, globalThis.earlyReads]).toEqual([[], undefined])
})

test('the HTML sends nothing for a guest, nor for a user whose token is gone', async () => {
  openSession('t', buildUser())
  localStorage.removeItem('token')
  await startReads({ reads: '/api/v1/users/me' })
  expect([api.requests, globalThis.earlyReads]).toEqual([[], undefined])
})

test('somebody who logs in meanwhile does not get the answer of the earlier session', async () => {
  openSession('t', buildUser())
  await startReads({ reads: '/api/v1/users/me' })
  openSession('u', buildUser({ userId: 'RE24-00043' }))
  await call('me')
  expect(api.requests.map(({ headers }) => headers.authorization).sort()).toEqual(['Bearer t', 'Bearer u'])
})

test('what the outline displays is for the session that has asked, and is taken once', () => {
  const displayedSummary = buildSummary()
  globalThis.earlyReads = { token: 't', byUrl: {}, displayedSummary }
  expect([takeDisplayedSummary('u'), takeDisplayedSummary(null)]).toEqual([undefined, undefined])
  expect([takeDisplayedSummary('t'), takeDisplayedSummary('t')]).toEqual([displayedSummary, undefined])
})

test('an answer from the start of a long visit is not used any more', async () => {
  openSession('t', buildUser())
  await startReads({ reads: '/api/v1/users/me' })
  const now = vi.spyOn(performance, 'now').mockReturnValue(31_000)
  await call('me')
  now.mockRestore()
  expect(api.requests).toHaveLength(2)
})

test('an early call that got no answer counts as a lost connection, once somebody asks for it', async () => {
  openSession('t', buildUser())
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  onTestFinished(() => void vi.unstubAllGlobals())
  await startReads({ reads: '/api/v1/users/me' })
  // By then what nobody takes would be reported.
  await new Promise((resolve) => setImmediate(resolve))
  await expect(call('me')).rejects.toThrow(NetworkError)
})

test('the HTML preloads the code and the styles of its page', async () => {
  const before = document.head.querySelectorAll('link').length
  await startReads({ modules: '/assets/page.js  /assets/page.css' })
  const links = [...document.head.querySelectorAll('link')].slice(before)
  expect(links.map((link) => [link.rel, link.getAttribute('as'), link.getAttribute('href')])).toEqual([
    ['modulepreload', null, '/assets/page.js'],
    ['preload', 'style', '/assets/page.css'],
  ])
  for (const link of links) link.remove()
})

test.each([
  [false, undefined, 1],
  [false, '', 0],
  [true, '', 1],
])(
  'the HTML of a page for those who have paid sends nothing for others (%#)',
  async (paymentstatus, needsPayment, sent) => {
    openSession('t', buildUser({ paymentstatus }))
    await startReads({ reads: '/api/v1/users/me', ...(needsPayment === '' && { needsPayment }) })
    expect(Object.keys(globalThis.earlyReads?.byUrl ?? {})).toHaveLength(sent)
    if (sent) await call('me')
  },
)
