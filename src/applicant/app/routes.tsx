// Every page of the product and its path. Pages load when they are visited.
import type { RouteObject } from 'react-router'
import type { Page as LazyPage } from '#kit/routing/lazy-page.tsx'
import type { PreloadHandle } from '#kit/routing/preload-routes.ts'
import { type AppPath, getVerifySlipPath, paths } from '#shared/routes.ts'
import { RequireActiveApplicant, RequireOwnDocument } from './guard.tsx'
import { lazyPage } from './lazy-page.tsx'
import { NavigationEffects } from './navigation-effects.tsx'

/** The data that a route carries besides its element. */
export interface PageHandle extends PreloadHandle {
  /** The browser's title; layouts have none. */
  title?: string
}

const slipPath = getVerifySlipPath(':code')

const pageRoute = (path: AppPath | typeof slipPath | '*', title: string, Page: LazyPage): RouteObject => ({
  path,
  element: (
    <Page>
      <NavigationEffects title={title} />
    </Page>
  ),
  handle: { title, preload: Page.preload } satisfies PageHandle,
})

const layoutRoute = (Layout: LazyPage, children: RouteObject[]): RouteObject => ({
  element: <Layout />,
  handle: { preload: Layout.preload } satisfies PageHandle,
  children,
})

const VerifySlipPage = lazyPage(() => import('#applicant/features/slips/verify-slip-page.tsx'))
const PaymentPage = lazyPage(() => import('#applicant/features/payments/request-rrr/payment-page.tsx'))
const DashboardPage = lazyPage(() => import('#applicant/features/dashboard/dashboard-page.tsx'))

/** A production build leaves these out. */
const developmentRoutes = import.meta.env.DEV
  ? [
      pageRoute(
        '/gallery',
        'Gallery',
        lazyPage(() => import('../gallery/gallery-page.tsx')),
      ),
    ]
  : []

export const routes: RouteObject[] = [
  layoutRoute(
    lazyPage(() => import('./layouts/public-layout.tsx')),
    [
      pageRoute(
        paths.home,
        'Academic staff recruitment',
        lazyPage(() => import('#applicant/features/exercise/home-page.tsx')),
      ),
      pageRoute(
        paths.contact,
        'Contact us',
        lazyPage(() => import('#applicant/features/complaints/contact-page.tsx')),
      ),
      pageRoute(
        paths.privacy,
        'Privacy notice',
        lazyPage(() => import('#applicant/features/privacy/privacy-page.tsx')),
      ),
      pageRoute(paths.verify, 'Check a slip', VerifySlipPage),
      pageRoute(slipPath, 'Check a slip', VerifySlipPage),
      ...developmentRoutes,
      pageRoute(
        '*',
        'Page not found',
        lazyPage(() => import('./not-found-page.tsx')),
      ),
    ],
  ),
  layoutRoute(
    lazyPage(() => import('./layouts/auth-layout.tsx')),
    [
      pageRoute(
        paths.login,
        'Log in',
        lazyPage(() => import('#applicant/features/auth/login-page.tsx')),
      ),
      pageRoute(
        paths.forgotPassword,
        'Forgot password',
        lazyPage(() => import('#applicant/features/auth/passwords/forgot-password-page.tsx')),
      ),
      pageRoute(
        paths.updatePassword,
        'Update password',
        lazyPage(() => import('#applicant/features/auth/passwords/update-password-page.tsx')),
      ),
      pageRoute(
        paths.verifyNin,
        'Verify NIN',
        lazyPage(() => import('#applicant/features/nin/verify-nin-page.tsx')),
      ),
      {
        // Only this page's policy allows the payment provider's script.
        element: <RequireOwnDocument />,
        children: [pageRoute(paths.pay, 'Payment', PaymentPage)],
      },
      pageRoute(
        paths.paymentResult,
        'Payment verification',
        lazyPage(() => import('#applicant/features/payments/status/payment-result-page.tsx')),
      ),
    ],
  ),
  {
    element: <RequireActiveApplicant />,
    children: [
      layoutRoute(
        lazyPage(() => import('./shell/shell.tsx')),
        [
          pageRoute(paths.dashboard, 'Dashboard', DashboardPage),
          pageRoute(paths.adminDashboard, 'Dashboard', DashboardPage),
          pageRoute(
            paths.application,
            'Application',
            lazyPage(() => import('#applicant/features/applications/application-page.tsx')),
          ),
          pageRoute(
            paths.prints,
            'Print',
            lazyPage(() => import('#applicant/features/applications/slip/slip-page.tsx')),
          ),
          pageRoute(
            paths.paymentSlip,
            'Payment slip',
            lazyPage(() => import('#applicant/features/payments/slip/payment-slip-page.tsx')),
          ),
          pageRoute(
            paths.settings,
            'Account setting',
            lazyPage(() => import('./settings-page.tsx')),
          ),
          pageRoute(
            paths.notifications,
            'Notifications',
            lazyPage(() => import('#applicant/features/dashboard/notifications-page.tsx')),
          ),
        ],
      ),
    ],
  },
]
