import { toString as renderQrCode } from 'qrcode'
import { type Api, serve, serveRaw } from '#server/platform/api/serve.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { getVerifySlipPath } from '#shared/routes.ts'
import { findSlipByCode } from './store.ts'

interface Options {
  database: Pick<Database, 'db'>
  config: { publicUrl: string }
}

export function registerSlipRoutes(api: Api, { database, config }: Options): void {
  serve(api, 'verifySlip', async ({ params: { code } }) => {
    const slip = await findSlipByCode(database.db, code)
    if (!slip) throw new AppError('slip_unknown')
    return { message: 'This slip is genuine.', data: slip }
  })

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
