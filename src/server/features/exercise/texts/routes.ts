import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { ExerciseTextService } from './service.ts'

export function registerExerciseTextRoutes(
  api: StaffRoutes,
  { exerciseTexts }: { exerciseTexts: ExerciseTextService },
): void {
  serve(api, 'exerciseTexts', async ({ params, principal }) => ({
    message: 'The texts of the exercise.',
    data: { texts: await exerciseTexts.list(params.year, principal) },
  }))

  serve(api, 'exerciseTextHistory', async ({ params, principal }) => ({
    message: 'The versions of the texts.',
    data: { versions: await exerciseTexts.listVersions(params.year, principal) },
  }))

  serve(api, 'changeExerciseText', async ({ params, body, principal }) => ({
    message: 'The text is saved.',
    data: await exerciseTexts.change(params.year, body, principal),
  }))
}
