// Finds the session of a request together with what its call reads: one statement instead of two.

import type { ReadWithSession } from '#server/domain/live-session.ts'
import type { Principal } from '#server/http/principal.ts'
import type { ApplicationStore, OwnApplication, SubmissionContext } from './store.ts'

interface Dependencies {
  applications: ApplicationStore
  readWithSession: ReadWithSession
}

interface PrincipalWithOwn extends Principal {
  /** Null while none was submitted. */
  own: OwnApplication | null
}

/** An applicant who submits. */
export interface SubmittingPrincipal extends Principal {
  /** As it was when the request began, before its body was read. */
  context: SubmissionContext
}

/** Each returns null without a live session. */
export interface ApplicationSessions {
  /** @param query of the request, which is not validated yet */
  findSessionWithOwn(token: string, query: unknown): Promise<PrincipalWithOwn | null>
  findSessionWithContext(token: string): Promise<SubmittingPrincipal | null>
}

export const createApplicationSessions = ({ applications, readWithSession }: Dependencies): ApplicationSessions => ({
  async findSessionWithOwn(token, query) {
    const include = (query as { include?: unknown } | undefined)?.include
    const found = await readWithSession(token, (values) => applications.findOwnWithSession(values, include))
    if (!found) return null
    const { application, account, archivedAt, encryptedNin, session } = found
    const { lastSeenAt, ...principal } = session
    return { ...principal, own: application && { application, account, archivedAt, encryptedNin } }
  },

  async findSessionWithContext(token) {
    const found = await readWithSession(token, applications.findContextWithSession)
    if (!found) return null
    const {
      session: { lastSeenAt, ...principal },
      ...context
    } = found
    return { ...principal, context }
  },
})
