import { createApplicationSessions } from '#server/features/applications/application-sessions.ts'
import { createApplicationService, type Submission } from '#server/features/applications/service.ts'
import { createApplicationStore } from '#server/features/applications/store.ts'
import { createSessionReader } from '#server/features/auth/sessions/session-lookup.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import type { Answers } from '#shared/application/sections.ts'
import { createCompleteAnswers } from '../fixtures/answers.ts'
import { createReadyApplicant, insertFileRow } from '../fixtures/applicants.ts'
import type { TestApi } from './api.ts'

/** An applicant who may submit, with answers that name an upload of theirs. */
export async function createSubmittableApplication(api: TestApi) {
  const applicant = await createReadyApplicant(api)
  const link = getFileUrl(await insertFileRow(api, applicant.id))
  return { applicant, link, answers: createCompleteAnswers(link) }
}

/**
 * A request of which the server has read all but the body.
 * @param moment on the server's clock when the body has arrived
 * @returns a function that lets the body arrive
 */
export async function beginSubmission(api: TestApi, token: string, moment = api.clock.now()) {
  const { serverDatabase: database, clock, config } = api
  const applications = createApplicationStore(database.db)
  const readWithSession = createSessionReader(database.pool, clock.now)
  const principal = await createApplicationSessions({ applications, readWithSession }).findSessionWithContext(token)
  if (!principal) throw new Error('The session has ended.')
  const service = createApplicationService({ database, applications, clock: () => moment, publicUrl: config.publicUrl })
  return (answers: Answers): Promise<Submission> => service.submit(principal, answers)
}
