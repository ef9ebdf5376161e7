import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoKeys as ninKeys } from '#simulators/nin/simulator.ts'
import { demoCredentials as remitaCredentials } from '#simulators/remita/credentials.ts'
import { type Config, isDemo, readConfig } from './config.ts'
import demoCredentials from './settings/demo-credentials.json' with { type: 'json' }

const completeEnvironment = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://app@db/portal',
  PUBLIC_URL: 'https://jobs.example.org/',
  SECRET_KEY: randomBytes(32).toString('base64'),
  REMITA_BASE_URL: 'https://pay.example.org',
  REMITA_WIDGET_URL: 'https://pay.example.org/widget.js',
  REMITA_MERCHANT_ID: '1',
  REMITA_SERVICE_TYPE_ID: '2',
  REMITA_API_KEY: 'api-key-canary',
  REMITA_PUBLIC_KEY: '4',
  NIN_BASE_URL: 'https://nin.example.org',
  NIN_API_KEY: '5',
  SMTP_URL: 'smtps://mail.example.org',
  MAIL_FROM: 'Registry <registry@example.org>',
}

const s3Settings = {
  FILES: 's3',
  S3_ENDPOINT: 'https://files.example.org',
  S3_REGION: 'here',
  S3_BUCKET: 'uploads',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
}

test('in production all missing settings are named at once', () => {
  const missing = Object.keys(completeEnvironment).filter((name) => name !== 'NODE_ENV')
  const files = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  const attempt = () => readConfig({ NODE_ENV: 'production', FILES: 's3', SMTP_URL: '' })
  for (const name of [...missing, ...files]) expect(attempt).toThrow(`${name} is missing`)
})

test('production has no database of its own, and says where the guide stands', () => {
  const { DATABASE_URL: _, ...without } = completeEnvironment
  expect(() => readConfig(without)).toThrow(
    'DATABASE_URL is missing: production names a PostgreSQL of its own, see "The database" in docs/operations.md',
  )
  expect(() => readConfig({ ...without, NODE_ENV: 'development' })).not.toThrow()
})

test('an invalid setting is named, and no value is shown', () => {
  const attempt = () => readConfig({ ...completeEnvironment, SECRET_KEY: 'c2hvcnQ=', PORT: 'many' })
  expect(attempt).toThrow('SECRET_KEY must be 32 bytes in base64')
  expect(attempt).toThrow('PORT is not right')
  // A key that is too short is not called weak as well.
  expect(attempt).not.toThrow('not random')
  expect(attempt).not.toThrow('canary')
})

test('a complete environment is read, and the public URL loses its trailing slash', () => {
  const config = readConfig({ ...completeEnvironment, SECRET_KEYS_REPLACED: randomBytes(32).toString('base64') })
  expect(config).toMatchObject({ isProduction: true, publicUrl: 'https://jobs.example.org', files: { kind: 'local' } })
  expect(config.secretKeys).toHaveLength(2)
})

