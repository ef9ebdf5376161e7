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

export type StaffContract = Contract<StaffAccess>

/** How many rows a list has; counting stops at a limit. */
export const cappedCount = z.object({
  value: z.number().int(),
  more: z.boolean().describe('There are more than that.'),
})
