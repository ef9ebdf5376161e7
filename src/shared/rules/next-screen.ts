// Where a person goes next. Pure: the router and the pages only follow (specification, section 4).
import { type Screen, screens } from './screens.ts'

export interface Standing {
  passChange: boolean
  paymentstatus: boolean
  ninVerify: boolean
}

/** After login: first the password, then the fee, then the dashboard. */
export function screenAfterLogin(user: Standing): Screen {
  if (user.passChange) return screens.updatePassword
  return user.paymentstatus ? screens.dashboard : screens.pay
}

/** After a password change; only the way to the NIN page is taken at once. */
export function screenAfterPasswordChange(user: Standing): { to: Screen; after: 'delay' | 'now' } {
  if (user.paymentstatus) return { to: screens.dashboard, after: 'delay' }
  if (user.ninVerify) return { to: screens.pay, after: 'delay' }
  return { to: screens.verifyNin, after: 'now' }
}

export const screenAfterNin = (hasToken: boolean): Screen => (hasToken ? screens.dashboard : screens.login)

/** Where the guard of /app sends a visitor instead; null lets in. The order is the specification's. */
export function guarded(user: Standing | null, hasToken: boolean): Screen | null {
  if (user?.passChange) return screens.updatePassword
  if (user && !user.paymentstatus) return screens.pay
  if (!hasToken || !user) return screens.login
  return null
}

/** "Home" of the not-found page. */
export const homeScreen = (hasToken: boolean): Screen => (hasToken ? screens.dashboard : screens.home)
