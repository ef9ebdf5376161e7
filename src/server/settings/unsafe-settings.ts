// Settings that a server could run with, and that would leave its applicants unprotected.
import demoCredentials from './demo-credentials.json' with { type: 'json' }
import type { Environment } from './secret-files.ts'

export const missingDatabase =
  'DATABASE_URL is missing: production names a PostgreSQL of its own, see "The database" in docs/operations.md'

/** @returns a sentence for each setting that production refuses; none shows a value */
export function findUnsafeSettings(env: Environment): string[] {
  return [...findWeakKey(env), ...findDemoCredentials(env), ...findPlaintext(env)]
}

/** @returns a sentence for each setting that would show the demo's accounts, whose password is published, to others */
export function findUnsafeDemoSettings(env: Environment): string[] {
  const addresses = ['PUBLIC_URL', 'REMITA_BASE_URL', 'NIN_BASE_URL', 'SMTP_URL']
  const remote = addresses.filter((name) => env[name] && !isLoopback(parseUrl(env[name])?.hostname ?? ''))
  if (env.HOST && !isLoopback(env.HOST)) remote.unshift('HOST')
  return remote.map((name) => `${name} must be this machine's own address while DEMO=1`)
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)

function parseUrl(text = ''): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

/** As ALLOW_PLAINTEXT names it. */
export const readHost = (url: string | undefined): string =>
  (parseUrl(url)?.hostname ?? '').replace(/^\[|\]$/g, '').toLowerCase()

/** Only of the key in use: a weak one must be replaceable. */
function findWeakKey({ SECRET_KEY = '' }: Environment): string[] {
  const key = Buffer.from(SECRET_KEY, 'base64')
  if (key.length !== 32 || isRandom(key)) return []
  return ['SECRET_KEY is not random: make one with `openssl rand -base64 32`']
}

// Of 32 random bytes about 30 differ; fewer than 16 happen less than once in 10^13 keys.
const minDistinctBytes = 16

/** Whether the bytes are neither few, nor repeated, nor counted, nor text. Random ones practically always pass. */
function isRandom(key: Buffer): boolean {
  const bytes = [...key]
  if (new Set(bytes).size < minDistinctBytes) return false
  const isPrintable = bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
  const steps = new Set(bytes.slice(1).map((byte, index) => (byte - (bytes[index] ?? 0) + 256) % 256))
  const isRepeated = bytes.every((byte, index) => byte === bytes[index % minDistinctBytes])
  return !isPrintable && !isRepeated && steps.size > 1
}

function findDemoCredentials(env: Environment): string[] {
  return Object.entries(demoCredentials)
    .filter(([name, published]) => env[name] === published)
    .map(([name]) => `${name} is the demo's, which everybody knows`)
}

const exception = 'unless ALLOW_PLAINTEXT names its host, in a private network'
const httpAddresses = ['PUBLIC_URL', 'STAFF_URL', 'REMITA_BASE_URL', 'REMITA_WIDGET_URL', 'NIN_BASE_URL', 'S3_ENDPOINT']

function findPlaintext(env: Environment): string[] {
  const allowed = (env.ALLOW_PLAINTEXT ?? '').split(',').map((host) => host.trim().toLowerCase())
  const isAllowed = (name: string) => allowed.includes(readHost(env[name]))
  const isPlain = (name: string) => parseUrl(env[name])?.protocol === 'http:' && !isAllowed(name)
  return [
    ...httpAddresses.filter(isPlain).map((name) => `${name} must begin with https://, ${exception}`),
    ...(changesTls(parseUrl(env.SMTP_URL)) && !isAllowed('SMTP_URL')
      ? [`SMTP_URL must not change how emails are encrypted, ${exception}`]
      : []),
  ]
}

/** smtp:// is encrypted as well: production requires STARTTLS. An option in the URL could undo that. */
const changesTls = (url: URL | undefined): boolean =>
  [...(url?.searchParams.keys() ?? [])].some((option) => /^(tls\b|secure|.*TLS$)/i.test(option))
