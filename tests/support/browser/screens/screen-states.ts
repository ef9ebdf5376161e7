// Every screen in its states: the visitor, what the visitor does, and the text that shows that the screen is complete.
import type { Page } from '@playwright/test'
import { createApplicant, createNewApplicant, createPaidApplicant } from '../../fixtures/applicants.ts'
import { findDemoPerson, type Login } from '../../fixtures/demo-people.ts'
import { payAtBank } from '../../simulators/simulator-controls.ts'
import type { ExpectedFailure } from '../journey.ts'
import { blockRequests, generateRrrOnPage, openWidget, readRrrOnPage } from '../pages.ts'
import type { ProductWithDatabase } from '../product-with-database.ts'
import { clickNext } from '../wizard-pages.ts'
import { formStates, formSteps } from './form-screen-states.ts'
import { guestScreens, publicScreens } from './guest-screen-states.ts'

export interface ScreenState {
  /** File name of its screenshot. */
  name: string
  path: string
  /** A guest when omitted. Screens that follow each other with the same visitor show the same person. */
  visitor?: (product: ProductWithDatabase) => Promise<Login>
  act?: (page: Page, product: ProductWithDatabase) => Promise<void>
  /** Visible once the screen is complete. */
  completeText: string | RegExp
  failures?: ExpectedFailure[]
  /** It is first looked at before its code has loaded. */
  hasOutline?: true
}

const visitAsPaid = async () => findDemoPerson('paid')
const visitAsSubmitted = async () => findDemoPerson('submitted')
const visitAsVerified = async () => findDemoPerson('verified')
const visitAsRejected = async () => findDemoPerson('rejected')

const verifyNinWith = (nin: string) => async (page: Page) => {
  await page.getByLabel('NIN', { exact: true }).fill(nin)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Verify' }).click()
}

/** One applicant pays, from the first look at the page. */
const paying: ScreenState[] = [
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
    act: (page) => page.getByText('Check an older RRR').click(),
    completeText: 'Older RRR',
  },
  {
    name: 'payment-widget',
    path: '/auth/payment',
    visitor: createApplicant,
    act: openWidget,
    completeText: 'Remita (simulated)',
  },
  {
    name: 'payment-refused',
    path: '/auth/success',
    visitor: createApplicant,
    completeText: 'Go Back To Payment',
    failures: [{ status: 400, url: /verify-remita/ }],
  },
  {
    name: 'payment-verified',
    path: '/auth/payment',
    visitor: createApplicant,
    async act(page, product) {
      await payAtBank(product, await readRrrOnPage(page))
      await page.goto('/auth/success')
    },
    completeText: 'Your Application payment is Successful. Verify Your Nin.',
  },
]

/** The same person, who has paid. */
const withPaidAccount: ScreenState[] = [
  {
    name: 'login-with-session',
    path: '/auth/login',
    visitor: createPaidApplicant,
    completeText: /^You are logged in as/,
  },
  { name: 'home-with-session', path: '/', visitor: createPaidApplicant, completeText: 'Logout' },
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
  {
    name: 'step-1-errors',
    path: '/app/application',
    visitor: createPaidApplicant,
    act: (page) => clickNext(page),
    completeText: 'There is a problem',
  },
]

const beforeSubmission: ScreenState[] = [
  {
    name: 'dashboard-paid',
    path: '/app/dashboard',
    visitor: visitAsPaid,
    completeText: 'Enrolled Information',
  },
  {
    name: 'step-1-without-nin',
    path: '/app/application',
    visitor: visitAsPaid,
    completeText: 'Verify your NIN',
  },
  { name: 'prints-none', path: '/app/prints', visitor: visitAsPaid, completeText: 'No Application.' },
  {
    name: 'notification',
    path: '/app/notification',
    visitor: visitAsPaid,
    completeText: /yet to complete/,
  },
  {
    name: 'settings',
    path: '/app/settings',
    hasOutline: true,
    visitor: visitAsPaid,
    completeText: 'Update',
  },
  {
    name: 'payment-slip',
    path: '/app/payment',
    hasOutline: true,
    visitor: visitAsPaid,
    completeText: 'Date paid',
  },
  {
    name: 'unexpected-error',
    path: '/app/dashboard',
    visitor: visitAsPaid,
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
    visitor: visitAsPaid,
    act: async (page) => {
      await page.setViewportSize({ width: 360, height: 760 })
      await page.getByRole('button', { name: 'Open the menu' }).click()
    },
    completeText: 'Account Setting',
  },
]

const afterSubmission: ScreenState[] = [
  {
    name: 'dashboard-submitted',
    path: '/app/dashboard',
    hasOutline: true,
    visitor: visitAsSubmitted,
    completeText: 'Enrolled Information',
  },
  {
    name: 'application-submitted',
    path: '/app/application',
    hasOutline: true,
    visitor: visitAsSubmitted,
    completeText: 'You have submitted your application.',
  },
  {
    name: 'prints',
    path: '/app/prints',
    hasOutline: true,
    visitor: visitAsSubmitted,
    completeText: 'Referees',
  },
  {
    name: 'notification-none',
    path: '/app/notification',
    hasOutline: true,
    visitor: visitAsSubmitted,
    completeText: 'Notifications',
  },
  {
    name: 'prints-unreachable',
    path: '/app/settings',
    visitor: visitAsSubmitted,
    async act(page) {
      await blockRequests(page, '**/applications/my*')
      await page.goto('/app/prints')
    },
    completeText: 'An error occurred while fetching the application details.',
    failures: [{ status: 'ERR_INTERNET_DISCONNECTED', url: /applications\/my/ }],
  },
  {
    name: 'dashboard-verified',
    path: '/admin/dashboard',
    visitor: visitAsVerified,
    completeText: 'Application Approved',
  },
  {
    name: 'dashboard-unfolded',
    path: '/app/dashboard',
    visitor: visitAsVerified,
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
    visitor: visitAsRejected,
    completeText: /cannot be read/,
  },
]

/** By the title of the test that visits them one after the other. */
export const screenVisits: Readonly<Record<string, readonly ScreenState[]>> = {
  'public pages': publicScreens,
  'guests at the pages of accounts': guestScreens,
  'from the first login to the payment': paying,
  'a paid account': withPaidAccount,
  'the steps of the form': formSteps,
  'the form with a photo, submitted, begun and offline': formStates,
  'before the submission': beforeSubmission,
  'after the submission': afterSubmission,
}
