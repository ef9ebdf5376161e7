// What pages that need a session show before their code has loaded: drawn when the app is built, without any facts. The
// dashboard's scripts fill in those that they have (features/dashboard/outline/fill-outline.ts).
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import applicationPage from '#applicant/features/applications/application-page.module.css'
import { LoadingApplication } from '#applicant/features/applications/wizard/loading-application.tsx'
import { DashboardOutline } from '#applicant/features/dashboard/outline/dashboard-outline.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Skeleton, type SkeletonLine } from '#kit/ui/feedback/skeleton.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { type CallName, getCall } from '#shared/api/applicant/calls.ts'
import { apiBase } from '#shared/api/calls.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { type AppPath, paths } from '#shared/routes.ts'
import { AuthSkeleton } from './layouts/auth-skeleton.tsx'
import { ShellSkeleton } from './shell/shell-skeleton.tsx'

interface PageSkeleton {
  path: AppPath
  /** Relative to src/applicant, like the names in the build's manifest. */
  sources: string[]
  /** Loaded last: parts that the page needs at once for some users, such as a complete form. */
  lastSources?: string[]
  /** The addresses that the page reads first. */
  reads: string[]
  /** Scripts that fill in the outline, relative to src/applicant: before it is painted, and later. */
  fillScripts?: { head: string; end: string }
}

const getUrls = (...calls: CallName[]) => calls.map((name) => apiBase + getCall(name).path)

interface SkeletonContent {
  content: ReactNode
}

const renderContent = (heading: string, lines: readonly SkeletonLine[]) => (
  <>
    <PageTitle>{heading}</PageTitle>
    <Skeleton lines={lines} />
  </>
)

const shell = 'app/shell/shell.tsx'
const authLayout = 'app/layouts/auth-layout.tsx'
const application = 'features/applications'

const dashboard = {
  sources: [shell, 'features/dashboard/dashboard-page.tsx'],
  reads: getUrls('me', 'applicationSummary', 'exercise'),
  fillScripts: {
    head: 'features/dashboard/outline/fill-outline.ts',
    end: 'features/dashboard/outline/fill-next-step.ts',
  },
  content: <DashboardOutline />,
} satisfies Partial<PageSkeleton & SkeletonContent>

const pages: (PageSkeleton & SkeletonContent)[] = [
  { path: paths.dashboard, ...dashboard },
  { path: paths.adminDashboard, ...dashboard },
  {
    path: paths.application,
    sources: [shell, `${application}/application-page.tsx`],
    lastSources: [`${application}/wizard/preview.tsx`],
    reads: getUrls('me', 'myApplication', 'draft', 'exercise'),
    content: (
      <div className={applicationPage.page}>
        <PageTitle>Application</PageTitle>
        <LoadingApplication />
      </div>
    ),
  },
  {
    path: paths.prints,
    sources: [shell, `${application}/slip/slip-page.tsx`],
    reads: [...getUrls('me', 'exercise'), `${apiBase}${getCall('myApplication').path}?include=snapshot`],
    content: renderContent('Application slip', ['block', 'block', 'block']),
  },
  {
    path: paths.paymentSlip,
    sources: [shell, 'features/payments/slip/payment-slip-page.tsx'],
    reads: getUrls('me', 'myPayment', 'exercise'),
    content: renderContent('Payment slip', ['block', 'block']),
  },
  {
    path: paths.settings,
    sources: [shell, 'app/settings-page.tsx'],
    reads: getUrls('me', 'sessions', 'exercise'),
    content: renderContent('Account Setting', ['block', 'line', 'line', 'line', 'title', 'block']),
  },
  {
    path: paths.notifications,
    sources: [shell, 'features/dashboard/notifications-page.tsx'],
    reads: getUrls('me', 'applicationSummary', 'exercise'),
    content: renderContent('Notifications', ['block', 'block', 'block']),
  },
  {
    path: paths.pay,
    sources: [authLayout, 'features/payments/request-rrr/payment-page.tsx'],
    reads: getUrls('me', 'exercise'),
    content: (
      <>
        <PageTitle>Proceed to Make Payment</PageTitle>
        <Skeleton lines={['line', 'block']} />
        <Banner tone="warning">{messages.payment.warning}</Banner>
        <Skeleton lines={['block']} label={null} />
      </>
    ),
  },
]

interface BuiltSkeleton extends PageSkeleton {
  /** Whether only users who have paid get beyond the skeleton. */
  needsPayment: boolean
}

export const pageSkeletons: readonly BuiltSkeleton[] = pages.map((page) => ({
  ...page,
  needsPayment: page.sources.includes(shell),
}))

/** The skeleton as HTML. */
export function renderSkeleton(path: string): string {
  const page = pages.find((one) => one.path === path)
  if (!page) throw new Error(`${path} has no skeleton.`)
  const { content, sources } = page
  const Layout = sources.includes(shell) ? ShellSkeleton : AuthSkeleton
  return renderToString(
    <StaticRouter location={path}>
      <Layout>{content}</Layout>
    </StaticRouter>,
  )
}
