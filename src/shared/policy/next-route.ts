// Decides which page comes next.
import { type AppPath, paths } from '../routes.ts'

export interface AccountStatus {
  passChange: boolean
  paymentstatus: boolean
  /** The same fact in its other spelling. */
  paymentStatus?: boolean
  ninVerify: boolean
}

type PaymentStatusFlags = Pick<AccountStatus, 'paymentstatus' | 'paymentStatus'>

/** Whether the fee is paid: either spelling counts. */
export const hasPaid = ({ paymentstatus, paymentStatus }: PaymentStatusFlags): boolean =>
  Boolean(paymentstatus || paymentStatus)

/** Whether the fee is known to be unpaid: a stored user without either field may have paid. */
const isKnownUnpaid = (user: PaymentStatusFlags) =>
  !hasPaid(user) && (user.paymentstatus === false || user.paymentStatus === false)

/** After login: the password first, then the fee, then the dashboard. */
export function getPathAfterLogin(user: AccountStatus): AppPath {
  if (user.passChange) return paths.updatePassword
  return hasPaid(user) ? paths.dashboard : paths.pay
}

/** After a password change. Only the NIN page opens without a delay. */
export function getPathAfterPasswordChange(user: AccountStatus): { to: AppPath; after: 'delay' | 'now' } {
  if (hasPaid(user)) return { to: paths.dashboard, after: 'delay' }
  if (user.ninVerify) return { to: paths.pay, after: 'delay' }
  return { to: paths.verifyNin, after: 'now' }
}

export const getPathAfterNin = (hasToken: boolean): AppPath => (hasToken ? paths.dashboard : paths.login)

/** Where /app redirects a visitor; null when they may enter. The order is the specification's. */
export function getAppRedirect(user: AccountStatus | null, hasToken: boolean): AppPath | null {
  if (user?.passChange) return paths.updatePassword
  if (user && isKnownUnpaid(user)) return paths.pay
  if (!hasToken) return paths.login
  return null
}

/** "Home" of the not-found page. */
export const getHomePath = (hasToken: boolean): AppPath => (hasToken ? paths.dashboard : paths.home)
