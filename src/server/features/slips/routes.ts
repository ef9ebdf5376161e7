import { toString as qrCode } from 'qrcode'
import { AppError } from '#server/platform/api/app-error.ts'
import { perNetwork, quota } from '#server/platform/api/rate-limits.ts'
import { type Api, serve, serveRaw } from '#server/platform/api/serve.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { verifySlipPath } from '#shared/routes.ts'
import { slipByCode } from './store.ts'

interface Options {
  database: Pick<Database, 'db' | 'pool'>
  config: { publicUrl: string }
}

/** Enough for a hall's entrance, hopeless for trying out 2⁴⁸ codes. */
const slipRule = { name: 'slip', free: 600, seconds: 60 * 60 }

export function slipRoutes(api: Api, { database, config }: Options): void {
  const limit = perNetwork(quota(database.pool, slipRule))

  serve(
    api,
    'verifySlip',
    async ({ params: { code } }) => {
      const slip = await slipByCode(database.db, code)
      if (!slip) throw new AppError('slip_unknown')
      return { message: 'This slip is genuine.', data: slip }
    },
    { limit },
  )

  // Drawn without a look at the database: a code that nobody has leads to a page that says so.
  serveRaw(api, 'slipQr', async ({ params: { code }, reply }) => {
    const svg = await qrCode(config.publicUrl + verifySlipPath(code), {
      type: 'svg',
      errorCorrectionLevel: 'Q',
      margin: 2,
    })
    return reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(svg)
  })
}
