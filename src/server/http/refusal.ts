import type { CallName } from '#shared/api/applicant/calls.ts'
import type { StaffCallName } from '#shared/api/staff/calls.ts'
import type { AppError } from '../app-error.ts'

/** Null without a session. */
export type RefusedPrincipal =
  | { audience: 'applicant'; accountId: string | null }
  | { audience: 'staff'; staff: { staffId: string; sessionId: string } | null }

export interface Refusal {
  call: CallName | StaffCallName
  error: AppError
  principal: RefusedPrincipal
  address: string
}
