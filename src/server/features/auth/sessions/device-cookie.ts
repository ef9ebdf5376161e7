// A signed cookie shows that an applicant or staff member has logged in on this device before (OWASP, "Device cookies"), so
// that guesses made elsewhere cannot lock the owner out. It replaces no password.
import { randomBytes } from 'node:crypto'
import { createProtectedCookie, type ProtectedCookie } from '#server/http/cookies.ts'
import { createSigner, type Secrets } from '#server/platform/encryption/encryption.ts'
import { getCall } from '#shared/api/applicant/calls.ts'
import { apiBase } from '#shared/api/calls.ts'
import { getStaffCall } from '#shared/api/staff/calls.ts'
import type { LoginAudience } from '../login-throttle.ts'

export interface DeviceCookies extends ProtectedCookie {
  options: ProtectedCookie['options'] & {
    /** Seconds. */
    maxAge: number
  }
  /** A new cookie for every login, so that one that was copied earlier differs from the owner's. */
  issue(loginName: string): string
  /** What wrong passwords of this device are counted by; null unless the cookie was issued for this person. */
  readDeviceId(cookie: string | undefined, loginName: string): string | null
}

const lifetimeSeconds = 180 * 24 * 60 * 60

/** Sent to the calls below this path only. */
const kinds: Record<LoginAudience, { name: string; path: string; keyLabel: string }> = {
  applicants: { name: 'device', path: getCall('login').path, keyLabel: 'device cookie' },
  staff: { name: 'staff_device', path: getStaffCall('signIn').path, keyLabel: 'staff device cookie' },
}

interface DeviceCookieOptions {
  secrets: Secrets
  /** Where the audience's pages are. */
  publicUrl: string
  clock: () => Date
  audience: LoginAudience
}

export function createDeviceCookies({ secrets, publicUrl, clock, audience }: DeviceCookieOptions): DeviceCookies {
  const kind = kinds[audience]
  const { sign, isSigned } = createSigner(secrets, kind.keyLabel)
  const { name, options } = createProtectedCookie(kind.name, { publicUrl, path: `${apiBase}${kind.path}` })
  const readSeconds = () => Math.floor(clock().getTime() / 1000)

  return {
    name,
    options: { ...options, maxAge: lifetimeSeconds },
    issue(loginName) {
      const content = `${randomBytes(16).toString('base64url')}.${readSeconds()}`
      return `${content}.${sign(`${loginName} ${content}`)}`
    },
    readDeviceId(cookie, loginName) {
      const parts = /^(([\w-]{22})\.(\d{1,12}))\.([\w-]{43})$/.exec(cookie ?? '')
      if (!parts) return null
      const [, content = '', deviceId = '', issuedAt, signature = ''] = parts
      if (!isSigned(`${loginName} ${content}`, signature)) return null
      return Number(issuedAt) + lifetimeSeconds > readSeconds() ? deviceId : null
    },
  }
}
