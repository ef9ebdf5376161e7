import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import { acceptUploads, withUpload } from '#server/http/uploads/read-upload.ts'
import type { ExerciseChangeService } from './service.ts'

interface ExerciseChangeOptions {
  exerciseChanges: ExerciseChangeService
}

export async function registerExerciseChangeRoutes(
  api: StaffRoutes,
  { exerciseChanges }: ExerciseChangeOptions,
): Promise<void> {
  await api.app.register(async (scope) => registerCheckPostsRoute({ ...api, app: scope }, exerciseChanges))

  serve(api, 'staffExercises', async ({ principal }) => ({
    message: 'The exercises.',
    data: { rows: await exerciseChanges.list(principal) },
  }))

  serve(api, 'staffExercise', async ({ params, principal }) => ({
    message: 'The exercise.',
    data: await exerciseChanges.read(params.year, principal),
  }))

  serve(api, 'staffPosts', async ({ params, principal }) => ({
    message: 'The posts of the exercise.',
    data: { posts: await exerciseChanges.listPosts(params.year, principal) },
  }))

  serve(api, 'previewExercise', async ({ params, body, principal }) => ({
    message: 'Nothing is changed yet.',
    data: await exerciseChanges.preview(params.year, body, principal),
  }))

  serve(api, 'changeExercise', async ({ params, body, principal, reply }) => {
    const result = await exerciseChanges.change(params.year, body, principal)
    if ('version' in result) return { message: 'The settings are changed.', data: result }
    reply.code(201)
    const isPlanned = 'planned' in result
    return { message: isPlanned ? 'The change is planned.' : 'Somebody else must approve this change.', data: result }
  })

  serve(api, 'decideExerciseChange', async ({ params, body, principal }) => ({
    message: 'Recorded.',
    data: { state: await exerciseChanges.decide(params.id, body.decision, principal) },
  }))

  serve(api, 'prepareExercise', async ({ body, principal }) => ({
    message: 'The exercise is prepared.',
    data: await exerciseChanges.prepare(body, principal),
  }))
}

function registerCheckPostsRoute(api: StaffRoutes, exerciseChanges: ExerciseChangeService) {
  acceptUploads(api.app)
  serve(
    api,
    'checkPosts',
    async ({ params, principal, request, reply }) => ({
      message: 'The list is checked. Nothing is changed yet.',
      data: await withUpload({ request, reply }, ({ bytes }) =>
        exerciseChanges.checkPosts(params.year, bytes, principal),
      ),
    }),
    { limiter: 'slow' },
  )
}
