// One-time codes of authenticator apps (RFC 6238): SHA-1, 6 digits, 30 seconds, which every app supports.
import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30
/** How many steps a phone's clock may be ahead or behind. */
const window = 1

/** A new secret in base32. */
export const createTotpSecret = (): string => new Secret({ size: 20 }).base32

const createTotp = (secret: string, label: { issuer: string; email: string } = { issuer: '', email: '' }) =>
  new TOTP({
    issuer: label.issuer,
    label: label.email,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  })

/** The address in the QR code that authenticator apps scan. */
export const createTotpUri = (secret: string, label: { issuer: string; email: string }): string =>
  createTotp(secret, label).toString()

/** The step that the code belongs to; null when it is wrong. Refuse it unless it is later than the step used last. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const delta = createTotp(secret).validate({ token: code, window, timestamp: now.getTime() })
  return delta === null ? null : Math.floor(now.getTime() / (periodSeconds * 1000)) + delta
}

/** What an authenticator app shows now; for the demo. */
export const getTotpCode = (secret: string, now: Date): string =>
  createTotp(secret).generate({ timestamp: now.getTime() })
