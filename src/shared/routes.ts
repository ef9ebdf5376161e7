// The paths of the web app.

export const paths = {
  home: '/',
  contact: '/contact',
  privacy: '/privacy',
  verify: '/verify',
  login: '/auth/login',
  updatePassword: '/auth/update-password',
  forgotPassword: '/auth/forget-password',
  verifyNin: '/auth/verify-nin',
  pay: '/auth/payment',
  paymentResult: '/auth/success',
  dashboard: '/app/dashboard',
  adminDashboard: '/admin/dashboard',
  application: '/app/application',
  paymentSlip: '/app/payment',
  prints: '/app/prints',
  settings: '/app/settings',
  notifications: '/app/notification',
} as const

export type AppPath = (typeof paths)[keyof typeof paths]

/** The public page behind a slip's QR code. */
export const getVerifySlipPath = (code: string) => `${paths.verify}/${code}`

/** The path in a reset email. */
export const getResetPath = (code: string) => `${paths.updatePassword}?code=${encodeURIComponent(code)}`
