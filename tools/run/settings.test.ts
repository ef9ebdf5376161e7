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

test('a provider that is named is not simulated, nor is its port taken', () => {
  const { ports, server, simulators } = readSettings({ SMTP_URL: 'smtp://mail.example:25', MAIL_FROM: 'a@b.example' })
  expect(ports.map(({ port }) => port)).toEqual([3000, 3001, 3002])
  expect(server.SMTP_URL).toBe('smtp://mail.example:25')
  expect(simulators).not.toHaveProperty('SIM_SMTP_PORT')
})

test('when every provider is named nothing is simulated and it is no demo', () => {
  const named = {
    REMITA_BASE_URL: 'https://r.example',
    NIN_BASE_URL: 'https://n.example',
    SMTP_URL: 'smtp://m.example',
  }
  const { server, simulators } = readSettings(named)
  expect(simulators).toBeUndefined()
  expect(server).not.toHaveProperty('DEMO')
})

test('production simulates nothing, however little is set', () => {
  const { ports, server, simulators } = readSettings({ NODE_ENV: 'production' })
  expect(simulators).toBeUndefined()
  expect(ports.map(({ port }) => port)).toEqual([3000])
  expect(server).not.toHaveProperty('REMITA_BASE_URL')
  expect(server).not.toHaveProperty('DEMO')
})

test('an empty setting counts as a missing one', () => {
  expect(readSettings({ SMTP_URL: '', PORT: '' }).server).toMatchObject({
    SMTP_URL: 'smtp://127.0.0.1:3004',
    PORT: '3000',
  })
})

test("the payment widget is loaded from the host that the applicant's browser knows", () => {
  const { server } = readSettings({ HOST: '0.0.0.0', PUBLIC_URL: 'http://portal.example:3000' })
  expect(server.REMITA_WIDGET_URL).toBe('http://portal.example:3001/payment/v1/remita-pay-inline.bundle.js')
  expect(server.REMITA_BASE_URL).toContain('http://127.0.0.1:3001/')
})

test.each(['0', '70000', '3.5', 'http'])('PORT=%s is refused in a sentence', (PORT) => {
  expect(() => readSettings({ PORT })).toThrow(`PORT must be a number from 1 to 65530, not '${PORT}'.`)
})
