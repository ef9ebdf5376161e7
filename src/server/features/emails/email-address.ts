// The address of one email, which the list does not show.

import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/database/connection.ts'
import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import { auditView } from '#server/platform/audit/audit.ts'
import { type DecryptionDependencies, decryptOrLog } from '#server/platform/encryption/unreadable-values.ts'
import { findEmailAddress } from './list-store.ts'

interface EmailAddressDependencies extends DecryptionDependencies {
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
}

export function registerEmailAddressRoute(api: StaffRoutes, dependencies: EmailAddressDependencies): void {
  const { staffDatabase, clock } = dependencies
  const { db } = staffDatabase
  serve(api, 'emailAddress', async ({ params: { id }, principal: actor }) => {
    const email = await findEmailAddress(db, id, actor)
    if (!email) throw new AppError('not_found')
    const { encryptedAddress, accountId } = email
    await auditView(db, { action: 'email_address_read', accountId, subject: { kind: 'email', id }, by: actor }, clock())
    const address = encryptedAddress && decryptOrLog(dependencies, encryptedAddress, { table: 'emails', id })
    return { message: 'The address.', data: { address } }
  })
}
