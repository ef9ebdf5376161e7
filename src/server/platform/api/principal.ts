import type { Access } from '#shared/api/contract.ts'
import { AppError } from './app-error.ts'

/** What a session says about whoever calls. */
export interface Caller {
  sessionId: string
  accountId: string
  userId: string
  mustChangePassword: boolean
  isPaid: boolean
}

/** Finds the live session of a token; null when there is none. Handed in, since sessions live in the database. */
export interface SessionBook {
  byToken(token: string): Promise<Caller | null>
  byFileToken(token: string): Promise<Caller | null>
}

export const fileCookie = 'file_session'

export function bearerToken(header: string | undefined): string | null {
  const match = /^Bearer ([\w-]{20,200})$/.exec(header ?? '')
  return match?.[1] ?? null
}

/** Whoever calls, or a refusal when this access does not serve them. */
export async function admit(
  access: Access,
  credentials: { authorization: string | undefined; cookie: string | undefined },
  book: SessionBook,
): Promise<Caller | null> {
  if (access === 'public' || access === 'provider') return null

  const token = bearerToken(credentials.authorization)
  const caller = token ? await book.byToken(token) : await byCookie(access, credentials.cookie, book)
  if (!caller) throw new AppError(credentials.authorization ? 'session_ended' : 'not_logged_in')
  if (access === 'session') return caller

  if (caller.mustChangePassword) throw new AppError('must_change_password')
  if (access === 'paid' && !caller.isPaid) throw new AppError('payment_required')
  return caller
}

// A link opened in a new tab carries no header; the cookie is good for reading files and nothing else.
const byCookie = (access: Access, cookie: string | undefined, book: SessionBook) =>
  access === 'reader' && cookie ? book.byFileToken(cookie) : null
