import { type StaffApi, serveStaff } from '#server/http/staff/serve-staff.ts'
import type { ExerciseChangeService } from './service.ts'

interface ExerciseChangeOptions {
  exerciseChanges: ExerciseChangeService
}

export function registerExerciseChangeRoutes(api: StaffApi, { exerciseChanges }: ExerciseChangeOptions): void {
  serveStaff(api, 'staffExercises', async ({ principal }) => ({
    message: 'The exercises.',
    data: { rows: await exerciseChanges.list(principal) },
  }))

  serveStaff(api, 'staffExercise', async ({ params, principal }) => ({
    message: 'The exercise.',
    data: await exerciseChanges.read(params.year, principal),
  }))

  serveStaff(api, 'staffPosts', async ({ params, principal }) => ({
    message: 'The posts of the exercise.',
    data: { posts: await exerciseChanges.listPosts(params.year, principal) },
  }))

  serveStaff(api, 'previewExercise', async ({ params, body, principal }) => ({
    message: 'Nothing is changed yet.',
    data: await exerciseChanges.preview(params.year, body, principal),
  }))

  serveStaff(api, 'changeExercise', async ({ params, body, principal, reply }) => {
    const result = await exerciseChanges.change(params.year, body, principal)
    if ('version' in result) return { message: 'The settings are changed.', data: result }
    reply.code(201)
    const isPlanned = 'planned' in result
    return { message: isPlanned ? 'The change is planned.' : 'Somebody else must approve this change.', data: result }
  })

  serveStaff(api, 'decideExerciseChange', async ({ params, body, principal }) => ({
    message: 'Recorded.',
    data: { state: await exerciseChanges.decide(params.id, body.decision, principal) },
  }))

  serveStaff(api, 'prepareExercise', async ({ body, principal }) => ({
    message: 'The exercise is prepared.',
    data: await exerciseChanges.prepare(body, principal),
  }))
}
