import type { DocumentRenderer } from '#server/documents/document-renderer.ts'
import type { ApplicantRoutes } from '#server/http/applicant-audience.ts'
import { serveRaw } from '#server/http/serve.ts'
import { createEtag, matchesEtag } from '#server/platform/pages/etag.ts'
import type { Exercise } from '#shared/api/applicant/exercise.ts'

interface Options {
  getExercise: () => Promise<Exercise>
  publicUrl: string
  documents: DocumentRenderer
  clock: () => Date
}

const maxAgeSeconds = 60

/** The advert as a PDF, rendered once per state of the exercise. */
export function registerAdvertRoute(api: ApplicantRoutes, { getExercise, publicUrl, documents, clock }: Options): void {
  let latest: { etag: string; pdf: Promise<Buffer> } | undefined

  const renderAdvert = (exercise: Exercise) => {
    const now = clock()
    const isPast = exercise.deadline !== null && new Date(exercise.deadline) < now
    const etag = createEtag(JSON.stringify([exercise, isPast]))
    if (latest?.etag === etag) return latest
    const advert = { etag, pdf: documents.render(async () => ({ kind: 'advert', exercise, publicUrl, now })) }
    advert.pdf.catch(() => {
      if (latest === advert) latest = undefined
    })
    latest = advert
    return advert
  }

  serveRaw(api, 'advert', async ({ request, reply }) => {
    const exercise = await getExercise()
    const { etag, pdf } = renderAdvert(exercise)
    reply.header('cache-control', `public, max-age=${maxAgeSeconds}`).header('etag', etag)
    if (matchesEtag(request, etag)) {
      reply.code(304)
      return
    }
    const name = `${exercise.shortName}-recruitment-${exercise.year}.pdf`.replace(/[^\w.-]/g, '-')
    reply.header('content-disposition', `attachment; filename="${name}"`).type('application/pdf')
    return pdf
  })
}
