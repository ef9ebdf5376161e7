// A staff member who sends a request: another kind of principal than an applicant, with its own cookie and no bearer token.

import type { SQL } from 'drizzle-orm'
import { AppError } from '#server/app-error.ts'
import type { StaffAccess } from '#shared/api/staff/contract.ts'
import { hasPermission, type RoleGrant } from '#shared/roles/permissions.ts'
import type { ProtectedCookie } from '../cookies.ts'

export interface StaffPrincipal {
  sessionId: string
  staffId: string
  email: string
  name: string
  grants: RoleGrant[]
  /** Until when sensitive actions are open. */
  freshUntil: Date | null
}

/** Finds the live session of a token whose staff member is active, or null; implemented by the staff feature. */
export interface StaffSessionLookup {
  findByToken(token: string): Promise<StaffPrincipal | null>
  /**
   * A look-up that reads one value more, in the same round trip.
   * @param name of its prepared statement
   * @param found with the placeholders that the values of each look-up fill
   */
  createLookup<T>(
    name: string,
    found: SQL<T>,
  ): (token: string, values: Readonly<Record<string, unknown>>) => Promise<(StaffPrincipal & { found: T }) | null>
}

/** Bound to the host by its prefix where there is https. */
export function createStaffCookie(publicUrl: string): ProtectedCookie {
  const secure = publicUrl.startsWith('https:')
  return {
    name: secure ? '__Host-staff' : 'staff',
    options: { path: '/', httpOnly: true, sameSite: 'strict', secure },
  }
}

/** @throws AppError when this principal may not call; @param isFreshRequired by the contract */
export function authorizeStaff(
  access: StaffAccess,
  principal: StaffPrincipal,
  { isFreshRequired, now }: { isFreshRequired: boolean; now: Date },
): void {
  if (access.startsWith('staff:')) {
    const permission = access.slice('staff:'.length) as Parameters<typeof hasPermission>[1]
    if (!hasPermission(principal.grants, permission)) throw new AppError('not_permitted')
  }
  if (isFreshRequired) assertFresh(principal, now)
}

/** @throws AppError `fresh_sign_in_required` unless a code was entered or a passkey used within the last five minutes */
export function assertFresh({ freshUntil }: Pick<StaffPrincipal, 'freshUntil'>, now: Date): void {
  if (!freshUntil || freshUntil <= now) throw new AppError('fresh_sign_in_required')
}
