// Every screen in its states: who sees it, what they do there, and by which words one knows that it is complete.
import type { Page } from '@playwright/test'
import { applications } from '#server/platform/database/schema/schema.ts'
import { aFileRow, aNewApplicant, anApplicant, aPaidApplicant, aReadyApplicant } from '../fixtures/accounts.ts'
import { completeAnswers } from '../fixtures/answers.ts'
import { demoPerson, type Login } from '../fixtures/people.ts'
import { payAtBank } from '../simulators/simulator-controls.ts'
import type { ExpectedFailure } from './journey.ts'
import { cutLine, generateRrr, logIn } from './pages.ts'
import type { StagedProduct } from './staged-product.ts'
import { goOn } from './wizard-pages.ts'

export interface Shown {
  /** The picture's name. */
  name: string
  path: string
  /** Who looks at it; a guest when nobody is named. */
  visitor?: (product: StagedProduct) => Promise<Login>
  /** What the visitor does there. */
  act?: (page: Page, product: StagedProduct) => Promise<void>
  /** Words by which one knows that the screen is complete. */
  words: string | RegExp
  failures?: ExpectedFailure[]
}

const demo = (stage: Parameters<typeof demoPerson>[0]) => async () => demoPerson(stage)

/** Everything is filled, and nothing submitted. */
async function writer(product: StagedProduct): Promise<Login> {
  const applicant = await aReadyApplicant(product)
  const document = completeAnswers(`/api/v1/files/${await aFileRow(product, applicant.id)}`)
  const { token } = applicant
  const saved = await product.call('PUT', '/applications/draft', { token, body: { document, revision: 0 } })
  if (saved.status !== 200) throw new Error(`The draft was refused: ${JSON.stringify(saved.body)}`)
  return applicant
}

const verifyNin = (nin: string) => async (page: Page) => {
  await page.getByLabel('NIN', { exact: true }).fill(nin)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Verify' }).click()
}

const guests: Shown[] = [
  { name: 'home', path: '/', words: 'Download the advert (PDF)' },
  { name: 'contact-existing', path: '/contact', words: 'if registered use USER ID only***' },
  {
    name: 'contact-new',
    path: '/contact',
    act: (page) => page.getByRole('tab', { name: 'New Applicant' }).click(),
    words: 'FullName',
  },
  {
    name: 'not-found',
    path: '/nothing-here',
    words: 'Page not found',
    failures: [{ status: 404, url: /\/nothing-here$/ }],
  },
  { name: 'login', path: '/auth/login', words: 'Application is currently closed' },
  {
    name: 'login-refused',
    path: '/auth/login',
    act: (page) => logIn(page, { userId: 'RE24-77777', password: 'wrong-one' }),
    words: 'Error: User ID or password is incorrect.',
    failures: [{ status: 401, url: /\/users\/login$/ }],
  },
  { name: 'forgot-password', path: '/auth/forget-password', words: 'Send the link' },
  { name: 'reset-password', path: '/auth/update-password?code=a-code', words: 'Confirm Password' },
  { name: 'update-password-guest', path: '/auth/update-password', words: 'Log in to continue.' },
  { name: 'payment-guest', path: '/auth/payment', words: 'Log in to continue to payment.' },
  { name: 'payment-skipped', path: '/auth/success', words: 'Go Back To Payment' },
  { name: 'verify-nin-guest', path: '/auth/verify-nin', words: 'Log in to continue.' },
  {
    name: 'slip-genuine',
    path: '/contact',
    async act(page, { database }) {
      const [application] = await database.db.select().from(applications).limit(1)
      await page.goto(`/verify/${application?.slipCode}`)
    },
    words: 'Genuine',
  },
  {
    name: 'slip-unknown',
    path: '/verify/000000000000',
    words: /slip/i,
    failures: [{ status: 404, url: /000000000000/ }],
  },
]

const beforePaying: Shown[] = [
  { name: 'update-password-first', path: '/auth/update-password', visitor: aNewApplicant, words: 'Choose a password' },
  { name: 'payment', path: '/auth/payment', visitor: anApplicant, words: 'Generate an RRR first' },
  {
    name: 'payment-rrr',
    path: '/auth/payment',
    visitor: anApplicant,
    act: async (page) => void (await generateRrr(page)),
    words: 'Your RRR',
  },
  {
    name: 'payment-widget',
    path: '/auth/payment',
    visitor: anApplicant,
    async act(page) {
      await generateRrr(page)
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    },
    words: 'Remita (simulated)',
  },
  {
    name: 'payment-refused',
    path: '/auth/payment',
    visitor: anApplicant,
    async act(page) {
      await generateRrr(page)
      await page.goto('/auth/success')
    },
    words: 'Go Back To Payment',
    failures: [{ status: 400, url: /verify-remita/ }],
  },
  {
    name: 'payment-verified',
    path: '/auth/payment',
    visitor: anApplicant,
    async act(page, product) {
      await payAtBank(product, await generateRrr(page))
      await page.goto('/auth/success')
    },
    words: 'Your Application payment is Successful. Verify Your Nin.',
  },
  { name: 'verify-nin', path: '/auth/verify-nin', visitor: aPaidApplicant, words: 'Enter your NIN first.' },
  {
    name: 'verify-nin-differs',
    path: '/auth/verify-nin',
    visitor: aPaidApplicant,
    act: verifyNin('10000000090'),
    words: 'The record of this NIN does not match your account.',
  },
  {
    name: 'verify-nin-unknown',
    path: '/auth/verify-nin',
    visitor: aPaidApplicant,
    act: verifyNin('10000000091'),
    words: 'Do this later',
    failures: [{ status: 400, url: /nin-verify/ }],
  },
  { name: 'update-password', path: '/auth/update-password', visitor: aPaidApplicant, words: 'Current password' },
]

