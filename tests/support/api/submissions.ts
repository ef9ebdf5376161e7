import { getFileUrl } from '#shared/api/calls.ts'
import { createCompleteAnswers } from '../fixtures/answers.ts'
import { createReadyApplicant, insertFileRow } from '../fixtures/applicants.ts'
import type { TestApi } from './api.ts'

/** An applicant who may submit, with answers that name an upload of theirs. */
export async function createSubmittableApplication(api: TestApi) {
  const applicant = await createReadyApplicant(api)
  const link = getFileUrl(await insertFileRow(api, applicant.id))
  return { applicant, link, answers: createCompleteAnswers(link) }
}
