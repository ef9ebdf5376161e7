// The applicants, and the payment provider: how their requests are admitted.
import { type AnyCallName, getAnyCall, isAnyRepeatable } from '#shared/api/applicant/all-calls.ts'
import { contracts } from '#shared/api/applicant/contracts.ts'
import { AppError } from '../app-error.ts'
import type { ConcurrencyLimiter } from '../load/concurrency-limiter.ts'
import type { ProtectedCookie } from './cookies.ts'
import { createOriginCheck } from './own-origins.ts'
import { type Principal, parseBearerToken, type SessionLookup } from './principal.ts'
import { isFromOtherSite } from './request-line.ts'
import type { Audience, RouteContext, RunWork } from './serve.ts'

type ApplicantAudience = Audience<typeof contracts, Principal>
export type ApplicantRoutes = RouteContext<typeof contracts, Principal>

interface ApplicantAudienceOptions {
  sessions: SessionLookup
  cookie: ProtectedCookie
  /** `admission`: every request while its rate is checked and its session looked up. */
  limiters: ApplicantAudience['limiters'] & { admission: ConcurrencyLimiter }
  retryOnOutage: RunWork
  /** Where the applicants' pages are. */
  publicUrl: string
}

export function createApplicantAudience(options: ApplicantAudienceOptions): ApplicantAudience {
  const { sessions, cookie, limiters, retryOnOutage } = options
  const isOfOwnOrigin = createOriginCheck([options.publicUrl])
  // A link opened in a new tab sends no header, so reading files accepts a cookie; nothing else does.
  const findByCookie = (access: string, token: string | undefined) =>
    access === 'reader' && token ? sessions.findByFileToken(token) : null
  return {
    contracts,
    getCall: getAnyCall,
    cookie,
    limiters,
    retryOnOutage,
    admit: (work) => limiters.admission.run(() => retryOnOutage(work)),
    isRepeatable: ({ name }) => isAnyRepeatable(name as AnyCallName),
    checkOrigin(request, { method, contract: { access } }) {
      const isOpenToOtherSites = access === 'provider' || (access === 'public' && method === 'GET')
      if (isOpenToOtherSites) return
      if (isFromOtherSite(request.raw) || !isOfOwnOrigin(request)) throw new AppError('other_site')
    },
    async authenticate({ headers: { authorization }, cookies, query }, { contract: { access } }, findSession) {
      if (access === 'public' || access === 'provider') return null
      const token = parseBearerToken(authorization)
      const found = token
        ? (findSession?.(token, query) ?? sessions.findByToken(token))
        : findByCookie(access, cookies[cookie.name])
      const principal = await found
      if (!principal) throw new AppError(authorization ? 'session_ended' : 'not_logged_in')
      return principal
    },
    authorize({ mustChangePassword, isPaid }, _request, { contract: { access } }) {
      if (access === 'session') return
      if (mustChangePassword) throw new AppError('must_change_password')
      if (access === 'paid' && !isPaid) throw new AppError('payment_required')
    },
    getCountedId: ({ accountId }) => accountId,
    identify: (principal) => ({ audience: 'applicant', accountId: principal?.accountId ?? null }),
  }
}
