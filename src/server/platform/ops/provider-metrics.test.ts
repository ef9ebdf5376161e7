import { expect, test } from 'vitest'
import { MailError } from '#server/providers/mail/mailer.ts'
import { createMetrics } from './metrics.ts'
import { classifyResultKind, measureProvider } from './provider-metrics.ts'

async function listErrors({ providerErrors }: ReturnType<typeof createMetrics>) {
  const { values } = await providerErrors.get()
  return values.map(({ labels, value }) => ({ ...labels, value }))
}

test('every request to a provider is timed, and failures are counted by outcome', async () => {
  const metrics = createMetrics('test')
  const answers: object[] = [
    { kind: 'paid' },
    { kind: 'unknown', reason: 'timeout' },
    { kind: 'refused', code: '020' },
    { kind: 'unavailable' },
  ]
  const gateway = measureProvider(
    metrics,
    'remita',
    { getStatus: async (_rrr: string) => answers.shift(), currency: 'NGN' },
    classifyResultKind,
  )
  expect(gateway.currency).toBe('NGN')
  expect(await gateway.getStatus('1')).toEqual({ kind: 'paid' })
  await gateway.getStatus('2')
  await gateway.getStatus('3')
  await gateway.getStatus('4')

  expect(await metrics.registry.metrics()).toContain(
    'portal_provider_request_duration_seconds_count{provider="remita",operation="getStatus"} 4',
  )
  expect(await listErrors(metrics)).toEqual([
    { provider: 'remita', operation: 'getStatus', outcome: 'timeout', value: 1 },
    { provider: 'remita', operation: 'getStatus', outcome: 'refused', value: 1 },
    { provider: 'remita', operation: 'getStatus', outcome: 'unavailable', value: 1 },
  ])
})

test('an error of an adapter is counted and thrown on', async () => {
  const metrics = createMetrics('test')
  const errors = [new MailError('permanent', 'No such mailbox.'), new TypeError('fetch failed')]
  const mailer = measureProvider(metrics, 'smtp', { send: async () => Promise.reject(errors.shift()) })
  await expect(mailer.send()).rejects.toThrow('No such mailbox.')
  await expect(mailer.send()).rejects.toThrow('fetch failed')
  expect(await listErrors(metrics)).toEqual([
    { provider: 'smtp', operation: 'send', outcome: 'permanent', value: 1 },
    { provider: 'smtp', operation: 'send', outcome: 'error', value: 1 },
  ])
})
