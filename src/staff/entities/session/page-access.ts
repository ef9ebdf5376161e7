// Which pages the person's roles open. Menu, links and the pages themselves ask here.
import { matchPath } from 'react-router'
import { listScopes, type Permission } from '#shared/roles/permissions.ts'
import { doorPattern, staffPaths } from '#shared/staff/paths.ts'
import { useMe } from './staff-session.ts'

/** What a page needs, by the pattern of its path. Everybody opens the others. */
export const pagePermissions: Readonly<Record<string, Permission>> = {
  [staffPaths.applicants]: 'applicant:find',
  [`${staffPaths.applicants}/:userId`]: 'applicant:read',
  [staffPaths.applications]: 'application:read',
  [`${staffPaths.applications}/:number`]: 'application:read',
  [staffPaths.review]: 'application:review',
  [staffPaths.recusals]: 'application:assign',
  [staffPaths.publications]: 'publication:read',
  [staffPaths.newPublication]: 'publication:make',
  [`${staffPaths.publications}/:id`]: 'publication:read',
  [staffPaths.sittings]: 'sitting:read',
  [staffPaths.venues]: 'sitting:read',
  [staffPaths.seating]: 'sitting:manage',
  [`${staffPaths.sittings}/:id`]: 'sitting:read',
  [staffPaths.seats]: 'sitting:read',
  [doorPattern]: 'attendance:mark',
  [staffPaths.interviews]: 'interview:score',
  [`${staffPaths.interviews}/:id`]: 'interview:read',
  [staffPaths.offers]: 'offer:read',
  [staffPaths.payments]: 'payment:read',
  [`${staffPaths.payments}/:rrr`]: 'payment:read',
  [staffPaths.cases]: 'case:read',
  [`${staffPaths.cases}/:id`]: 'case:read',
  [staffPaths.refunds]: 'case:read',
  [staffPaths.reconciledDays]: 'settlement:import',
  [`${staffPaths.reconciledDays}/days/:day`]: 'settlement:import',
  [staffPaths.reconciliation]: 'settlement:import',
  [staffPaths.settlements]: 'settlement:import',
  [`${staffPaths.settlements}/:id`]: 'settlement:import',
  [staffPaths.newSettlement]: 'settlement:import',
  [staffPaths.ledger]: 'money:export',
  [staffPaths.revenue]: 'money:export',
  [staffPaths.results]: 'result:read',
  [staffPaths.newResults]: 'result:import',
  [staffPaths.cutOff]: 'result:read',
  [staffPaths.complaints]: 'complaint:answer',
  [`${staffPaths.complaints}/:number`]: 'complaint:answer',
  [staffPaths.imports]: 'account:issue',
  [staffPaths.newImport]: 'account:issue',
  [staffPaths.newApplicant]: 'account:issue',
  [`${staffPaths.imports}/:id`]: 'account:issue',
  [staffPaths.exports]: 'export:read',
  [staffPaths.emails]: 'account:recover',
  [staffPaths.settings]: 'settings:read',
  [staffPaths.exerciseSettings]: 'settings:read',
  [staffPaths.posts]: 'settings:read',
  [staffPaths.reasons]: 'settings:read',
  [staffPaths.people]: 'staff:manage',
  [staffPaths.invite]: 'staff:manage',
  [`${staffPaths.people}/:id`]: 'staff:manage',
  [staffPaths.audit]: 'audit:read',
}

/** Whether the person may open the page of a path, which may have a query. */
export function useMayOpen(): (path: string) => boolean {
  const grants = useMe().roles.map((role) => ({ ...role, exerciseId: null }))
  return (path) => {
    const [pathname = ''] = path.split('?')
    const pattern = Object.keys(pagePermissions).find((one) => matchPath(one, pathname))
    const permission = pattern === undefined ? undefined : pagePermissions[pattern]
    if (permission === undefined) return true
    return listScopes(grants, permission).length > 0
  }
}
