// Every page of the staff's app and its path below /staff. Pages load when they are visited.
import { type ComponentType, lazy } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { PageEffects } from './page-effects.tsx'
import { RequireStaff } from './require-staff.tsx'
import { SignInLayout } from './sign-in-layout.tsx'

type LoadPage = () => Promise<{ Component: ComponentType }>

function page(path: string, title: string, load: LoadPage): RouteObject {
  const Page = lazy(async () => ({ default: (await load()).Component }))
  return {
    path,
    element: (
      <>
        <Page />
        <PageEffects title={title} />
      </>
    ),
  }
}

const Shell = lazy(async () => ({ default: (await import('./staff-shell.tsx')).StaffShell }))

export const staffRoutes: RouteObject[] = [
  {
    element: <SignInLayout />,
    children: [
      page('/login', 'Sign in', () => import('../features/sign-in/sign-in-page.tsx')),
      page('/recover', 'Use a recovery code', () => import('../features/sign-in/recover-page.tsx')),
      page('/invitation', 'Your invitation', () => import('../features/sign-in/invitation-page.tsx')),
    ],
  },
  {
    element: (
      <RequireStaff>
        <Shell />
      </RequireStaff>
    ),
    children: [
      page('/', 'Home', () => import('../features/home/home-page.tsx')),
      page('/applicants', 'Applicants', () => import('../features/applicants/applicants-page.tsx')),
      page('/applicants/:userId', 'Applicant', () => import('../features/applicants/applicant-page.tsx')),
      page('/applications', 'Applications', () => import('../features/reviews/applications-page.tsx')),
      page('/applications/:number', 'Application', () => import('../features/reviews/application-page.tsx')),
      page('/review', 'Review', () => import('../features/reviews/review-page.tsx')),
      page('/complaints', 'Complaints', () => import('../features/complaints/complaints-page.tsx')),
      page('/complaints/:number', 'Complaint', () => import('../features/complaints/complaint-page.tsx')),
      page('/exports', 'Exports', () => import('../features/exports/exports-page.tsx')),
      page('/imports', 'Issue accounts', () => import('../features/imports/imports-page.tsx')),
      page('/imports/new', 'Upload a list', () => import('../features/imports/new-import-page.tsx')),
      page('/imports/:id', 'List of applicants', () => import('../features/imports/import-page.tsx')),
      { path: '/settings', element: <Navigate to="/settings/exercise" replace /> },
      page('/settings/exercise', 'Exercise settings', () => import('../features/exercise/settings-page.tsx')),
      page('/emails', 'Emails', () => import('../features/emails/emails-page.tsx')),
      page('/people', 'Staff', () => import('../features/people/people-page.tsx')),
      page('/people/new', 'Invite somebody', () => import('../features/people/invite-page.tsx')),
      page('/people/:id', 'Staff member', () => import('../features/people/person-page.tsx')),
      page('/audit', 'Audit log', () => import('../features/audit/audit-page.tsx')),
      page('/settings/posts', 'Posts', () => import('../features/exercise/posts/posts-page.tsx')),
      page('/publications', 'Publications', () => import('../features/publications/publications-page.tsx')),
      page(
        '/publications/new',
        'Make a publication',
        () => import('../features/publications/new-publication-page.tsx'),
      ),
      page('/publications/:id', 'Publication', () => import('../features/publications/publication-page.tsx')),
      page('/settings/reasons', 'Reasons', () => import('../features/exercise/reasons-page.tsx')),
      page('/me', 'My account', () => import('../features/my-account/my-account-page.tsx')),
      page('*', 'Page not found', () => import('./not-found-page.tsx')),
    ],
  },
]
