import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.mjs'

describe('with no settings at all', () => {
  const { url, ports, server, simulators } = readSettings({})

  test('it is the demo, at port 3000, for this machine alone', () => {
    expect(url).toBe('http://localhost:3000')
    expect(server).toMatchObject({ PORT: '3000', HOST: '127.0.0.1', DEMO: '1' })
  })

  test('every provider is simulated on a port of its own', () => {
    expect(ports.map(({ port }) => port)).toEqual([3000, 3001, 3002, 3003, 3004])
    expect(server).toMatchObject({
      REMITA_BASE_URL: 'http://127.0.0.1:3001/remita/exapp/api/v1/send/api',
      REMITA_WIDGET_URL: 'http://localhost:3001/payment/v1/remita-pay-inline.bundle.js',
      NIN_BASE_URL: 'http://127.0.0.1:3002',
      SMTP_URL: 'smtp://127.0.0.1:3004',
    })
    expect(simulators).toMatchObject({
      SIM_REMITA_PORT: '3001',
      SIM_NIN_PORT: '3002',
      SIM_MAIL_HTTP_PORT: '3003',
      SIM_SMTP_PORT: '3004',
      SIM_NOTIFICATION_URL: 'http://127.0.0.1:3000/api/v1/payments/remita-notification',
    })
  })
})

test.each(['SMTP_URL', 'REMITA_API_KEY', 'NIN_BASE_URL', 'SMTP_URL_FILE'])(
  'V6.3.2 V13.2.3 with %s set nothing is simulated and there are no demo accounts',
  (name) => {
    const { ports, server, simulators } = readSettings({ [name]: 'a value' })
    expect(simulators).toBeUndefined()
    expect(ports.map(({ port }) => port)).toEqual([3000])
    expect(server).not.toHaveProperty('DEMO')
    expect(Object.keys(server).filter((setting) => /^(REMITA|NIN|SMTP)_/.test(setting))).toEqual([name])
  },
)

test.each([
  [{ NODE_ENV: 'production', DATABASE_URL: 'postgresql://db.example/portal' }, true],
  [{ NODE_ENV: 'production', DATABASE_URL_FILE: '/run/secrets/database' }, true],
  [{ NODE_ENV: 'production' }, false],
  [{ DATABASE_URL: 'postgresql://127.0.0.1/portal' }, false],
])('several servers may share DATA_DIR only in production with a database elsewhere: %j', (settings, isShared) => {
  expect(readSettings(settings).isShared).toBe(isShared)
})

test.each([{ HOST: '0.0.0.0' }, { HOST: '::' }, { HOST: '192.168.1.7' }, { PUBLIC_URL: 'https://portal.example' }])(
  'V13.2.3 the demo refuses to run for other machines: %j',
  (settings) => {
    const [name, value = ''] = Object.entries(settings)[0] ?? []
    expect(() => readSettings(settings)).toThrow(
      `Without providers this is the demo, which runs for this machine alone: ${name} cannot be ${value.replace('https://', '')}.`,
    )
  },
)

test.each(['localhost', '127.0.0.1', '127.3.4.5', '::1'])('the demo runs on %s', (host) => {
  const { server } = readSettings({ HOST: host })
  expect(server).toMatchObject({ DEMO: '1', HOST: host })
  expect(new URL(server.NIN_BASE_URL ?? '').hostname).toBe(host === '::1' ? '[::1]' : host)
})

test('V6.3.2 V15.2.3 production simulates nothing, however little is set', () => {
  const { ports, server, simulators } = readSettings({ NODE_ENV: 'production' })
  expect(simulators).toBeUndefined()
  expect(ports.map(({ port }) => port)).toEqual([3000])
  expect(server).not.toHaveProperty('REMITA_BASE_URL')
  expect(server).not.toHaveProperty('DEMO')
})

test('an empty setting counts as a missing one', () => {
  expect(readSettings({ SMTP_URL: '', PORT: '', HOST: '' }).server).toMatchObject({
    SMTP_URL: 'smtp://127.0.0.1:3004',
    PORT: '3000',
  })
})

test.each(['0', '70000', '3.5', 'http'])('PORT=%s is refused in a sentence', (PORT) => {
  expect(() => readSettings({ PORT })).toThrow(`PORT must be a number from 1 to 65530, not '${PORT}'.`)
})
