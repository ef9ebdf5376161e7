// Reads the environment once and reports every missing or invalid setting at once.
import { z } from 'zod'
import type { Secrets } from './platform/encryption/encryption.ts'
import { type Environment, readSecretFiles } from './settings/secret-files.ts'
import { findUnsafeDemoSettings, findUnsafeSettings, missingDatabase, readHost } from './settings/unsafe-settings.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const list = z.string().transform((joined) =>
  joined
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

const httpUrl = z.url({ protocol: /^https?$/ })
const secret = z.base64().refine((key) => Buffer.from(key, 'base64').length === 32, 'must be 32 bytes in base64')

/** @param replaced earlier keys, which can still decrypt */
export const decodeSecrets = (current: string, replaced: readonly string[] = []): Secrets => [
  Buffer.from(current, 'base64'),
  ...replaced.map((key) => Buffer.from(key, 'base64')),
]

/** `host:port`, such as clamav.internal:3310. */
const address = z
  .string()
  .regex(/^[^\s:]+:\d{1,5}$/)
  .transform((joined) => {
    const [host = '', port = ''] = joined.split(':')
    return { host, port: Number(port) }
  })

/** An address, or a network such as 10.1.0.0/16. */
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be addresses or networks')

// Never a switch: it would let initial passwords out to the mail server because a bucket beside it is not encrypted.
const plaintextHost = z
  .string()
  .refine((host) => /[a-z.:]/i.test(host), 'must name hosts, such as 10.0.0.7,clamav.internal')
  .transform((host) => host.toLowerCase())

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.string().optional(),
  DATABASE_OWNER_URL: z.string().optional(),
  DATABASE_DIRECT_URL: z.string().optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  MIGRATE: z.enum(['yes', 'no']).default('yes'),
  PUBLIC_URL: httpUrl.optional(),
  SECRET_KEY: secret,
  SECRET_KEYS_REPLACED: list.pipe(z.array(secret)).default([]),
  REMITA_BASE_URL: httpUrl,
  REMITA_WIDGET_URL: httpUrl,
  REMITA_MERCHANT_ID: z.string().min(1),
  REMITA_SERVICE_TYPE_ID: z.string().min(1),
  REMITA_API_KEY: z.string().min(1),
  REMITA_PUBLIC_KEY: z.string().min(1),
  NIN_PROVIDER: z.enum(['prembly', 'dojah']).default('prembly'),
  NIN_BASE_URL: httpUrl,
  NIN_API_KEY: z.string().min(1),
  NIN_APP_ID: z.string().default(''),
  NIN_PATH: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.string().min(3),
  FILES: z.enum(['local', 's3']).default('local'),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  CLAMAV_ADDRESS: address.optional(),
  STAFF_URL: httpUrl.optional(),
  STAFF_NETWORKS: list.pipe(z.array(network)).default([]),
  STAFF_DAILY_PERSONS: z.coerce.number().int().min(100).max(1_000_000).default(5_000),
  METRICS_TOKEN: z.string().min(16).optional(),
  TRUSTED_PROXIES: list.default([]),
  SERVICE_WORKER: z.enum(['served', 'withdrawn']).default('served'),
  ALLOW_PLAINTEXT: list.pipe(z.array(plaintextHost)).default([]),
})

/** Finds settings that others make necessary. Reads the raw environment, so that all errors are reported at once. */
function findMissingSettings(env: Environment): string[] {
  const needed: string[] = []
  if (env.NODE_ENV === 'production') needed.push('DATABASE_URL', 'PUBLIC_URL')
  else if (env.DATABASE_OWNER_URL || env.DATABASE_DIRECT_URL) needed.push('DATABASE_URL')
  if (env.NIN_PROVIDER === 'dojah') needed.push('NIN_APP_ID')
  if (env.FILES === 's3')
    needed.push('S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY')
  return needed.filter((name) => env[name] === undefined)
}

/** Demo accounts have a published password, so production never has them, whatever DEMO says. */
export const isDemo = ({ DEMO, NODE_ENV }: Environment): boolean => DEMO === '1' && NODE_ENV !== 'production'

export type Config = ReturnType<typeof readConfig>

