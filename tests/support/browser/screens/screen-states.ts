// Every screen in its states: the visitor, what the visitor does, and the text that shows that the screen is complete.
import type { Page } from '@playwright/test'
import { createApplicant, createNewApplicant, createPaidApplicant } from '../../fixtures/applicants.ts'
import { findDemoPerson, type Login } from '../../fixtures/demo-people.ts'
import { payAtBank } from '../../simulators/simulator-controls.ts'
import { createApplicantWithDraft } from '../applicants-with-draft.ts'
import type { ExpectedFailure } from '../journey.ts'
import { blockRequests, generateRrrOnPage } from '../pages.ts'
import type { ProductWithDatabase } from '../product-with-database.ts'
import { clickNext } from '../wizard-pages.ts'
import { formScreenStates } from './form-screen-states.ts'
import { guestScreenStates } from './guest-screen-states.ts'

export interface ScreenState {
  /** File name of its screenshot. */
  name: string
  path: string
  /** A guest when omitted. */
  visitor?: (product: ProductWithDatabase) => Promise<Login>
  act?: (page: Page, product: ProductWithDatabase) => Promise<void>
  /** Visible once the screen is complete. */
  completeText: string | RegExp
  failures?: ExpectedFailure[]
  /** It is first looked at before its code has loaded. */
  hasOutline?: true
}

const visitAsDemoPerson = (stage: Parameters<typeof findDemoPerson>[0]) => async () => findDemoPerson(stage)

const verifyNinWith = (nin: string) => async (page: Page) => {
  await page.getByLabel('NIN', { exact: true }).fill(nin)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Verify' }).click()
}

const beforePaying: ScreenState[] = [
  {
    name: 'update-password-first',
    path: '/auth/update-password',
    visitor: createNewApplicant,
    completeText: 'Choose a new password',
  },
  { name: 'payment', path: '/auth/payment', visitor: createApplicant, completeText: 'Generate an RRR first' },
  {
    name: 'payment-rrr',
    path: '/auth/payment',
    visitor: createApplicant,
    act: async (page) => void (await generateRrrOnPage(page)),
    completeText: 'Your RRR',
  },
  {
    name: 'payment-older-rrr',
    path: '/auth/payment',
    visitor: createApplicant,
    async act(page) {
      await generateRrrOnPage(page)
      await page.getByText('Check an older RRR').click()
    },
    completeText: 'Older RRR',
  },
  {
    name: 'payment-widget',
    path: '/auth/payment',
    visitor: createApplicant,
    async act(page) {
      await generateRrrOnPage(page)
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    },
    completeText: 'Remita (simulated)',
  },
  {
    name: 'payment-refused',
    path: '/auth/payment',
    visitor: createApplicant,
    async act(page) {
      await generateRrrOnPage(page)
      await page.goto('/auth/success')
    },
    completeText: 'Go Back To Payment',
    failures: [{ status: 400, url: /verify-remita/ }],
  },
  {
    name: 'payment-verified',
    path: '/auth/payment',
    visitor: createApplicant,
    async act(page, product) {
      await payAtBank(product, await generateRrrOnPage(page))
      await page.goto('/auth/success')
    },
    completeText: 'Your Application payment is Successful. Verify Your Nin.',
  },
  { name: 'verify-nin', path: '/auth/verify-nin', visitor: createPaidApplicant, completeText: 'Enter your NIN first.' },
  {
    name: 'verify-nin-differs',
    path: '/auth/verify-nin',
    visitor: createPaidApplicant,
    act: verifyNinWith('10000000090'),
    completeText: 'The record of this NIN does not match your account.',
  },
  {
    name: 'verify-nin-unknown',
    path: '/auth/verify-nin',
    visitor: createPaidApplicant,
    act: verifyNinWith('10000000091'),
    completeText: 'Do this later',
    failures: [{ status: 400, url: /nin-verify/ }],
  },
  {
    name: 'update-password',
    path: '/auth/update-password',
    visitor: createPaidApplicant,
    completeText: 'Current password',
  },
]

