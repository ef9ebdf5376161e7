// A contract of the API for staff: who may call is a permission.
import { z } from 'zod'
import type { Permission } from '#shared/roles/permissions.ts'
import type { Contract } from '../contract.ts'

/**
 * - `public`: anybody, for signing in
 * - `staff`: any staff member who has signed in completely
 * - `staff:<permission>`: one whose roles have the permission
 */
export type StaffAccess = 'public' | 'staff' | `staff:${Permission}`

/**
 * What a call reaches, and so what is asked of the person's roles (`domain/scope.ts`): `own account` is what belongs to the
 * person alone, also before they have signed in; a `list` has the rows within the scope; every other call names one such
 * thing, in its path, its query or its body.
 */
export type CallScope =
  | 'own account'
  | 'list'
  | 'applicant'
  | 'application'
  | 'complaint'
  | 'exercise'
  | 'export'
  | 'import'
  | 'mailing'
  | 'payment'
  | 'money case'
  | 'person'
  | 'publication'
  | 'seat'
  | 'seating'
  | 'selection'
  | 'settlement'
  | 'sitting'

/** A new call says what it reaches: `src/server/staff-scope.test.ts` tries it from outside. */
export interface StaffContract extends Contract<StaffAccess> {
  readonly scope: CallScope
}

/** How many rows a list has; counting stops at a limit. */
export const cappedCount = z.object({
  value: z.number().int(),
  more: z.boolean().describe('There are more than that.'),
})
