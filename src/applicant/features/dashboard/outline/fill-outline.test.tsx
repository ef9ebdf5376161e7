import { cleanup, render, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import type { User } from '#shared/api/applicant/accounts.ts'
import type { ApplicationSummary } from '#shared/api/applicant/applications.ts'
import {
  buildSubmittedSummary,
  buildSummary,
  buildVerifiedSummary,
} from '#tests/support/fixtures/application-summary.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { success } from '#tests/support/ui/scripted-api.ts'
import { getNextStepView } from '../next-step-view.ts'
import { Promo } from '../promo.tsx'
import { DashboardOutline } from './dashboard-outline.tsx'

const api = setUpScriptedApi()
afterEach(() => {
  globalThis.earlyReads = undefined
})

const buildApplicant = (more: Partial<User> = {}) => buildUser({ paymentstatus: true, paymentStatus: true, ...more })

/** The HTML of the dashboard in the browser of this user, once its script has run. */
async function openOutline(user: User, response: Response) {
  openSession('t', user)
  document.body.innerHTML = ''
  const answer = Promise.withResolvers<Response>()
  const read = { response: answer.promise, controller: new AbortController() }
  globalThis.earlyReads = { token: 't', byUrl: { '/api/v1/applications/my/summary': read } }
  vi.resetModules()
  // The script stands in the head.
  await import('./fill-outline.ts')
  document.body.innerHTML = renderToStaticMarkup(<DashboardOutline />)
  await import('./fill-next-step.ts')
  answer.resolve(response)
  return document.querySelector<HTMLElement>('[data-fill=next-step]') as HTMLElement
}

const answerWith = (summary: ApplicationSummary) => Response.json({ status: 'success', data: summary })

const describeSection = (section: HTMLElement) => ({
  texts: [...section.querySelectorAll('h2, dl, dt, dd, p')].map(({ tagName, textContent }) => [tagName, textContent]),
  links: [...section.querySelectorAll('a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
    link.className,
  ]),
})

const exam = { kind: 'cbt' as const, date: '2099-12-07', time: '9:00 am', venue: 'Hall B' }
const finalOutcome = {
  outcome: 'selected' as const,
  offer: { state: 'offered' as const, until: '2099-12-07T08:30:00.000Z' },
}
const correction = { reason: 'Not legible.', until: '2099-12-07T08:30:00.000Z' }
const rejectionReasons = [{ type: 'Certificate', reason: 'Not legible.' }]

test.each<[string, Partial<User>, ApplicationSummary]>([
  ['without a verified NIN', {}, buildSummary()],
  ['while the form is incomplete', { ninVerify: true }, buildSummary()],
  ['after the submission', { ninVerify: true }, buildSubmittedSummary()],
  ['before the exam', { ninVerify: true }, buildVerifiedSummary({}, { exam })],
  ['while an offer waits', { ninVerify: true }, buildVerifiedSummary({ finalOutcome })],
  ['while it is returned', { ninVerify: true }, buildSubmittedSummary({ correction })],
  ['while it is withdrawn', { ninVerify: true }, buildSubmittedSummary({ withdrawnAt: '2026-11-23T08:30:00.000Z' })],
  ['with notes', { ninVerify: true }, buildSubmittedSummary({ decision: 'rejected', rejectionReasons })],
])('%s the HTML of the dashboard says what the page says, with the same links', async (_, more, summary) => {
  const user = buildApplicant(more)
  const section = await openOutline(user, answerWith(summary))
  await vi.waitFor(() => expect(section.hidden).toBe(false))
  expect(document.querySelector('h1')?.textContent).toBe('Welcome, Danjuma Ladi Hauwa')
  expect(document.querySelector('h1 + p')?.textContent).toBe('Lecturer I, Computer Science, School of Technology')
  const outline = describeSection(section)
  document.body.innerHTML = ''
  const view = getNextStepView({ user, summary, progress: summary.form, deadline: null, now: new Date() })
  render(<Promo view={view} />, { wrapper: MemoryRouter })
  expect(outline).toEqual(describeSection(screen.getByRole('region')))
  expect(outline.texts.length).toBeGreaterThan(1)
})

test('the next step that the HTML has displayed stays, while the page reads the same answer', async () => {
  const user = buildApplicant({ ninVerify: true })
  const summary = buildSubmittedSummary()
  const section = await openOutline(user, answerWith(summary))
  await vi.waitFor(() => expect(section.hidden).toBe(false))
  document.body.innerHTML = ''
  api.current.answerCalls({ 'GET /users/me': success(user), 'GET /applications/my/summary': 'hang up' })
  await visit('/app/dashboard')
  expect(screen.getByText('Your application is submitted')).toBeDefined()
})

test.each([
  ['an error', () => Response.json({ status: 'error', message: 'Busy.' }, { status: 503 })],
  ['no JSON', () => new Response('<h1>Buy airtime</h1>')],
])('after %s the HTML says nothing of the next step', async (_, answer) => {
  const section = await openOutline(buildApplicant(), answer())
  await new Promise((resolve) => setTimeout(resolve))
  expect([section.hidden, globalThis.earlyReads?.displayedSummary]).toEqual([true, undefined])
  expect(document.querySelector('h1')?.textContent).toBe('Welcome, Danjuma Ladi Hauwa')
})

test('the HTML says nothing of the next step to a user whom an earlier version stored without an exercise', async () => {
  const { exercise: _, ...user } = buildApplicant({ ninVerify: true })
  const section = await openOutline(user as User, answerWith(buildSubmittedSummary()))
  await new Promise((resolve) => setTimeout(resolve))
  expect([section.hidden, globalThis.earlyReads?.displayedSummary]).toEqual([true, undefined])
})

test('an answer that comes after the app has taken the place of the outline is left to the app', async () => {
  const section = await openOutline(buildApplicant({ ninVerify: true }), answerWith(buildSubmittedSummary()))
  section.remove()
  await new Promise((resolve) => setTimeout(resolve))
  expect([section.hidden, globalThis.earlyReads?.displayedSummary]).toEqual([true, undefined])
})

test('below the next step nothing stands that it would move', async () => {
  const section = await openOutline(buildApplicant({ ninVerify: true }), answerWith(buildSubmittedSummary()))
  expect(section.nextElementSibling).not.toBeNull()
  await vi.waitFor(() => expect(section.hidden).toBe(false))
  expect([section.nextElementSibling, section.querySelectorAll('dl, .exam').length]).toEqual([null, 0])
})

test('the HTML counts by the clock of the server, on a device whose clock is a day ahead', async () => {
  const user = buildApplicant({ ninVerify: true })
  const answer = answerWith(buildSummary())
  const yesterday = Date.now() - 86_400_000
  answer.headers.set('date', new Date(yesterday).toUTCString())
  const deadline = new Date(yesterday + 60_000).toISOString()
  const section = await openOutline({ ...user, exercise: { ...user.exercise, deadline } }, answer)
  await vi.waitFor(() => expect(section.hidden).toBe(false))
  expect(section.querySelector('h2')?.textContent).toBe('Complete your application')
})

test('the HTML names nobody when the page will lead to the login', async () => {
  localStorage.setItem('user', JSON.stringify(buildApplicant()))
  document.body.innerHTML = renderToStaticMarkup(<DashboardOutline />)
  vi.resetModules()
  await Promise.all([import('./fill-outline.ts'), import('./fill-next-step.ts')])
  expect(document.querySelector('h1')?.textContent).toBe('Welcome')
  cleanup()
})
