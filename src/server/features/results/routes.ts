import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import { acceptUploads, withUpload } from '#server/http/uploads/read-upload.ts'
import type { Reading } from '#server/lists/routes.ts'
import type { ResultEntryService } from './entries.ts'
import type { ResultService } from './service.ts'

export async function registerResultRoutes(
  api: StaffRoutes,
  { results, resultEntries, reading }: { results: ResultService; resultEntries: ResultEntryService; reading: Reading },
): Promise<void> {
  await api.app.register(async (scope) => registerUploads({ ...api, app: scope }, results))

  serve(api, 'applicantResult', async ({ params, query, principal }) => ({
    message: 'The result.',
    data: await resultEntries.describe(params.number, query.kind, principal),
  }))

  serve(api, 'enterResult', async ({ params, body, principal }) => ({
    message: 'The result is entered. Another person confirms it.',
    data: await resultEntries.enter(params.number, body, principal),
  }))

  serve(api, 'takeInterviewResult', async ({ params, body, principal }) => ({
    message: 'The mean is entered as the result. Another person confirms it.',
    data: await resultEntries.takeFromPanel(params.id, body.version, principal),
  }))

  serve(api, 'confirmResult', async ({ params, body, principal }) => ({
    message: 'The result is confirmed. The applicant reads it once it is published.',
    data: await resultEntries.confirm(params.number, body, principal),
  }))

  serve(api, 'takeBackResult', async ({ params, body, principal }) => ({
    message: 'The entry is taken back.',
    data: await resultEntries.takeBack(params.number, body, principal),
  }))

  serve(api, 'waitingResults', async ({ query, principal }) => {
    const waiting = await resultEntries.listWaiting(query.exercise, principal)
    await reading.record(principal, { list: 'results', rows: waiting.length, filters: [] })
    return { message: 'The results that wait for another person.', data: { results: waiting } }
  })

  serve(api, 'countCutOff', async ({ query, principal }) => ({
    message: 'Nothing is changed yet.',
    data: await results.countCutOff(query, principal),
  }))

  serve(api, 'selectByScore', async ({ body, principal }) => ({
    message: 'These applications are chosen.',
    data: await results.select(body, principal),
  }))
}

function registerUploads(api: StaffRoutes, results: ResultService): void {
  acceptUploads(api.app)

  serve(
    api,
    'checkResults',
    async ({ query: { exercise: year, kind, of: maximum, ...mapping }, principal, request, reply }) => ({
      message: 'The file is checked. Nothing is stored yet.',
      data: await withUpload({ request, reply }, (file) =>
        results.check(file, { year, kind, maximum, mapping }, principal),
      ),
    }),
    { limiter: 'slow' },
  )

  serve(
    api,
    'importResults',
    async ({
      query: { exercise: year, kind, of: maximum, count, replaced, ...mapping },
      principal,
      request,
      reply,
    }) => ({
      message: 'The results are stored. Applicants see them once they are published.',
      data: await withUpload({ request, reply }, (file) =>
        results.apply(file, { year, kind, maximum, mapping, count, replaced }, principal),
      ),
    }),
    { limiter: 'slow' },
  )
}
