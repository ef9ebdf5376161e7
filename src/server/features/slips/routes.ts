import { toString as renderQrCode } from 'qrcode'
import { createRateLimiter, limitPerNetwork } from '#server/platform/api/rate-limits.ts'
import { type Api, serve, serveRaw } from '#server/platform/api/serve.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { getVerifySlipPath } from '#shared/routes.ts'
import { findSlipByCode } from './store.ts'

interface Options {
  database: Pick<Database, 'db' | 'pool'>
  config: { publicUrl: string }
}

/** Per network: enough for the entrance of an exam hall, far too few to guess one of 2⁴⁸ codes. */
const slipLimit = { name: 'slip', limit: 600, windowSeconds: 60 * 60 }

export function registerSlipRoutes(api: Api, { database, config }: Options): void {
  const rateLimit = limitPerNetwork(createRateLimiter(database.pool, slipLimit))

  serve(
    api,
    'verifySlip',
    async ({ params: { code } }) => {
      const slip = await findSlipByCode(database.db, code)
      if (!slip) throw new AppError('slip_unknown')
      return { message: 'This slip is genuine.', data: slip }
    },
    { rateLimit },
  )

  // Does not query the database: the page that the QR code links to says whether the code exists.
  serveRaw(api, 'slipQr', async ({ params: { code }, reply }) => {
    const svg = await renderQrCode(config.publicUrl + getVerifySlipPath(code), {
      type: 'svg',
      errorCorrectionLevel: 'Q',
      margin: 2,
    })
    return reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(svg)
  })
}
