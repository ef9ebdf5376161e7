// A contract of the API for applicants, and who may call.
import type { Contract } from '../contract.ts'

/**
 * Access levels (not cumulative):
 * - `public`: anybody
 * - `provider`: the payment provider; not authenticated, so its content is not trusted
 * - `session`: any session, also before the issued password was changed
 * - `applicant`: a session whose password was changed
 * - `paid`: an applicant who has paid
 * - `reader`: a session, or the cookie that only allows to read files
 */
export type ApplicantAccess = 'public' | 'provider' | 'session' | 'applicant' | 'paid' | 'reader'

export type ApplicantContract = Contract<ApplicantAccess>
