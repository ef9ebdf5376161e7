// Where a person goes next. Pure: the router and the pages only follow (specification, section 4).
import { type Screen, screens } from '../routes.ts'

export interface Standing {
  passChange: boolean
  paymentstatus: boolean
  /** The same fact in its other spelling. */
  paymentStatus?: boolean
  ninVerify: boolean
}

type Paying = Pick<Standing, 'paymentstatus' | 'paymentStatus'>

/** Whether the fee is paid: both spellings are read, and either will do (specification, section 3). */
export const hasPaid = ({ paymentstatus, paymentStatus }: Paying): boolean => Boolean(paymentstatus || paymentStatus)

/** Whether the fee is known to be unpaid; a user of whom nothing is said may still have paid. */
const owes = (user: Paying) => !hasPaid(user) && (user.paymentstatus === false || user.paymentStatus === false)

/** After login: first the password, then the fee, then the dashboard. */
export function screenAfterLogin(user: Standing): Screen {
  if (user.passChange) return screens.updatePassword
  return hasPaid(user) ? screens.dashboard : screens.pay
}

/** After a password change; only the way to the NIN page is taken at once. */
export function screenAfterPasswordChange(user: Standing): { to: Screen; after: 'delay' | 'now' } {
  if (hasPaid(user)) return { to: screens.dashboard, after: 'delay' }
  if (user.ninVerify) return { to: screens.pay, after: 'delay' }
  return { to: screens.verifyNin, after: 'now' }
}

export const screenAfterNin = (hasToken: boolean): Screen => (hasToken ? screens.dashboard : screens.login)

/** Where the guard of /app sends a visitor instead; null lets in. The order is the specification's. */
export function guarded(user: Standing | null, hasToken: boolean): Screen | null {
  if (user?.passChange) return screens.updatePassword
  if (user && owes(user)) return screens.pay
  if (!hasToken) return screens.login
  return null
}

/** "Home" of the not-found page. */
export const homeScreen = (hasToken: boolean): Screen => (hasToken ? screens.dashboard : screens.home)
