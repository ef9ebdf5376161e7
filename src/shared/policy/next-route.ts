// Where a person goes next. Pure: the router and the pages only follow (specification, section 4).
import { type AppPath, paths } from '../routes.ts'

export interface AccountStatus {
  passChange: boolean
  paymentstatus: boolean
  /** The same fact in its other spelling. */
  paymentStatus?: boolean
  ninVerify: boolean
}

type PaymentStatusFlags = Pick<AccountStatus, 'paymentstatus' | 'paymentStatus'>

/** Whether the fee is paid: both spellings are read, and either will do (specification, section 3). */
export const hasPaid = ({ paymentstatus, paymentStatus }: PaymentStatusFlags): boolean =>
  Boolean(paymentstatus || paymentStatus)

/** Whether the fee is known to be unpaid; a user of whom nothing is said may still have paid. */
const isKnownUnpaid = (user: PaymentStatusFlags) =>
  !hasPaid(user) && (user.paymentstatus === false || user.paymentStatus === false)

/** After login: first the password, then the fee, then the dashboard. */
export function getPathAfterLogin(user: AccountStatus): AppPath {
  if (user.passChange) return paths.updatePassword
  return hasPaid(user) ? paths.dashboard : paths.pay
}

/** After a password change; only the way to the NIN page is taken at once. */
export function getPathAfterPasswordChange(user: AccountStatus): { to: AppPath; after: 'delay' | 'now' } {
  if (hasPaid(user)) return { to: paths.dashboard, after: 'delay' }
  if (user.ninVerify) return { to: paths.pay, after: 'delay' }
  return { to: paths.verifyNin, after: 'now' }
}

export const getPathAfterNin = (hasToken: boolean): AppPath => (hasToken ? paths.dashboard : paths.login)

/** Where the guard of /app sends a visitor instead; null lets in. The order is the specification's. */
export function getAppRedirect(user: AccountStatus | null, hasToken: boolean): AppPath | null {
  if (user?.passChange) return paths.updatePassword
  if (user && isKnownUnpaid(user)) return paths.pay
  if (!hasToken) return paths.login
  return null
}

/** "Home" of the not-found page. */
export const getHomePath = (hasToken: boolean): AppPath => (hasToken ? paths.dashboard : paths.home)
