import { expect, test } from 'vitest'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { setUpScriptedApi } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'
import { submitApplication } from './submit.ts'

const api = setUpScriptedApi()
const answers = createCompleteAnswers('/api/v1/files/1')
const applicationId = 'APP-2024-000123'
const errors = [{ path: 'hobby', message: 'Hobby is required.' }]
const already = (data: unknown) => failure(409, 'already_submitted', 'You have submitted.', { data })
const submittedAt = '2026-11-21T13:32:00Z'

test.each<[string, ScriptedAnswer | 'hang up', boolean, object]>([
  ['done', success({ applicationId, submittedAt }), false, { kind: 'done', applicationId, submittedAt }],
  ['no answer', 'hang up', false, { kind: 'unreachable' }],
  ['a NIN that is not verified', failure(403, 'nin_required', 'Verify it.'), false, { kind: 'nin required' }],
  [
    'errors',
    failure(400, 'invalid_application', 'No.', { errors }),
    false,
    { kind: 'refused', message: 'No.', errors },
  ],
  [
    'errors of a correction',
    failure(400, 'invalid_application', 'No.', { errors }),
    true,
    { kind: 'refused', message: 'No.', errors },
  ],
  ['a refusal without words', failure(500, 'unexpected', ''), false, { kind: 'refused', errors: [] }],
  ['submitted before', already({ applicationId }), false, { kind: 'done', applicationId }],
  ['submitted before, a correction', already({ applicationId }), true, { kind: 'over' }],
  ['submitted before, without its number', already({}), false, { kind: 'refused' }],
  ['submitted before, without anything', already(null), false, { kind: 'refused' }],
  ['another conflict', failure(409, 'busy', 'Wait.', { data: { applicationId } }), false, { kind: 'refused' }],
])('what becomes of a submission: %s', async (_, answer, isCorrection, outcome) => {
  api.current.answerCalls({ 'POST /applications/': answer })
  const { message, ...result } = await submitApplication(answers, isCorrection)
  expect({ message, ...result }).toMatchObject(outcome)
  expect(message).not.toBe('')
})
