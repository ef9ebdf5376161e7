import { expect, onTestFinished, test } from 'vitest'
import { reportAnswer, reportUnreachable } from '#applicant/offline/connection.ts'
import { ApiError, NetworkError } from '#kit/http/api-error.ts'
import { createQueryClient } from './query-client.ts'

test('what got no answer is asked for twice more, unless the page is offline; what was refused is not', () => {
  const retry = createQueryClient().getDefaultOptions().queries?.retry
  if (typeof retry !== 'function') throw new Error('No rule for what is asked again.')
  const unanswered = new NetworkError('No answer.')
  expect([0, 1, 2].map((failures) => retry(failures, unanswered))).toEqual([true, true, false])
  expect(retry(0, new ApiError(503, { message: 'Busy.' }))).toBe(false)
  onTestFinished(reportAnswer)
  reportUnreachable()
  expect(retry(0, unanswered)).toBe(false)
})
