// The advert as a file: drawn once for each state of the exercise's facts, since drawing takes most of a second.
import { advert } from '#server/documents/advert.ts'
import { type Api, serveRaw } from '#server/platform/api/serve.ts'
import { etagOf, hasCurrent } from '#server/platform/pages/etag.ts'
import type { Exercise } from '#shared/api/exercise.ts'

interface Options {
  facts: () => Promise<Exercise>
  publicUrl: string
}

/** Seconds. */
const maxAge = 60

export function advertRoute(api: Api, { facts, publicUrl }: Options): void {
  let drawn: { etag: string; pdf: Promise<Buffer> } | undefined

  const current = (exercise: Exercise) => {
    const etag = etagOf(JSON.stringify(exercise))
    if (drawn?.etag === etag) return drawn
    const pdf = advert(exercise, publicUrl)
    const made = { etag, pdf }
    pdf.catch(() => {
      if (drawn === made) drawn = undefined
    })
    drawn = made
    return made
  }

  serveRaw(api, 'advert', async ({ request, reply }) => {
    const exercise = await facts()
    const { etag, pdf } = current(exercise)
    reply.header('cache-control', `public, max-age=${maxAge}`).header('etag', etag)
    if (hasCurrent(request, etag)) return reply.code(304).send()
    const name = `${exercise.shortName}-recruitment-${exercise.year}.pdf`.replace(/[^\w.-]/g, '-')
    return reply
      .header('content-disposition', `attachment; filename="${name}"`)
      .type('application/pdf')
      .send(await pdf)
  })
}
