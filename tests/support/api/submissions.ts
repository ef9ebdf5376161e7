import { fileUrl } from '#shared/api/calls.ts'
import { aFileRow, aReadyApplicant } from '../fixtures/accounts.ts'
import { completeAnswers } from '../fixtures/answers.ts'
import type { TestApi } from './api.ts'

/** An applicant who may submit, with answers that name an upload of theirs. */
export async function readyToSubmit(api: TestApi) {
  const applicant = await aReadyApplicant(api)
  const link = fileUrl(await aFileRow(api, applicant.id))
  return { applicant, link, answers: completeAnswers(link) }
}
