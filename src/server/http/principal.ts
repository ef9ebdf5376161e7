import { apiBase } from '#shared/api/applicant/calls.ts'
import type { Access } from '#shared/api/contract.ts'
import { AppError } from '../platform/app-error.ts'
import { createProtectedCookie, type ProtectedCookie } from './cookies.ts'

/** The account that sends a request, as its session describes it. */
export interface Principal {
  sessionId: string
  accountId: string
  userId: string
  mustChangePassword: boolean
  isPaid: boolean
}

/** Finds the live session of a token, or null; implemented by the auth feature. */
export interface SessionLookup<P extends Principal = Principal> {
  findByToken(token: string): Promise<P | null>
  findByFileToken(token: string): Promise<P | null>
}

/** The name that earlier versions used behind https too. */
export const plainFileCookieName = 'file_session'

/** Opens the owner's files and slips by plain links, and nothing else. The login sets it for both paths. */
export const createFileCookie = (publicUrl: string): ProtectedCookie =>
  createProtectedCookie(plainFileCookieName, { publicUrl, path: `${apiBase}/files` })

/** The scheme's name is case-insensitive, and several spaces may follow it (RFC 9110). */
export function parseBearerToken(header: string | undefined): string | null {
  const match = /^Bearer +([\w-]{20,200})$/i.exec(header ?? '')
  return match?.[1] ?? null
}

/**
 * Returns the principal of a request; null where the access needs none.
 * @throws AppError without a session
 */
export async function authenticate(
  access: Access,
  credentials: { authorization: string | undefined; cookie: string | undefined },
  sessions: SessionLookup,
): Promise<Principal | null> {
  if (access === 'public' || access === 'provider') return null

  const token = parseBearerToken(credentials.authorization)
  const principal = token ? await sessions.findByToken(token) : await findByCookie(access, credentials.cookie, sessions)
  if (!principal) throw new AppError(credentials.authorization ? 'session_ended' : 'not_logged_in')
  return principal
}

/** @throws AppError when this principal does not have the access */
export function authorize(access: Access, principal: Principal): void {
  if (access === 'session') return
  if (principal.mustChangePassword) throw new AppError('must_change_password')
  if (access === 'paid' && !principal.isPaid) throw new AppError('payment_required')
}

// A link opened in a new tab sends no header, so reading files accepts a cookie; nothing else does.
const findByCookie = (access: Access, cookie: string | undefined, sessions: SessionLookup) =>
  access === 'reader' && cookie ? sessions.findByFileToken(cookie) : null
