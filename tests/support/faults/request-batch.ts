// Prepares one request of every kind that changes data, so that all of them can be sent at once.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCompleteAnswers } from '../fixtures/answers.ts'
import {
  createUpload,
  findAcknowledgement,
  getUploadUrl,
  type RecordedRequest,
  type RequestLog,
} from './check/request-log.ts'
import type { FaultEnvironment } from './environment.ts'
import { createReadyUsers, createUnpaidUsers } from './users.ts'

export interface RequestBatch {
  /** Sends all requests; resolves when each was answered or lost. */
  send(): Promise<RecordedRequest[]>
}

const sizes = { submitters: 6, drafters: 4, uploaders: 4, payers: 3 }

/** Creates the applicants; those who will submit have uploaded a file. */
export async function prepareRequestBatch(
  environment: FaultEnvironment,
  requestLog: RequestLog,
  origin: string,
): Promise<RequestBatch> {
  const { submitters, drafters, uploaders, payers } = sizes
  const ready = await createReadyUsers(environment, submitters + drafters + uploaders)
  const unpaid = await createUnpaidUsers(environment, payers)
  const links = await Promise.all(
    ready
      .slice(0, submitters)
      .map(async (applicant) => getUploadUrl(await requestLog.send(origin, applicant, createUpload(4_000)))),
  )

  return {
    send: () =>
      Promise.all(
        [
          ...ready.slice(0, submitters).map(
            (applicant, index) => () =>
              requestLog.send(origin, applicant, {
                kind: 'submit',
                answers: createCompleteAnswers(links[index] ?? ''),
              }),
          ),
          ...ready
            .slice(submitters, submitters + drafters)
            .map((applicant) => () => saveDraftThreeTimes(requestLog, origin, applicant)),
          ...ready
            .slice(submitters + drafters)
            .map((applicant) => () => requestLog.send(origin, applicant, createUpload())),
          ...unpaid.map((applicant) => () => requestLog.send(origin, applicant, { kind: 'generate' })),
        ].map((start) => start()),
      ),
  }
}

/** Resolves at a random moment between the first byte sent and the last response. */
export async function waitForSomeAnswers({ inFlight }: RequestLog): Promise<void> {
  const count = randomInt(2, inFlight() + 2)
  while (inFlight() >= count) await sleep(1)
}

/** Saves a draft three times, each revision on the one before. */
async function saveDraftThreeTimes(
  requestLog: RequestLog,
  origin: string,
  applicant: RecordedRequest['applicant'],
): Promise<RecordedRequest> {
  const save = (revision: number) =>
    requestLog.send(origin, applicant, {
      kind: 'draft',
      document: { ...createCompleteAnswers('/api/v1/files/1'), hobby: `Chess, ${revision} hours a day` },
      revision,
    })
  let entry = await save(0)
  for (let revision = 1; revision < 3 && findAcknowledgement(entry); revision++) entry = await save(revision)
  return entry
}