describe('production refuses', () => {
  const attempt = (settings: Record<string, string>) => () => readConfig({ ...completeEnvironment, ...settings })

  test.each([
    ['zero bytes', Buffer.alloc(32)],
    ['one byte repeated', Buffer.alloc(32, 0xa7)],
    ['sixteen bytes repeated', Buffer.concat(Array(2).fill(randomBytes(16)))],
    ['fifteen different bytes', Buffer.from(Array.from({ length: 32 }, (_, index) => (index * index) % 15))],
    ['bytes that count', Buffer.from(Array.from({ length: 32 }, (_, index) => 250 + index))],
    ['a sentence', Buffer.from('the quick brown fox jumps over t')],
    ['hexadecimal digits', Buffer.from(randomBytes(16).toString('hex'))],
  ])('V11.2.3 a secret key of %s', (_what, key) => {
    expect(attempt({ SECRET_KEY: key.toString('base64') })).toThrow(
      'SECRET_KEY is not random: make one with `openssl rand -base64 32`',
    )
  })

  test.each([
    ['without control characters', (n: number) => 0x20 + ((n * n * 5 + n * 13) % 0xdf)],
    ['of control characters and text', (n: number) => (n * n * 5 + n * 3) % 0x7f],
  ])('no secret key that happens to be %s', (_what, getByte) => {
    const key = Buffer.from(Array.from({ length: 32 }, (_, n) => getByte(n)))
    expect(attempt({ SECRET_KEY: key.toString('base64') })).not.toThrow()
  })

  test.each(Object.entries(demoCredentials))("V13.2.3 the demo's %s", (name, published) => {
    expect(attempt({ [name]: published })).toThrow(`${name} is the demo's, which everybody knows`)
  })

  test.each(['PUBLIC_URL', 'STAFF_URL', 'REMITA_BASE_URL', 'REMITA_WIDGET_URL', 'NIN_BASE_URL', 'S3_ENDPOINT'])(
    'V12.2.1 an http address as %s, unless its host is named as one of a private network',
    (name) => {
      const plain = { ...s3Settings, [name]: 'http://10.0.0.7:8080' }
      expect(attempt(plain)).toThrow(`${name} must begin with https://`)
      expect(attempt({ ...plain, ALLOW_PLAINTEXT: '10.0.0.8' })).toThrow(`${name} must begin with https://`)
      expect(attempt({ ...plain, ALLOW_PLAINTEXT: 'clamav.internal, 10.0.0.7' })).not.toThrow()
    },
  )

  test.each([
    'smtp://mail.example.org?ignoreTLS=true',
    'smtp://mail.example.org?requireTLS=false',
    'smtp://mail.example.org?opportunisticTLS=true',
    'smtps://mail.example.org?secure=false',
    'smtps://mail.example.org?tls.rejectUnauthorized=false',
  ])('V12.2.1 the mail server %s', (SMTP_URL) => {
    expect(attempt({ SMTP_URL })).toThrow('SMTP_URL must not change how emails are encrypted')
    expect(attempt({ SMTP_URL, ALLOW_PLAINTEXT: 'Mail.example.org' })).not.toThrow()
  })

  test.each(['1', '0', '10.0.0.7,1'])('V12.2.1 ALLOW_PLAINTEXT=%s, which names no destination', (ALLOW_PLAINTEXT) => {
    expect(attempt({ ALLOW_PLAINTEXT })).toThrow('must name hosts')
  })

  test('everything at once, by name and without a value', () => {
    const wrong = attempt({
      SECRET_KEY: Buffer.alloc(32).toString('base64'),
      PUBLIC_URL: 'http://insecure.example',
      REMITA_API_KEY: demoCredentials.REMITA_API_KEY,
      NIN_BASE_URL: 'http://nin.example',
      MAIL_FROM: '',
    })
    for (const name of ['SECRET_KEY', 'PUBLIC_URL', 'REMITA_API_KEY', 'NIN_BASE_URL', 'MAIL_FROM'])
      expect(wrong).toThrow(name)
    expect(wrong).not.toThrow(/insecure|nin\.example|1946|AAAA/)
  })
})

test("the list of the demo's credentials has those that the simulators accept", () => {
  const { merchantId, serviceTypeId, apiKey, publicKey } = remitaCredentials
  expect(demoCredentials).toEqual({
    REMITA_MERCHANT_ID: merchantId,
    REMITA_SERVICE_TYPE_ID: serviceTypeId,
    REMITA_API_KEY: apiKey,
    REMITA_PUBLIC_KEY: publicKey,
    NIN_API_KEY: ninKeys.apiKey,
    NIN_APP_ID: ninKeys.appId,
  })
})

test('a weak key that was replaced can still decrypt, so that it can be replaced', () => {
  const replaced = Buffer.alloc(32).toString('base64')
  expect(readConfig({ ...completeEnvironment, SECRET_KEYS_REPLACED: replaced }).secretKeys).toHaveLength(2)
})

test('V12.2.1 production sends emails over encrypted connections only', () => {
  const smtp = { ...completeEnvironment, SMTP_URL: 'smtp://mail.example.org' }
  expect(readConfig(smtp).mail.requiresTls).toBe(true)
  // Initial passwords do not follow because a bucket beside it is not encrypted.
  expect(readConfig({ ...smtp, ALLOW_PLAINTEXT: 'bucket' }).mail.requiresTls).toBe(true)
  expect(readConfig({ ...smtp, ALLOW_PLAINTEXT: 'mail.example.org' }).mail.requiresTls).toBe(false)
  expect(readConfig({ ...smtp, NODE_ENV: 'development' }).mail.requiresTls).toBe(false)
})

test('Dojah needs the id of the application', () => {
  const dojah = { ...completeEnvironment, NIN_PROVIDER: 'dojah' }
  expect(() => readConfig(dojah)).toThrow('NIN_APP_ID is missing')
  expect(readConfig({ ...dojah, NIN_APP_ID: 'own' }).nin).toMatchObject({ provider: 'dojah', appId: 'own' })
})

test.each([
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['REMITA_BASE_URL', 'ftp://pay.example.org'],
  ['SMTP_URL', 'http://mail.example.org'],
])('%s is not right as %s', (name, value) => {
  expect(() => readConfig({ ...completeEnvironment, [name]: value })).toThrow(`${name} is not right`)
})

