// The staff: how their requests are admitted. They have their own cookie, limiter and database connections, so that their
// work cannot slow down the applicants.
import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/app-error.ts'
import { createKeyedLimiter } from '#server/load/concurrency-limiter.ts'
import { getStaffCall } from '#shared/api/staff/calls.ts'
import type { StaffAccess, StaffContract } from '#shared/api/staff/contract.ts'
import { staffContracts } from '#shared/api/staff/contracts.ts'
import type { ProtectedCookie } from '../cookies.ts'
import type { Audience, RouteContext, RunWork } from '../serve.ts'
import { authorizeStaff, type StaffPrincipal, type StaffSessionLookup } from './staff-principal.ts'
import { assertStaffHeader } from './staff-requests.ts'

type StaffAudience = Audience<typeof staffContracts, StaffPrincipal>
export type StaffRoutes = RouteContext<typeof staffContracts, StaffPrincipal>

interface StaffAudienceOptions {
  sessions: StaffSessionLookup
  cookie: ProtectedCookie
  /** `standard` has as many places as the staff's database pool has connections; `slow` work needs none while it waits. */
  limiters: StaffAudience['limiters']
  retryOnOutage: RunWork
  /** @throws AppError when the request comes from where the staff's API does not answer */
  checkRequest: (request: FastifyRequest) => void
  clock: () => Date
}

/** Two calls of a person at the same time, as a page needs; the others wait, so that colleagues find a place. */
const shareOfPerson = { limit: 2, queueLimit: 30, maxWaitMs: 10_000 }

export function createStaffAudience(options: StaffAudienceOptions): StaffAudience {
  const { sessions, cookie, limiters, retryOnOutage, checkRequest, clock } = options
  return {
    contracts: staffContracts,
    getCall: getStaffCall,
    cookie,
    limiters,
    limitShare: createKeyedLimiter(shareOfPerson),
    retryOnOutage,
    // Only the look-up of the session takes a place: a request without one is refused however busy the staff are.
    admit: (work) => work(),
    assertComplete({ name, contract }) {
      if (!(contract as Partial<StaffContract>).scope)
        throw new Error(`The contract of ${name} does not name its scope.`)
    },
    isRepeatable: ({ method }) => method === 'GET',
    checkOrigin: checkRequest,
    async authenticate({ cookies, query }, { contract: { access } }, findSession = sessions.findByToken) {
      if (access === 'public') return null
      const token = cookies[cookie.name]
      const principal = token && (await limiters.standard.run(() => retryOnOutage(() => findSession(token, query))))
      if (!principal) throw new AppError('not_logged_in')
      return principal
    },
    authorize(principal, request, { contract: { access, fresh } }) {
      assertStaffHeader(request)
      authorizeStaff(access as StaffAccess, principal, { isFreshRequired: fresh === true, now: clock() })
    },
    getCountedId: ({ staffId }) => staffId,
    identify: (principal) => ({
      audience: 'staff',
      staff: principal && { staffId: principal.staffId, sessionId: principal.sessionId },
    }),
  }
}
