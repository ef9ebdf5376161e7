import type { Pool } from 'pg'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/platform/api/app-error.ts'
import { networkOf, quota } from '#server/platform/api/rate-limits.ts'
import { type Api, serve } from '#server/platform/api/serve.ts'
import type { Db } from '#server/platform/database/connection.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import type { Means } from './dependencies.ts'
import { mismatchWords } from './mismatch-message.ts'
import { emptyRecord } from './nin-record.ts'
import { ninVerifier } from './service.ts'

interface Options extends Omit<Means, 'seal'> {
  config: Pick<Config, 'secretKeys'>
  database: { db: Db; pool: Pool }
}

export function ninRoutes(api: Api, options: Options): void {
  const verify = ninVerifier({ ...options, seal: createEncryption(options.config.secretKeys) })
  // Many applicants share a café's address, but not this many within an hour.
  const presses = quota(options.database.pool, { name: 'nin_network', free: 100, seconds: 60 * 60 })

  serve(
    api,
    'verifyNin',
    async ({ caller: { accountId }, params: { nin }, body, request }) => {
      if (body?.consent === false) throw new AppError('nin_consent_required')
      await presses.take(networkOf(request.ip))
      const verification = await verify({ accountId, nin, hasConsented: body?.consent === true })
      if (verification.kind === 'mismatch')
        return { message: mismatchWords(verification.differences), tabId: 1 as const, data: emptyRecord }
      return { message: 'Your NIN has been verified.', tabId: 2 as const, data: verification.record }
    },
    { gate: 'others' },
  )
}
