import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isDemo, readConfig } from './config.ts'

const completeEnvironment = {
  NODE_ENV: 'production',
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

test('in production all missing settings are named at once', () => {
  const missing = Object.keys(completeEnvironment).filter((name) => name !== 'NODE_ENV')
  const files = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  const attempt = () => readConfig({ NODE_ENV: 'production', FILES: 's3', SMTP_URL: '' })
  for (const name of [...missing, ...files]) expect(attempt).toThrow(`${name} is missing`)
})

test('an invalid setting is named, and no value is shown', () => {
  const attempt = () => readConfig({ ...completeEnvironment, SECRET_KEY: 'c2hvcnQ=', PORT: 'many' })
  expect(attempt).toThrow('SECRET_KEY must be 32 bytes in base64')
  expect(attempt).toThrow('PORT is not right')
  expect(attempt).not.toThrow('canary')
})

test('a complete environment is read, and the public URL loses its trailing slash', () => {
  const config = readConfig({ ...completeEnvironment, SECRET_KEYS_REPLACED: randomBytes(32).toString('base64') })
  expect(config).toMatchObject({ isProduction: true, publicUrl: 'https://jobs.example.org', files: { kind: 'local' } })
  expect(config.secretKeys).toHaveLength(2)
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
