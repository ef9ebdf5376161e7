import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { SeatingService } from './seating/seating.ts'
import type { SittingService } from './service.ts'

export function registerSittingRoutes(
  api: StaffRoutes,
  { sittings, seating }: { sittings: SittingService; seating: SeatingService },
): void {
  serve(api, 'venues', async ({ params, principal }) => ({
    message: 'The venues of the exercise.',
    data: { venues: await sittings.listVenues(params.year, principal) },
  }))

  serve(api, 'addVenue', async ({ params, body, principal }) => ({
    message: 'The venue is added.',
    data: await sittings.addVenue(params.year, body, principal),
  }))

  serve(api, 'changeVenue', async ({ params, body, principal }) => ({
    message: 'The venue is saved.',
    data: await sittings.changeVenue(params.year, params.id, body, principal),
  }))

  serve(api, 'addSitting', async ({ body: { exercise, ...details }, principal }) => ({
    message: 'The sitting is added.',
    data: await sittings.add(exercise, details, principal),
  }))

  serve(api, 'sitting', async ({ params, principal }) => ({
    message: 'The sitting.',
    data: await sittings.find(params.id, principal),
  }))

  serve(api, 'changeSitting', async ({ params, body, principal }) => ({
    message: 'The sitting is saved.',
    data: await sittings.change(params.id, body, principal),
  }))

  serve(api, 'moveSitting', async ({ params, body, principal }) => ({
    message: 'The sitting is moved. Applicants read it once its seats are published.',
    data: await sittings.move(params.id, body, principal),
  }))

  serve(api, 'stepSitting', async ({ params, body, principal }) => ({
    message: 'Saved.',
    data: await sittings.takeStep(params.id, body, principal),
  }))

  serve(api, 'previewSeating', async ({ body, principal }) => ({
    message: 'Nobody is seated yet.',
    data: await seating.preview(body, principal),
  }))

  serve(api, 'commitSeating', async ({ params, principal }) => ({
    message: 'The seats are given.',
    data: await seating.commit(params.run, principal),
  }))

  serve(api, 'moveSeats', async ({ body, principal }) => ({
    message: 'The seats are moved. Applicants read it once the new ones are published.',
    data: { moved: await seating.move(body, principal) },
  }))
}
