import { expect, test } from 'vitest'
import { type AnyCallName, getAnyCall } from '#shared/api/applicant/all-calls.ts'
import { contracts } from '#shared/api/applicant/contracts.ts'
import { createApplicantAudience } from './applicant-audience.ts'

const options = { publicUrl: 'https://jobs.example.org' } as Parameters<typeof createApplicantAudience>[0]

test.each<[boolean, AnyCallName[]]>([
  [true, ['me', 'states', 'saveDraft', 'submitApplication']],
  [false, ['login', 'generateRrr', 'answerOffer', 'remitaNotification']],
])('that a call of applicants is repeated when the database was away is %s of %j', (isRepeated, names) => {
  const { isRepeatable } = createApplicantAudience(options)
  for (const name of names)
    expect(isRepeatable({ name, method: getAnyCall(name).method, contract: contracts[name] }), name).toBe(isRepeated)
})
