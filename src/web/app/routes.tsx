// Every page of the product and how it is reached (specification, section 2). Pages load when they are visited.
import type { RouteObject } from 'react-router'
import { screens } from '#shared/rules/screens.ts'
import { ErrorPage } from './error-page.tsx'
import { Guard } from './guard.tsx'
import { Opening } from './opening.tsx'
import { Root } from './root.tsx'

/** What the browser's title says before the institution's name. */
export interface PageHandle {
  title: string
}
const titled = (title: string): PageHandle => ({ title })

const publicPages: RouteObject[] = [
  {
    path: screens.home,
    handle: titled('Academic staff recruitment'),
    lazy: () => import('#web/features/exercise/home-page.tsx'),
  },
  {
    path: screens.contact,
    handle: titled('Contact us'),
    lazy: () => import('#web/features/contact/contact-page.tsx'),
  },
  { path: '*', handle: titled('Page not found'), lazy: () => import('./not-found-page.tsx') },
]

const authPages: RouteObject[] = [
  { path: screens.login, handle: titled('Log in'), lazy: () => import('#web/features/auth/login-page.tsx') },
  {
    path: screens.forgotPassword,
    handle: titled('Forgot password'),
    lazy: () => import('#web/features/auth/forgot-password-page.tsx'),
  },
  {
    path: screens.updatePassword,
    handle: titled('Update password'),
    lazy: () => import('#web/features/auth/update-password-page.tsx'),
  },
  {
    path: screens.verifyNin,
    handle: titled('Verify NIN'),
    lazy: () => import('#web/features/nin/verify-nin-page.tsx'),
  },
  { path: screens.pay, handle: titled('Payment'), lazy: () => import('#web/features/payments/payment-page.tsx') },
  {
    path: screens.paymentResult,
    handle: titled('Payment verification'),
    lazy: () => import('#web/features/payments/payment-result-page.tsx'),
  },
]

const dashboard: Omit<RouteObject, 'path' | 'index' | 'children'> = {
  handle: titled('Dashboard'),
  lazy: () => import('#web/features/dashboard/dashboard-page.tsx'),
}

const appPages: RouteObject[] = [
  { path: screens.dashboard, ...dashboard },
  { path: screens.adminDashboard, ...dashboard },
  {
    path: screens.application,
    handle: titled('Application'),
    lazy: () => import('#web/features/applications/application-page.tsx'),
  },
  {
    path: screens.prints,
    handle: titled('Print'),
    lazy: () => import('#web/features/applications/prints-page.tsx'),
  },
  {
    path: screens.paymentSlip,
    handle: titled('Payment slip'),
    lazy: () => import('#web/features/payments/payment-slip-page.tsx'),
  },
  {
    path: screens.settings,
    handle: titled('Account setting'),
    lazy: () => import('#web/features/accounts/settings-page.tsx'),
  },
  {
    path: screens.notifications,
    handle: titled('Notifications'),
    lazy: () => import('#web/features/dashboard/notifications-page.tsx'),
  },
]

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Opening,
    children: [
      { lazy: () => import('./layouts/public-layout.tsx'), children: publicPages },
      { lazy: () => import('./layouts/auth-layout.tsx'), children: authPages },
      { Component: Guard, children: [{ lazy: () => import('./shell/shell.tsx'), children: appPages }] },
    ],
  },
]
