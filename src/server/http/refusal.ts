import type { AnyCallName } from '#shared/api/applicant/all-calls.ts'
import type { StaffCallName } from '#shared/api/staff/calls.ts'
import type { AppError } from '../app-error.ts'

/** Null without a session. */
export type RefusedPrincipal =
  | { audience: 'applicant'; accountId: string | null }
  | { audience: 'staff'; staff: { staffId: string; sessionId: string } | null }

export interface Refusal {
  call: AnyCallName | StaffCallName
  error: AppError
  principal: RefusedPrincipal
  address: string
}
