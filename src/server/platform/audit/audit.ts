import { auditLog } from '#server/platform/database/schema/audit-and-rate-limits.ts'
import type { Tx } from '../database/connection.ts'
import { getRequestNetwork } from './request-network.ts'

export interface AuditEvent {
  actor: 'applicant' | 'staff' | 'system' | 'guest'
  /** For example 'login' or 'payment_paid'. */
  action: string
  accountId?: string | null
  /** Truncated; that of the request which is being handled by default. */
  network?: string | null
  /** Never a NIN, password, token or code. */
  detail?: Record<string, unknown>
}

/** Call it in the transaction that makes the change. */
export async function audit(
  tx: Tx,
  { actor, action, accountId = null, network = getRequestNetwork(), detail = {} }: AuditEvent,
): Promise<void> {
  await tx.insert(auditLog).values({ actor, action, accountId, network, detail })
}
