import { auditLog } from '#server/platform/database/schema/schema.ts'
import type { Tx } from '../database/connection.ts'

export interface Deed {
  /** 'applicant', 'staff', 'system' or 'guest'. */
  actor: 'applicant' | 'staff' | 'system' | 'guest'
  /** Such as 'login' or 'payment_paid'. */
  action: string
  accountId?: string | null
  /** Never a NIN, password, token or code. */
  detail?: Record<string, unknown>
}

/** Records who did what, in the transaction of the deed itself. */
export async function record(tx: Tx, { actor, action, accountId = null, detail = {} }: Deed): Promise<void> {
  await tx.insert(auditLog).values({ actor, action, accountId, detail })
}
