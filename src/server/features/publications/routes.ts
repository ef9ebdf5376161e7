import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { Reading } from '#server/lists/routes.ts'
import type { PublicationService } from './service.ts'

export function registerPublicationRoutes(
  api: StaffRoutes,
  { publications, reading }: { publications: PublicationService; reading: Reading },
): void {
  serve(api, 'makePublication', async ({ body, principal }) => ({
    message: 'The draft is made.',
    data: await publications.make(body, principal),
  }))

  serve(api, 'staffPublication', async ({ params, principal }) => ({
    message: 'The publication.',
    data: await publications.describe(params.id, principal),
  }))

  serve(api, 'changePublication', async ({ params, body, principal }) => ({
    message: 'Changed.',
    data: await publications.change(params.id, body, principal),
  }))

  serve(api, 'proposePublication', async ({ params, body, principal }) => ({
    message: 'Proposed. Another person must approve it.',
    data: await publications.propose(params.id, body.version, principal),
  }))

  serve(api, 'approvePublication', async ({ params, body, principal }) => ({
    message: 'Approved.',
    data: await publications.approve(params.id, body, principal),
  }))

  serve(api, 'returnPublication', async ({ params, body, principal }) => ({
    message: 'Returned.',
    data: await publications.return(params.id, body, principal),
  }))

  serve(api, 'publicationItems', async ({ params, query, principal }) => {
    const data = await publications.listItems(params.id, query, principal)
    // They name the applicants, as the list of applications does.
    await reading.record(principal, { list: 'applications', rows: data.rows.length, filters: ['publication'] })
    return { message: 'The applications of the publication.', data }
  })

  serve(api, 'publicationEmail', async ({ params, principal }) => ({
    message: 'The email.',
    data: await publications.previewEmail(params.id, params.number, principal),
  }))
}
