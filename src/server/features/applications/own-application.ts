// The own application, read in one statement with the session that asks for it.
import type { Principal } from '#server/platform/api/principal.ts'
import type { ReadWithSession } from '#server/platform/database/queries/live-session.ts'
import type { ApplicationStore, OwnApplication } from './store.ts'

interface OwnApplicationDependencies {
  applications: ApplicationStore
  readWithSession: ReadWithSession
}

interface PrincipalWithOwn extends Principal {
  /** Null while none was submitted. */
  own: OwnApplication | null
}

/**
 * Finds the session of a token with the own application; null without a live session.
 * @param query of the request, which is not validated yet
 */
export type FindSessionWithOwn = (token: string, query: unknown) => Promise<PrincipalWithOwn | null>

export const createFindSessionWithOwn =
  ({ applications, readWithSession }: OwnApplicationDependencies): FindSessionWithOwn =>
  async (token, query) => {
    const include = (query as { include?: unknown } | undefined)?.include
    const found = await readWithSession(token, (values) => applications.findOwnWithSession(values, include))
    if (!found) return null
    const { application, account, encryptedNin, session } = found
    const { lastSeenAt, ...principal } = session
    return { ...principal, own: application && { application, account, encryptedNin } }
  }
