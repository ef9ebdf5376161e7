import type { FastifyReply } from 'fastify'
import { toString as renderQrCode } from 'qrcode'
import type { ApplicantRoutes } from '#server/http/applicant-audience.ts'
import { type RawContent, serve, serveRaw } from '#server/http/serve.ts'
import { getVerifySlipPath } from '#shared/routes.ts'
import type { SlipFile, SlipService } from './service.ts'

interface Options {
  slips: SlipService
  config: { publicUrl: string }
}

export function registerSlipRoutes(api: ApplicantRoutes, { slips, config }: Options): void {
  serve(api, 'verifySlip', async ({ params: { code } }) => ({
    message: 'This slip is genuine.',
    data: await slips.verify(code),
  }))

  // Does not query the database: the page that the QR code links to says whether the code exists.
  serveRaw(api, 'slipQr', async ({ params: { code }, reply }) => {
    const svg = await renderQrCode(config.publicUrl + getVerifySlipPath(code), {
      type: 'svg',
      errorCorrectionLevel: 'Q',
      margin: 2,
    })
    reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml')
    return svg
  })

  registerDocumentRoutes(api, slips)
}

/** They wait for a thread, so they do not take the place of quick calls. */
const slow = { limiter: 'slow' } as const

function registerDocumentRoutes(api: ApplicantRoutes, slips: SlipService) {
  serveRaw(
    api,
    'applicationSlip',
    async ({ principal, reply }) => presentPdf(reply, await slips.renderApplicationSlip(principal.accountId)),
    slow,
  )
  serveRaw(
    api,
    'paymentSlip',
    async ({ principal, reply }) => presentPdf(reply, await slips.renderPaymentSlip(principal.accountId)),
    slow,
  )
  serveRaw(
    api,
    'bankSlip',
    async ({ principal, reply }) => presentPdf(reply, await slips.renderBankSlip(principal.accountId)),
    slow,
  )
  serveRaw(
    api,
    'offerLetter',
    async ({ principal, reply }) => presentPdf(reply, await slips.renderOfferLetter(principal.accountId)),
    slow,
  )
  serveRaw(api, 'examCalendar', async ({ principal, reply }) =>
    presentFile(reply, 'text/calendar; charset=utf-8', await slips.createExamCalendar(principal.accountId)),
  )
}

const presentPdf = (reply: FastifyReply, file: SlipFile) => presentFile(reply, 'application/pdf', file)

/** As a download: browsers inside other apps open it in the app that the phone has for it. */
function presentFile(reply: FastifyReply, type: string, { name, content }: SlipFile): RawContent {
  reply.header('content-disposition', `attachment; filename="${name}"`).type(type)
  return content
}
