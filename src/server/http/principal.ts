import { apiBase } from '#shared/api/calls.ts'
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
