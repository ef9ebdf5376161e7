import { auditLog } from '#server/platform/database/schema/audit-and-rate-limits.ts'
import type { Tx } from '../database/connection.ts'

export interface AuditEvent {
  actor: 'applicant' | 'staff' | 'system' | 'guest'
  /** For example 'login' or 'payment_paid'. */
  action: string
  accountId?: string | null
  /** Never a NIN, password, token or code. */
  detail?: Record<string, unknown>
}

/** Call it in the transaction that makes the change. */
export async function audit(tx: Tx, { actor, action, accountId = null, detail = {} }: AuditEvent): Promise<void> {
  await tx.insert(auditLog).values({ actor, action, accountId, detail })
}
