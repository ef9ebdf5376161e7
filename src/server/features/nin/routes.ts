import type { ApplicantRoutes } from '#server/http/applicant-audience.ts'
import { serve } from '#server/http/serve.ts'
import { emptyRecord } from './nin-record.ts'
import type { NinService } from './service.ts'

interface NinRouteOptions {
  nin: NinService
}

/** One sentence for every mismatch, so that it tells nothing about the person whose NIN it is. */
const mismatchMessage =
  'The record of this NIN does not match your account. Check the NIN. If your names or date of birth are wrong in your account, contact us.'

export function registerNinRoutes(api: ApplicantRoutes, { nin: service }: NinRouteOptions): void {
  serve(
    api,
    'verifyNin',
    async ({ principal: { accountId }, params: { nin }, body }) => {
      const verification = await service.verify({ accountId, nin, hasConsented: body?.consent === true })
      if (verification.kind === 'mismatch') {
        const { triesLeft } = verification
        return { message: mismatchMessage, tabId: 1 as const, triesLeft, data: emptyRecord }
      }
      return { message: 'Your NIN has been verified.', tabId: 2 as const, data: verification.record }
    },
    { limiter: 'slow' },
  )
}
