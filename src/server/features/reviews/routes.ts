import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { ReviewService } from './service.ts'

export function registerReviewRoutes(api: StaffRoutes, { reviews }: { reviews: ReviewService }): void {
  serve(api, 'staffApplication', async ({ params, principal }) => ({
    message: 'The application.',
    data: await reviews.describe(params.number, principal),
  }))

  serve(api, 'reviewApplication', async ({ params, body, principal }) => ({
    message: 'The review is recorded.',
    data: await reviews.review(params.number, body, principal),
  }))

  serve(api, 'decideApplication', async ({ params, body, principal }) => ({
    message: 'The decision is recorded.',
    data: await reviews.decide(params.number, body, principal),
  }))

  serveReturnsAndWithdrawals(api, reviews)

  serve(api, 'addApplicationNote', async ({ params, body, principal }) => ({
    message: 'The note is recorded.',
    data: await reviews.addNote(params.number, body, principal),
  }))

  serve(api, 'recuse', async ({ params, body, principal }) => ({
    message: 'The recusal is recorded.',
    data: await reviews.recuse(params.number, body, principal),
  }))

  serve(api, 'endRecusal', async ({ params, principal }) => {
    await reviews.endRecusal(params.number, params.id, principal)
    return { message: 'The recusal has ended.', data: {} }
  })

  serve(api, 'renewViewing', async ({ params, principal }) => ({
    message: 'Colleagues see that you have it open.',
    data: await reviews.renewViewing(params.number, principal),
  }))

  serve(api, 'endViewing', async ({ params, principal }) => {
    await reviews.endViewing(params.number, principal)
    return { message: 'Colleagues see that you no longer have it open.', data: {} }
  })

  serve(api, 'nextReview', async ({ query, principal }) => ({
    message: 'The next application.',
    data: await reviews.findNext(query, principal),
  }))

  serve(api, 'assignableStaff', async ({ query, principal }) => ({
    message: 'The reviewers.',
    data: { rows: await reviews.listReviewers(query.exercise, principal) },
  }))

  serve(
    api,
    'assignApplications',
    async ({ body, principal }) => ({
      message: 'The applications are assigned.',
      data: await reviews.assign(body, principal),
    }),
    { limiter: 'slow' },
  )
}

function serveReturnsAndWithdrawals(api: StaffRoutes, reviews: ReviewService): void {
  serve(api, 'returnApplication', async ({ params, body, principal }) => ({
    message: 'The application is returned to the applicant.',
    data: await reviews.returnApplication(params.number, body, principal),
  }))

  serve(api, 'takeBackReturn', async ({ params, body, principal }) => ({
    message: 'The return is taken back.',
    data: await reviews.takeBackReturn(params.number, body, principal),
  }))

  serve(api, 'withdrawApplication', async ({ params, body, principal }) => ({
    message: 'The application is withdrawn.',
    data: await reviews.withdrawApplication(params.number, body, principal),
  }))

  serve(api, 'reinstateApplication', async ({ params, body, principal }) => ({
    message: 'The application is in review again.',
    data: await reviews.reinstateApplication(params.number, body, principal),
  }))
}
