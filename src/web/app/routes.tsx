// Every page of the product and how it is reached (specification, section 2). Pages load when they are visited.
import type { RouteObject } from 'react-router'
import { type Screen, screens, verifySlipPath } from '#shared/routes.ts'
import { OwnDocument } from './document-navigation.tsx'
import { Guard } from './guard.tsx'
import { Arrival } from './loading-page.tsx'
import { type Page, page } from './page.tsx'

/** What a route tells besides its element. */
export interface PageHandle {
  /** The browser's title; layouts have none. */
  title?: string
  preload: Page['preload']
}

const slipScreen = verifySlipPath(':code')

const shown = (path: Screen | typeof slipScreen | '*', title: string, Page: Page): RouteObject => ({
  path,
  element: (
    <>
      <Page />
      <Arrival title={title} />
    </>
  ),
  handle: { title, preload: Page.preload } satisfies PageHandle,
})

const around = (Layout: Page, children: RouteObject[]): RouteObject => ({
  element: <Layout />,
  handle: { preload: Layout.preload } satisfies PageHandle,
  children,
})

const PaymentPage = page(() => import('#web/features/payments/request-rrr/payment-page.tsx'))
const DashboardPage = page(() => import('#web/features/dashboard/dashboard-page.tsx'))

/** Only while developing: a production build leaves it out. */
const forDevelopers = import.meta.env.DEV
  ? [
      shown(
        '/gallery',
        'Gallery',
        page(() => import('../gallery/gallery-page.tsx')),
      ),
    ]
  : []

export const routes: RouteObject[] = [
  around(
    page(() => import('./layouts/public-layout.tsx')),
    [
      shown(
        screens.home,
        'Academic staff recruitment',
        page(() => import('#web/features/exercise/home-page.tsx')),
      ),
      shown(
        screens.contact,
        'Contact us',
        page(() => import('#web/features/contact/contact-page.tsx')),
      ),
      shown(
        slipScreen,
        'Check a slip',
        page(() => import('#web/features/slips/verify-slip-page.tsx')),
      ),
      ...forDevelopers,
      shown(
        '*',
        'Page not found',
        page(() => import('./not-found-page.tsx')),
      ),
    ],
  ),
  around(
    page(() => import('./layouts/auth-layout.tsx')),
    [
      shown(
        screens.login,
        'Log in',
        page(() => import('#web/features/auth/login-page.tsx')),
      ),
      shown(
        screens.forgotPassword,
        'Forgot password',
        page(() => import('#web/features/auth/passwords/forgot-password-page.tsx')),
      ),
      shown(
        screens.updatePassword,
        'Update password',
        page(() => import('#web/features/auth/passwords/update-password-page.tsx')),
      ),
      shown(
        screens.verifyNin,
        'Verify NIN',
        page(() => import('#web/features/nin/verify-nin-page.tsx')),
      ),
      {
        // The provider's script may run here and nowhere else.
        element: <OwnDocument />,
        children: [shown(screens.pay, 'Payment', PaymentPage)],
      },
      shown(
        screens.paymentResult,
        'Payment verification',
        page(() => import('#web/features/payments/status/payment-result-page.tsx')),
      ),
    ],
  ),
  {
    element: <Guard />,
    children: [
      around(
        page(() => import('./shell/shell.tsx')),
        [
          shown(screens.dashboard, 'Dashboard', DashboardPage),
          shown(screens.adminDashboard, 'Dashboard', DashboardPage),
          shown(
            screens.application,
            'Application',
            page(() => import('#web/features/applications/application-page.tsx')),
          ),
          shown(
            screens.prints,
            'Print',
            page(() => import('#web/features/applications/slip/slip-page.tsx')),
          ),
          shown(
            screens.paymentSlip,
            'Payment slip',
            page(() => import('#web/features/payments/slip/payment-slip-page.tsx')),
          ),
          shown(
            screens.settings,
            'Account setting',
            page(() => import('#web/features/auth/settings/settings-page.tsx')),
          ),
          shown(
            screens.notifications,
            'Notifications',
            page(() => import('#web/features/dashboard/notifications-page.tsx')),
          ),
        ],
      ),
    ],
  },
]
