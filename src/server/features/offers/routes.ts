import type { ApplicantRoutes } from '#server/http/applicant-audience.ts'
import { serve } from '#server/http/serve.ts'
import type { OfferService } from './service.ts'

export function registerOfferRoutes(api: ApplicantRoutes, { offers }: { offers: OfferService }): void {
  serve(api, 'myOffer', async ({ principal }) => ({
    message: 'Your offer.',
    data: await offers.getOwn(principal.accountId),
  }))

  serve(api, 'answerOffer', async ({ principal, body }) => ({
    message: body.answer === 'accept' ? 'You have accepted the offer.' : 'You have declined the offer.',
    data: await offers.answer(principal.accountId, body.answer, body.offeredAt),
  }))
}
