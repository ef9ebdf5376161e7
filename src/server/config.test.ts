import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const whole = {
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

test('in production every missing setting is named at once', () => {
  const missing = Object.keys(whole).filter((name) => name !== 'NODE_ENV')
  const files = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  const attempt = () => readConfig({ NODE_ENV: 'production', FILES: 's3', SMTP_URL: '' })
  for (const name of [...missing, ...files]) expect(attempt).toThrow(`${name} is missing`)
})

test('a setting that is wrong is named, and no value of any is shown', () => {
  const attempt = () => readConfig({ ...whole, SECRET_KEY: 'c2hvcnQ=', PORT: 'many' })
  expect(attempt).toThrow('SECRET_KEY must be 32 bytes in base64')
  expect(attempt).toThrow('PORT is not right')
  expect(attempt).not.toThrow('canary')
})

test('a whole environment is read, the public address without its last slash', () => {
  const config = readConfig({ ...whole, SECRET_KEYS_REPLACED: randomBytes(32).toString('base64') })
  expect(config).toMatchObject({ isProduction: true, publicUrl: 'https://jobs.example.org', files: { kind: 'local' } })
  expect(config.secretKeys).toHaveLength(2)
})
