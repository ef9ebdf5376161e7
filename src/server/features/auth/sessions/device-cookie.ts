// A signed cookie shows that somebody has logged in to this account on this device before (OWASP, "Device cookies"), so that
// guesses made elsewhere cannot lock the owner out. It replaces no password.
import { randomBytes } from 'node:crypto'
import { createProtectedCookie, type ProtectedCookie } from '#server/http/cookies.ts'
import { createSigner, type Secrets } from '#server/platform/encryption/encryption.ts'
import { apiBase, getCall } from '#shared/api/applicant/calls.ts'

export interface DeviceCookies extends ProtectedCookie {
  options: ProtectedCookie['options'] & {
    /** Seconds. */
    maxAge: number
  }
  /** A new cookie for every login, so that one that was copied earlier differs from the owner's. */
  issue(userId: string): string
  /** What wrong passwords of this device are counted by; null unless the cookie was issued for this account. */
  readDeviceId(cookie: string | undefined, userId: string): string | null
}

const lifetimeSeconds = 180 * 24 * 60 * 60

interface DeviceCookieOptions {
  secrets: Secrets
  publicUrl: string
  clock: () => Date
}

export function createDeviceCookies({ secrets, publicUrl, clock }: DeviceCookieOptions): DeviceCookies {
  const { sign, isSigned } = createSigner(secrets, 'device cookie')
  const { name, options } = createProtectedCookie('device', {
    publicUrl,
    path: `${apiBase}${getCall('login').path}`,
  })
  const readSeconds = () => Math.floor(clock().getTime() / 1000)

  return {
    name,
    options: { ...options, maxAge: lifetimeSeconds },
    issue(userId) {
      const content = `${randomBytes(16).toString('base64url')}.${readSeconds()}`
      return `${content}.${sign(`${userId} ${content}`)}`
    },
    readDeviceId(cookie, userId) {
      const parts = /^(([\w-]{22})\.(\d{1,12}))\.([\w-]{43})$/.exec(cookie ?? '')
      if (!parts) return null
      const [, content = '', deviceId = '', issuedAt, signature = ''] = parts
      if (!isSigned(`${userId} ${content}`, signature)) return null
      return Number(issuedAt) + lifetimeSeconds > readSeconds() ? deviceId : null
    },
  }
}
