import type { Pool } from 'pg'
import { createRateLimiter, getNetwork } from '#server/platform/api/rate-limits.ts'
import { type Api, serve } from '#server/platform/api/serve.ts'
import { AppError } from '#server/platform/app-error.ts'
import { applicantLabels } from '#shared/application/applicant.ts'
import { type IdentityFact, identityFacts } from './name-matching.ts'
import { emptyRecord } from './nin-record.ts'
import type { NinService } from './service.ts'

interface NinRouteOptions {
  nin: NinService
  database: { pool: Pool }
}

export function registerNinRoutes(api: Api, { nin: service, database }: NinRouteOptions): void {
  // Applicants in an internet café share an address, but not this many within an hour.
  const limiter = createRateLimiter(database.pool, { name: 'nin_network', limit: 100, windowSeconds: 60 * 60 })

  serve(
    api,
    'verifyNin',
    async ({ principal: { accountId }, params: { nin }, body, request }) => {
      if (body?.consent === false) throw new AppError('nin_consent_required')
      await limiter.consume(getNetwork(request.ip))
      const verification = await service.verify({ accountId, nin, hasConsented: body?.consent === true })
      if (verification.kind === 'mismatch')
        return { message: describeMismatch(verification.differences), tabId: 1 as const, data: emptyRecord }
      return { message: 'Your NIN has been verified.', tabId: 2 as const, data: verification.record }
    },
    { limiter: 'slow' },
  )
}

/** Names each fact that matches or not, without anything of the register's record. */
function describeMismatch(differences: readonly IdentityFact[]): string {
  const results = identityFacts.map(
    (fact) => `${applicantLabels[fact]}: ${differences.includes(fact) ? 'does not match' : 'matches'}.`,
  )
  return [
    'The record of this NIN does not match your account.',
    ...results,
    'Check the NIN, or contact us if your account is wrong.',
  ].join(' ')
}
