import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { Reading } from '#server/lists/routes.ts'
import type { Found } from '#shared/api/staff/search.ts'
import type { ListName } from '#shared/lists/lists.ts'
import { hasPermission } from '#shared/roles/permissions.ts'
import type { SearchService } from './service.ts'

const listOf: Readonly<Record<Found['kind'], ListName>> = {
  applicant: 'applicants',
  rrr: 'payments',
  application: 'applications',
  complaint: 'complaints',
}

export function registerSearchRoute(
  api: StaffRoutes,
  { search, reading }: { search: SearchService; reading: Reading },
): void {
  serve(api, 'staffSearch', async ({ query, principal }) => {
    const data = await search(query, principal)
    // What was found is what a list would have shown, and counts as that. So does looking for somebody in vain.
    const lists = data.found.map(({ kind }) => listOf[kind])
    const isListed = lists.length > 0 || hasPermission(principal.grants, 'applicant:find')
    for (const list of new Set(isListed ? [lists[0] ?? 'applicants', ...lists] : []))
      await reading.record(principal, { list, rows: lists.filter((one) => one === list).length, filters: ['q'] })
    return { message: 'What was found.', data }
  })
}
