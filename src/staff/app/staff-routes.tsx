// Every page of the staff's app and its path below /staff. Pages load when they are visited.

import { Navigate, type RouteObject } from 'react-router'
import { createLazyPage } from '#kit/routing/lazy-page.tsx'
import { PageEffects } from '#kit/routing/page-effects.tsx'
import type { PreloadHandle } from '#kit/routing/preload-routes.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { pagePermissions } from '../entities/session/page-access.ts'
import { RequirePage } from './require-page.tsx'
import { RequireStaff } from './require-staff.tsx'
import { SignInLayout } from './sign-in-layout.tsx'

function page(path: string, title: string, load: Parameters<typeof createLazyPage>[0]): RouteObject {
  const Page = createLazyPage(load)
  const effects = <PageEffects documentTitle={`${title} – Staff – Academic staff recruitment`} />
  const element = <Page>{effects}</Page>
  return {
    path,
    element:
      path in pagePermissions ? (
        <RequirePage path={path} effects={effects}>
          {element}
        </RequirePage>
      ) : (
        element
      ),
    handle: { preload: Page.preload } satisfies PreloadHandle,
  }
}

const Shell = createLazyPage(async () => ({ Component: (await import('./staff-shell.tsx')).StaffShell }))

export const staffRoutes: RouteObject[] = [
  {
    element: <SignInLayout />,
    children: [
      page(staffPaths.signIn, 'Sign in', () => import('../features/sign-in/sign-in-page.tsx')),
      page(staffPaths.recover, 'Use a recovery code', () => import('../features/sign-in/recover-page.tsx')),
      page(staffPaths.invitation, 'Your invitation', () => import('../features/sign-in/invitation-page.tsx')),
    ],
  },
  {
    element: (
      <RequireStaff>
        <Shell />
      </RequireStaff>
    ),
    handle: { preload: Shell.preload } satisfies PreloadHandle,
    children: [
      page(staffPaths.home, 'Home', () => import('../features/home/home-page.tsx')),
      page(staffPaths.applicants, 'Applicants', () => import('../features/applicants/applicants-page.tsx')),
      page(`${staffPaths.applicants}/:userId`, 'Applicant', () => import('../features/applicants/applicant-page.tsx')),
      page(staffPaths.applications, 'Applications', () => import('../features/reviews/applications-page.tsx')),
      page(
        `${staffPaths.applications}/:number`,
        'Application',
        () => import('../features/reviews/application-page.tsx'),
      ),
      page(staffPaths.review, 'Review', () => import('../features/reviews/review-page.tsx')),
      page(staffPaths.recusals, 'Recusals', () => import('../features/reviews/recusals-page.tsx')),
      page(staffPaths.sittings, 'Sittings', () => import('../features/sittings/sittings-page.tsx')),
      page(staffPaths.venues, 'Venues', () => import('../features/sittings/venues-page.tsx')),
      page(staffPaths.seating, 'Give seats', () => import('../features/sittings/seating-page.tsx')),
      page(staffPaths.seats, 'Seats', () => import('../features/sittings/seats-page.tsx')),
      page(staffPaths.interviews, 'Interviews', () => import('../features/interviews/interviews-page.tsx')),
      page(`${staffPaths.interviews}/:id`, 'Interview', () => import('../features/interviews/interview-page.tsx')),
      page(staffPaths.offers, 'Offers', () => import('../features/offers/offers-page.tsx')),
      page(staffPaths.payments, 'Payments', () => import('../features/payments/payments-page.tsx')),
      page(`${staffPaths.payments}/:rrr`, 'Payment', () => import('../features/payments/payment-page.tsx')),
      page(staffPaths.cases, 'Money cases', () => import('../features/cases/cases-page.tsx')),
      page(`${staffPaths.cases}/:id`, 'Money case', () => import('../features/cases/case-page.tsx')),
      page(staffPaths.refunds, 'Refunds', () => import('../features/cases/refunds-page.tsx')),
      page(staffPaths.reconciledDays, 'Reconciliation', () => import('../features/settlements/days-page.tsx')),
      page(
        `${staffPaths.reconciledDays}/days/:day`,
        'Day of payments',
        () => import('../features/settlements/day-page.tsx'),
      ),
      page(staffPaths.reconciliation, 'Lines', () => import('../features/settlements/lines-page.tsx')),
      page(staffPaths.settlements, 'Settlements', () => import('../features/settlements/settlements-page.tsx')),
      page(`${staffPaths.settlements}/:id`, 'Settlement', () => import('../features/settlements/settlement-page.tsx')),
      page(
        staffPaths.newSettlement,
        'Import a settlement',
        () => import('../features/settlements/new-settlement-page.tsx'),
      ),
      page(staffPaths.ledger, 'Ledger', () => import('../features/ledger/ledger-page.tsx')),
      page(staffPaths.revenue, 'Revenue', () => import('../features/ledger/revenue-page.tsx')),
      page(staffPaths.results, 'Results', () => import('../features/results/results-page.tsx')),
      page(staffPaths.newResults, 'Import results', () => import('../features/results/new-results-page.tsx')),
      page(staffPaths.cutOff, 'Cut-off', () => import('../features/results/cut-off-page.tsx')),
      page(`${staffPaths.sittings}/:id`, 'Sitting', () => import('../features/sittings/sitting-page.tsx')),
      page(`${staffPaths.sittings}/:id/door`, 'Door', () => import('../features/sittings/door/door-page.tsx')),
      page(staffPaths.complaints, 'Complaints', () => import('../features/complaints/complaints-page.tsx')),
      page(`${staffPaths.complaints}/:number`, 'Complaint', () => import('../features/complaints/complaint-page.tsx')),
      page(staffPaths.exports, 'Exports', () => import('../features/exports/exports-page.tsx')),
      page(staffPaths.imports, 'Issue accounts', () => import('../features/imports/imports-page.tsx')),
      page(staffPaths.newImport, 'Upload a list', () => import('../features/imports/new-import-page.tsx')),
      page(staffPaths.newApplicant, 'Add one applicant', () => import('../features/imports/new-applicant-page.tsx')),
      page(`${staffPaths.imports}/:id`, 'List of applicants', () => import('../features/imports/import-page.tsx')),
      { path: staffPaths.settings, element: <Navigate to={staffPaths.exerciseSettings} replace /> },
      page(staffPaths.exerciseSettings, 'Exercise settings', () => import('../features/exercise/settings-page.tsx')),
      page(staffPaths.emails, 'Emails', () => import('../features/emails/emails-page.tsx')),
      page(staffPaths.people, 'Staff', () => import('../features/people/people-page.tsx')),
      page(staffPaths.invite, 'Invite somebody', () => import('../features/people/invite-page.tsx')),
      page(`${staffPaths.people}/:id`, 'Staff member', () => import('../features/people/person-page.tsx')),
      page(staffPaths.audit, 'Audit log', () => import('../features/audit/audit-page.tsx')),
      page(staffPaths.posts, 'Posts', () => import('../features/exercise/posts/posts-page.tsx')),
      page(staffPaths.publications, 'Publications', () => import('../features/publications/publications-page.tsx')),
      page(
        staffPaths.newPublication,
        'Make a publication',
        () => import('../features/publications/new-publication-page.tsx'),
      ),
      page(
        `${staffPaths.publications}/:id`,
        'Publication',
        () => import('../features/publications/publication-page.tsx'),
      ),
      page(staffPaths.reasons, 'Reasons and replies', () => import('../features/exercise/texts-page.tsx')),
      page(staffPaths.myAccount, 'My account', () => import('../features/my-account/my-account-page.tsx')),
      page('*', 'Page not found', () => import('./not-found-page.tsx')),
    ],
  },
]