/** @throws Error that names every missing, invalid or unsafe setting, and shows no value */
export function readConfig(given: Environment) {
  const { env, errors: unreadable } = readSecretFiles(given)
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = environment.safeParse(present)
  const issues = (result.error?.issues ?? []).filter(({ path }) => !unreadable.has(String(path[0])))
  const missing = findMissingSettings(present).filter((name) => !unreadable.has(name))
  const errors = [
    ...unreadable.values(),
    ...issues.map(describeIssue),
    ...missing.map((name) => (name === 'DATABASE_URL' ? missingDatabase : `${name} is missing`)),
    ...(present.NODE_ENV === 'production' ? findUnsafeSettings(present) : []),
    ...(isDemo(present) ? findUnsafeDemoSettings(present) : []),
  ]
  if (!result.success || errors.length > 0)
    throw new Error(`The server can't start:\n${errors.map((error) => `  ${error}`).join('\n')}`)
  return toConfig(result.data)
}

function toConfig(settings: z.output<typeof environment>) {
  const isProduction = settings.NODE_ENV === 'production'
  return {
    isProduction,
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    ...toDatabaseConfig(settings),
    /** Hosts to which connections need no encryption. */
    plaintextHosts: settings.ALLOW_PLAINTEXT,
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ''),
    secretKeys: decodeSecrets(settings.SECRET_KEY, settings.SECRET_KEYS_REPLACED),
    trustedProxies: settings.TRUSTED_PROXIES,
    clamav: settings.CLAMAV_ADDRESS,
    /** The staff's own address; without one they use the applicants'. */
    staffUrl: settings.STAFF_URL?.replace(/\/$/, ''),
    staffNetworks: settings.STAFF_NETWORKS,
    /** Rows of lists that one staff member may read in a day before administrators are told. */
    staffDailyPersons: settings.STAFF_DAILY_PERSONS,
    metricsToken: settings.METRICS_TOKEN,
    serviceWorker: settings.SERVICE_WORKER,
    remita: {
      baseUrl: settings.REMITA_BASE_URL,
      widgetUrl: settings.REMITA_WIDGET_URL,
      merchantId: settings.REMITA_MERCHANT_ID,
      serviceTypeId: settings.REMITA_SERVICE_TYPE_ID,
      apiKey: settings.REMITA_API_KEY,
      publicKey: settings.REMITA_PUBLIC_KEY,
    },
    nin: {
      provider: settings.NIN_PROVIDER,
      baseUrl: settings.NIN_BASE_URL,
      apiKey: settings.NIN_API_KEY,
      appId: settings.NIN_APP_ID,
      ...(settings.NIN_PATH && { path: settings.NIN_PATH }),
    },
    mail: {
      smtpUrl: settings.SMTP_URL,
      from: settings.MAIL_FROM,
      requiresTls: isProduction && !settings.ALLOW_PLAINTEXT.includes(readHost(settings.SMTP_URL)),
    },
    files:
      settings.FILES === 's3'
        ? ({
            kind: 's3',
            endpoint: settings.S3_ENDPOINT ?? '',
            region: settings.S3_REGION ?? '',
            bucket: settings.S3_BUCKET ?? '',
            accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
            secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
          } as const)
        : ({ kind: 'local' } as const),
  }
}

const toDatabaseConfig = (settings: z.output<typeof environment>) => ({
  databaseUrl: settings.DATABASE_URL,
  /** Of the role that owns the tables and migrates them. */
  databaseOwnerUrl: settings.DATABASE_OWNER_URL ?? settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
  /** Past any pooler, for sessions that last as long as the server: the job queue and its liveness lock. */
  databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
  /** Connections for requests, and how many requests are served at once. */
  databasePool: settings.DATABASE_POOL,
  /** Whether the server applies pending migrations at its start, or waits until a command has. */
  isMigrating: settings.MIGRATE === 'yes',
})

function describeIssue(issue: z.core.$ZodIssue) {
  const missing = issue.code === 'invalid_type' && issue.message.includes('undefined')
  return `${issue.path.join('.')} ${missing ? 'is missing' : issue.code === 'custom' ? issue.message : 'is not right'}`
}
