import { type StaffApi, serveStaff } from '#server/http/staff/serve-staff.ts'
import type { ReviewService } from './service.ts'

export function registerReviewRoutes(api: StaffApi, { reviews }: { reviews: ReviewService }): void {
  serveStaff(api, 'staffApplication', async ({ params, principal }) => ({
    message: 'The application.',
    data: await reviews.describe(params.number, principal),
  }))

  serveStaff(api, 'reviewApplication', async ({ params, body, principal }) => ({
    message: 'The review is recorded.',
    data: await reviews.review(params.number, body, principal),
  }))

  serveStaff(api, 'decideApplication', async ({ params, body, principal }) => ({
    message: 'The decision is recorded.',
    data: await reviews.decide(params.number, body, principal),
  }))

  serveReturnsAndWithdrawals(api, reviews)

  serveStaff(api, 'addApplicationNote', async ({ params, body, principal }) => ({
    message: 'The note is recorded.',
    data: await reviews.addNote(params.number, body, principal),
  }))

  serveStaff(api, 'recuse', async ({ params, body, principal }) => ({
    message: 'The recusal is recorded.',
    data: await reviews.recuse(params.number, body, principal),
  }))

  serveStaff(api, 'endRecusal', async ({ params, principal }) => {
    await reviews.endRecusal(params.number, params.id, principal)
    return { message: 'The recusal has ended.', data: {} }
  })

  serveStaff(api, 'renewViewing', async ({ params, principal }) => ({
    message: 'Colleagues see that you have it open.',
    data: await reviews.renewViewing(params.number, principal),
  }))

  serveStaff(api, 'endViewing', async ({ params, principal }) => {
    await reviews.endViewing(params.number, principal)
    return { message: 'Colleagues see that you no longer have it open.', data: {} }
  })

  serveStaff(api, 'nextReview', async ({ query, principal }) => ({
    message: 'The next application.',
    data: await reviews.findNext(query, principal),
  }))

  serveStaff(api, 'assignableStaff', async ({ query }) => ({
    message: 'The reviewers.',
    data: { rows: await reviews.listReviewers(query.exercise) },
  }))

  serveStaff(
    api,
    'assignApplications',
    async ({ body, principal }) => ({
      message: 'The applications are assigned.',
      data: await reviews.assign(body, principal),
    }),
    { limiter: 'slow' },
  )
}

function serveReturnsAndWithdrawals(api: StaffApi, reviews: ReviewService): void {
  serveStaff(api, 'returnApplication', async ({ params, body, principal }) => ({
    message: 'The application is returned to the applicant.',
    data: await reviews.returnApplication(params.number, body, principal),
  }))

  serveStaff(api, 'takeBackReturn', async ({ params, body, principal }) => ({
    message: 'The return is taken back.',
    data: await reviews.takeBackReturn(params.number, body, principal),
  }))

  serveStaff(api, 'withdrawApplication', async ({ params, body, principal }) => ({
    message: 'The application is withdrawn.',
    data: await reviews.withdrawApplication(params.number, body, principal),
  }))

  serveStaff(api, 'reinstateApplication', async ({ params, body, principal }) => ({
    message: 'The application is in review again.',
    data: await reviews.reinstateApplication(params.number, body, principal),
  }))
}
