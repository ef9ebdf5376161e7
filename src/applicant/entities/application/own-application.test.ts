import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { forgetApplication, snapshotKey, summaryKey } from './own-application.ts'

test('what was read of the application before its submission is on no page any more, and is read again', () => {
  const client = new QueryClient()
  client.setQueryData(summaryKey, { application: null })
  client.setQueryData(['application'], null)
  // Of what a correction has replaced.
  client.setQueryData(snapshotKey, { applicationId: 'APP-2024-000001' })
  forgetApplication(client)
  expect(client.getQueryData(summaryKey)).toBeUndefined()
  expect(client.getQueryData(snapshotKey)).toBeUndefined()
  expect(client.getQueryState(['application'])?.isInvalidated).toBe(true)
})
