// The pages that need no session.
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { logInOnPage } from '../pages.ts'
import type { ScreenState } from './screen-states.ts'

export const publicScreens: ScreenState[] = [
  { name: 'home', path: '/', completeText: 'Download the advert (PDF)' },
  { name: 'contact-existing', path: '/contact', completeText: 'if registered use USER ID only***' },
  { name: 'privacy', path: '/privacy', completeText: 'Nigeria Data Protection Commission' },
  {
    name: 'contact-new',
    path: '/contact',
    act: (page) => page.getByRole('tab', { name: 'New Applicant' }).click(),
    completeText: 'FullName',
  },
  {
    name: 'contact-errors',
    path: '/contact',
    act: (page) => page.getByRole('button', { name: 'Send' }).click(),
    completeText: messages.contact.empty,
  },
  {
    name: 'not-found',
    path: '/nothing-here',
    completeText: 'Page not found',
    failures: [{ status: 404, url: /\/nothing-here$/ }],
  },
  { name: 'slip-check', path: '/verify', completeText: 'Check a slip' },
  {
    name: 'slip-genuine',
    path: '/contact',
    async act(page, { database }) {
      const [application] = await database.db.select().from(applications).limit(1)
      await page.goto(`/verify/${application?.slipCode}`)
    },
    completeText: 'Genuine',
  },
  {
    name: 'slip-unknown',
    path: '/verify/000000000000',
    completeText: /slip/i,
    failures: [{ status: 404, url: /000000000000/ }],
  },
]

export const guestScreens: ScreenState[] = [
  { name: 'login', path: '/auth/login', completeText: 'Application is currently closed' },
  {
    name: 'login-refused',
    path: '/auth/login',
    act: (page) => logInOnPage(page, { userId: 'RE24-77777', password: 'wrong-one' }),
    completeText: 'Error: User ID or password is incorrect.',
    failures: [{ status: 401, url: /\/users\/login$/ }],
  },
  { name: 'forgot-password', path: '/auth/forget-password', completeText: 'Send the link' },
  {
    name: 'forgot-password-sent',
    path: '/auth/forget-password',
    async act(page) {
      await page.getByLabel('User ID').fill('RE24-77777')
      await page.getByLabel('Email').fill('nobody@example.org')
      await page.getByRole('button', { name: 'Send the link' }).click()
    },
    completeText: 'Check your inbox',
  },
  {
    name: 'reset-password-typed',
    path: '/auth/update-password?code=a-code',
    async act(page) {
      await page.getByLabel('Password', { exact: true }).fill('a calm river')
      await page.getByLabel('Confirm Password').fill('a calm ri')
    },
    completeText: 'Confirm Password',
  },
  { name: 'reset-password', path: '/auth/update-password?code=a-code', completeText: 'Confirm Password' },
  { name: 'update-password-guest', path: '/auth/update-password', completeText: 'Log in to continue.' },
  { name: 'payment-guest', path: '/auth/payment', completeText: 'Log in to continue to payment.' },
  { name: 'payment-skipped', path: '/auth/success', completeText: 'Go Back To Payment' },
  { name: 'verify-nin-guest', path: '/auth/verify-nin', completeText: 'Log in to continue.' },
]