const writing: Shown[] = [
  { name: 'dashboard-paid', path: '/app/dashboard', visitor: demo('paid'), words: 'Enrolled Information' },
  { name: 'step-1-without-nin', path: '/app/application', visitor: demo('paid'), words: 'Verify your NIN' },
  {
    name: 'step-1-faults',
    path: '/app/application',
    visitor: aPaidApplicant,
    act: (page) => goOn(page),
    words: 'There is a problem',
  },
  ...['Place of birth', 'Institutions attended', 'Experience', 'Publications', 'Referees', 'Submit'].map(
    (words, i): Shown => ({
      name: `step-${i + 1}`,
      path: `/app/application?step=${i + 1}`,
      visitor: writer,
      words,
    }),
  ),
  {
    name: 'step-2-open',
    path: '/app/application?step=2',
    visitor: writer,
    act: async (page) => {
      for (const noun of ['Institution', 'Academic qualification'])
        await page.getByRole('button', { name: new RegExp(`^${noun} 1`) }).click()
    },
    words: 'Choose files',
  },
  {
    name: 'step-5-faults',
    path: '/app/application?step=5',
    visitor: writer,
    async act(page) {
      await page.getByRole('button', { name: 'Remove Referee 3' }).click()
      await goOn(page, 'Preview')
    },
    words: 'There is a problem',
  },
  { name: 'prints-none', path: '/app/prints', visitor: demo('paid'), words: 'No Application.' },
  { name: 'notification', path: '/app/notification', visitor: demo('paid'), words: /yet to complete/ },
  { name: 'settings', path: '/app/settings', visitor: demo('paid'), words: 'Update' },
  { name: 'payment-slip', path: '/app/payment', visitor: demo('paid'), words: 'Date paid' },
  {
    name: 'offline',
    path: '/app/application?step=1',
    visitor: writer,
    async act(page) {
      const answer = page.getByLabel('Place of birth')
      await answer.waitFor()
      await page.context().setOffline(true)
      await answer.fill('Ikot Ekpene')
    },
    words: 'You are offline.',
    failures: [{ status: 'ERR_INTERNET_DISCONNECTED', url: /./ }],
  },
  {
    name: 'unexpected-error',
    path: '/app/dashboard',
    visitor: demo('paid'),
    async act(page) {
      await page.route('**/assets/settings-page-*.js', (route) => route.fulfill({ status: 502 }))
      await page.getByRole('link', { name: 'Account Setting' }).click()
    },
    words: 'Unexpected Application Error!',
    failures: [
      { status: 502, url: /assets/ },
      { status: 'Failed to fetch dynamically imported module', url: /assets/ },
    ],
  },
  {
    name: 'menu',
    path: '/app/dashboard',
    visitor: demo('paid'),
    act: async (page) => {
      await page.setViewportSize({ width: 360, height: 760 })
      await page.getByRole('button', { name: 'Open the menu' }).click()
    },
    words: 'Account Setting',
  },
]

const afterwards: Shown[] = [
  {
    name: 'step-7',
    path: '/app/application?step=6',
    visitor: writer,
    act: (page) => page.getByRole('button', { name: 'Submit' }).click(),
    words: 'Congratulations!',
  },
  { name: 'dashboard-submitted', path: '/app/dashboard', visitor: demo('submitted'), words: 'Enrolled Information' },
  { name: 'dashboard-verified', path: '/admin/dashboard', visitor: demo('verified'), words: 'Application Approved' },
  { name: 'dashboard-rejected', path: '/app/dashboard', visitor: demo('rejected'), words: /cannot be read/ },
  {
    name: 'application-submitted',
    path: '/app/application',
    visitor: demo('submitted'),
    words: 'You have submitted your application.',
  },
  { name: 'prints', path: '/app/prints', visitor: demo('submitted'), words: 'Referees' },
  { name: 'notification-none', path: '/app/notification', visitor: demo('submitted'), words: 'Notifications' },
  {
    name: 'prints-unreachable',
    path: '/app/settings',
    visitor: demo('submitted'),
    async act(page) {
      await cutLine(page, '**/applications/my')
      await page.goto('/app/prints')
    },
    words: 'An error occurred while fetching the application details.',
    failures: [{ status: 'ERR_INTERNET_DISCONNECTED', url: /applications\/my/ }],
  },
]

export const shownScreens: readonly Shown[] = [...guests, ...beforePaying, ...writing, ...afterwards]