test('the database of an owner needs that of the application', () => {
  const { DATABASE_URL: _, ...without } = { ...completeEnvironment, NODE_ENV: 'development' }
  expect(() => readConfig({ ...without, DATABASE_OWNER_URL: 'postgres://owner@db/portal' })).toThrow(
    'DATABASE_URL is missing',
  )
})

describe('V13.3.1 a secret in a file', () => {
  let directory: string
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'portal-secrets-'))
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  const { SECRET_KEY, ...withoutKey } = completeEnvironment
  function writeSecret(content: string): string {
    const file = join(directory, 'secret')
    writeFileSync(file, content)
    return file
  }

  test.each(['\n', '\r\n', ''])('is read, and the line break %j at its end is no part of it', (end) => {
    const config = readConfig({ ...withoutKey, SECRET_KEY_FILE: writeSecret(`${SECRET_KEY}${end}`) })
    expect(Buffer.from(config.secretKeys[0]).toString('base64')).toBe(SECRET_KEY)
  })

  test.each([
    ['DATABASE_URL', ({ databaseUrl }: Config) => databaseUrl],
    ['DATABASE_OWNER_URL', ({ databaseOwnerUrl }: Config) => databaseOwnerUrl],
    ['DATABASE_DIRECT_URL', ({ databaseDirectUrl }: Config) => databaseDirectUrl],
    ['SMTP_URL', ({ mail }: Config) => mail.smtpUrl],
    ['REMITA_API_KEY', ({ remita }: Config) => remita.apiKey],
    ['REMITA_PUBLIC_KEY', ({ remita }: Config) => remita.publicKey],
    ['NIN_API_KEY', ({ nin }: Config) => nin.apiKey],
    ['NIN_APP_ID', ({ nin }: Config) => nin.appId],
    ['S3_ACCESS_KEY_ID', ({ files }: Config) => files.kind === 's3' && files.accessKeyId],
    ['METRICS_TOKEN', ({ metricsToken }: Config) => metricsToken],
    ['S3_SECRET_ACCESS_KEY', ({ files }: Config) => files.kind === 's3' && files.secretAccessKey],
  ])('may hold %s', (name, read) => {
    const content = 'smtps://a-secret-of-any-kind'
    const settings = { ...completeEnvironment, ...s3Settings, [name]: '', [`${name}_FILE`]: writeSecret(content) }
    expect(read(readConfig(settings))).toBe(content)
  })

  test('is refused beside the same secret in a variable, and when it is absent or empty', () => {
    const attempt = (settings: Record<string, string>) => () => readConfig({ ...withoutKey, ...settings })
    expect(attempt({ SECRET_KEY, SECRET_KEY_FILE: writeSecret('other') })).toThrow(
      'SECRET_KEY and SECRET_KEY_FILE are both set: keep one',
    )
    expect(attempt({ SECRET_KEY_FILE: join(directory, 'nowhere') })).toThrow("SECRET_KEY_FILE can't be read (ENOENT)")
    expect(attempt({ SECRET_KEY_FILE: writeSecret('\n') })).toThrow('SECRET_KEY_FILE names an empty file')
    expect(attempt({ SECRET_KEY_FILE: writeSecret('') })).not.toThrow('SECRET_KEY is missing')
  })
})

test.each([
  [{ DEMO: '1' }, true],
  [{ DEMO: '1', NODE_ENV: 'development' }, true],
  [{ DEMO: '1', NODE_ENV: 'production' }, false],
  [{ DEMO: '0' }, false],
  [{}, false],
])('demo accounts with the environment %j: %s', (env, expected) => {
  expect(isDemo(env)).toBe(expected)
})

test.each(['HOST', 'PUBLIC_URL', 'REMITA_BASE_URL', 'NIN_BASE_URL', 'SMTP_URL'])(
  'V13.2.3 demo accounts are refused when %s is not on this machine',
  (name) => {
    const demo = {
      ...completeEnvironment,
      NODE_ENV: '',
      DEMO: '1',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      REMITA_BASE_URL: 'http://127.0.0.1:3001/api',
      NIN_BASE_URL: 'http://[::1]:3002',
      SMTP_URL: 'smtp://127.0.0.1:3004',
    }
    expect(() => readConfig(demo)).not.toThrow()
    const elsewhere = name === 'HOST' ? '0.0.0.0' : demo[name as 'SMTP_URL'].replace(/\/\/[^/]*/, '//portal.example')
    expect(() => readConfig({ ...demo, [name]: elsewhere })).toThrow(
      `${name} must be this machine's own address while DEMO=1`,
    )
  },
)
