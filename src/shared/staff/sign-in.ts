/** How a staff member proves who it is, besides the password. */
export const signInMethods = ['totp', 'recovery', 'passkey'] as const

/** Links for setting a password. */
export const staffLinkKinds = ['invite', 'reset'] as const