const applying: ScreenState[] = [
  {
    name: 'dashboard-paid',
    path: '/app/dashboard',
    visitor: visitAsDemoPerson('paid'),
    completeText: 'Enrolled Information',
  },
  {
    name: 'step-1-without-nin',
    path: '/app/application',
    visitor: visitAsDemoPerson('paid'),
    completeText: 'Verify your NIN',
  },
  {
    name: 'step-1-errors',
    path: '/app/application',
    visitor: createPaidApplicant,
    act: (page) => clickNext(page),
    completeText: 'There is a problem',
  },
  ...['Place of birth', 'Institutions attended', 'Experience', 'Publications', 'Referees', 'Submit'].map(
    (completeText, i): ScreenState => ({
      name: `step-${i + 1}`,
      path: `/app/application?step=${i + 1}`,
      visitor: createApplicantWithDraft,
      completeText,
    }),
  ),
  {
    name: 'step-2-open',
    path: '/app/application?step=2',
    visitor: createApplicantWithDraft,
    act: async (page) => {
      for (const noun of ['Institution', 'Academic qualification'])
        await page.getByRole('button', { name: new RegExp(`^${noun} 1`) }).click()
    },
    completeText: 'Choose files',
  },
  {
    name: 'step-5-errors',
    path: '/app/application?step=5',
    visitor: createApplicantWithDraft,
    async act(page) {
      await page.getByRole('button', { name: 'Remove Referee 3' }).click()
      await clickNext(page, 'Preview')
    },
    completeText: 'There is a problem',
  },
  { name: 'prints-none', path: '/app/prints', visitor: visitAsDemoPerson('paid'), completeText: 'No Application.' },
  {
    name: 'notification',
    path: '/app/notification',
    visitor: visitAsDemoPerson('paid'),
    completeText: /yet to complete/,
  },
  {
    name: 'settings',
    path: '/app/settings',
    hasOutline: true,
    visitor: visitAsDemoPerson('paid'),
    completeText: 'Update',
  },
  {
    name: 'payment-slip',
    path: '/app/payment',
    hasOutline: true,
    visitor: visitAsDemoPerson('paid'),
    completeText: 'Date paid',
  },
  {
    name: 'unexpected-error',
    path: '/app/dashboard',
    visitor: visitAsDemoPerson('paid'),
    async act(page) {
      await page.route('**/assets/settings-page-*.js', (route) => route.fulfill({ status: 502 }))
      await page.getByRole('link', { name: 'Account Setting' }).click()
    },
    completeText: 'Unexpected Application Error!',
    failures: [
      { status: 502, url: /assets/ },
      { status: 'Failed to fetch dynamically imported module', url: /assets/ },
    ],
  },
  {
    name: 'menu',
    path: '/app/dashboard',
    visitor: visitAsDemoPerson('paid'),
    act: async (page) => {
      await page.setViewportSize({ width: 360, height: 760 })
      await page.getByRole('button', { name: 'Open the menu' }).click()
    },
    completeText: 'Account Setting',
  },
]

const afterwards: ScreenState[] = [
  {
    name: 'step-7',
    path: '/app/application?step=6',
    visitor: createApplicantWithDraft,
    act: (page) => page.getByRole('button', { name: 'Submit' }).click(),
    completeText: 'Congratulations!',
  },
  {
    name: 'dashboard-submitted',
    path: '/app/dashboard',
    hasOutline: true,
    visitor: visitAsDemoPerson('submitted'),
    completeText: 'Enrolled Information',
  },
  {
    name: 'dashboard-verified',
    path: '/admin/dashboard',
    visitor: visitAsDemoPerson('verified'),
    completeText: 'Application Approved',
  },
  {
    name: 'dashboard-unfolded',
    path: '/app/dashboard',
    visitor: visitAsDemoPerson('verified'),
    async act(page) {
      await page.getByText('Check another RRR').click()
      const calendar = page.locator('details').filter({ hasText: 'Calendar' })
      if ((await calendar.getAttribute('open')) === null) await calendar.locator('summary').click()
    },
    completeText: 'Reference number',
  },
  {
    name: 'dashboard-rejected',
    path: '/app/dashboard',
    visitor: visitAsDemoPerson('rejected'),
    completeText: /cannot be read/,
  },
  {
    name: 'application-submitted',
    path: '/app/application',
    hasOutline: true,
    visitor: visitAsDemoPerson('submitted'),
    completeText: 'You have submitted your application.',
  },
  {
    name: 'prints',
    path: '/app/prints',
    hasOutline: true,
    visitor: visitAsDemoPerson('submitted'),
    completeText: 'Referees',
  },
  {
    name: 'notification-none',
    path: '/app/notification',
    hasOutline: true,
    visitor: visitAsDemoPerson('submitted'),
    completeText: 'Notifications',
  },
  {
    name: 'prints-unreachable',
    path: '/app/settings',
    visitor: visitAsDemoPerson('submitted'),
    async act(page) {
      await blockRequests(page, '**/applications/my*')
      await page.goto('/app/prints')
    },
    completeText: 'An error occurred while fetching the application details.',
    failures: [{ status: 'ERR_INTERNET_DISCONNECTED', url: /applications\/my/ }],
  },
]

export const screenStates: readonly ScreenState[] = [
  ...guestScreenStates,
  ...beforePaying,
  ...applying,
  ...formScreenStates,
  ...afterwards,
]
