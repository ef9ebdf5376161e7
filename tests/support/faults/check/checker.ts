// Compares recorded requests with the database, the files and the API. Acknowledged requests exist exactly once, refused
// ones left nothing, unanswered ones are settled by one retry, and no orphans remain.
import { createHash } from 'node:crypto'
import { hasSameContent } from '#server/features/applications/answers-digest.ts'
import { getFileId } from '#shared/api/applicant/calls.ts'
import { callApi } from '#tests/support/api/call-api.ts'
import type { FaultEnvironment } from '../environment.ts'
import type { FaultUser } from '../users.ts'
import { checkPayments } from './check-payments.ts'
import {
  type AcknowledgedData,
  type ClientRequest,
  findAcknowledgement,
  isUnknown,
  type RecordedRequest,
  type RequestLog,
} from './request-log.ts'
import { readStoredState, type StoredState } from './stored-state.ts'

type RequestOfKind<K extends ClientRequest['kind']> = RecordedRequest & { request: ClientRequest & { kind: K } }

export const requestsOfKind = <K extends ClientRequest['kind']>({ entries }: Pick<RequestLog, 'entries'>, kind: K) =>
  entries.filter((entry): entry is RequestOfKind<K> => entry.request.kind === kind)

/** Returns one sentence per problem. Call it when no request is in flight, after `requestLog.settle`. */
export async function check(environment: FaultEnvironment, requestLog: RequestLog, origin: string): Promise<string[]> {
  const stored = await readStoredState(environment)
  return [
    ...stored.orphans,
    ...requestLog.entries.flatMap(checkSettled),
    ...groupByApplicant(requestsOfKind(requestLog, 'submit')).flatMap((entries) => checkSubmissions(entries, stored)),
    ...groupByApplicant(requestsOfKind(requestLog, 'draft')).flatMap((entries) => checkDrafts(entries, stored)),
    ...requestsOfKind(requestLog, 'upload').flatMap((entry) => checkUpload(entry, stored)),
    ...checkFiles(stored),
    ...(await checkPayments(environment, requestLog, stored)),
    ...(await checkThroughApi(requestLog, origin)),
  ]
}

/** One retry is enough, and a retry is never refused when the first attempt may have been carried out. */
function checkSettled({ applicant: { userId }, request: { kind }, outcomes }: RecordedRequest): string[] {
  const unknown = outcomes.filter(isUnknown).length
  if (isUnknown(outcomes.at(-1)))
    return [`${userId}: ${kind} is not settled after ${outcomes.length} attempts: ${JSON.stringify(outcomes)}`]
  const last = outcomes.at(-1)
  if (unknown > 0 && last?.kind === 'refused' && last.code !== 'session_ended')
    return [`${userId}: ${kind} was unanswered, and its retry was refused with ${last.code}`]
  return []
}

function checkSubmissions(entries: RequestOfKind<'submit'>[], stored: StoredState): string[] {
  const { applicant } = entries[0]!
  const rows = stored.applications.filter(({ accountId }) => accountId === applicant.id)
  const accepted = entries.filter((entry) => findAcknowledgement(entry))
  const numbers = new Set(
    entries.flatMap(({ outcomes }) =>
      outcomes.flatMap((one) => (one.kind === 'acknowledged' ? one.data.applicationId : [])),
    ),
  )
  if (accepted.length === 0)
    return rows.map(({ number }) => `${applicant.userId}: ${number} is stored and was never acknowledged`)
  const [row] = rows
  if (!row || rows.length > 1)
    return [`${applicant.userId}: ${[...numbers]} acknowledged, ${rows.length} applications stored`]
  return [
    ...(numbers.size === 1 && numbers.has(row.number)
      ? []
      : [`${applicant.userId}: acknowledged ${[...numbers]}, stored ${row.number}`]),
    ...(accepted.every(({ request }) => hasSameContent(request.answers, row.answers))
      ? []
      : [`${row.number}: other answers are stored`]),
    ...(stored.auditedSubmissions.get(applicant.id) === 1 ? [] : [`${row.number}: is not in the audit log once`]),
  ]
}

function checkDrafts(entries: RequestOfKind<'draft'>[], stored: StoredState): string[] {
  const { applicant } = entries[0]!
  const newest = Math.max(0, ...entries.map((entry) => findAcknowledgement(entry)?.revision ?? 0))
  const row = stored.drafts.find(({ accountId }) => accountId === applicant.id)
  if (newest === 0) return row ? [`${applicant.userId}: a draft is stored that was never acknowledged`] : []
  if (!row) return [`${applicant.userId}: the draft is missing`]
  if (row.revision < newest) return [`${applicant.userId}: revision ${newest} acknowledged, ${row.revision} stored`]
  const candidates = entries.filter(
    ({ request, outcomes }) =>
      request.revision === row.revision - 1 && !outcomes.every(({ kind }) => kind === 'refused'),
  )
  return candidates.some(({ request }) => hasSameContent(request.document, row.document))
    ? []
    : [`${applicant.userId}: revision ${row.revision} has other content`]
}

function checkUpload(
  { applicant: { id: accountId, userId }, request, outcomes }: RequestOfKind<'upload'>,
  stored: StoredState,
): string[] {
  const sha256 = createHash('sha256').update(request.bytes).digest()
  const rows = stored.files.filter((file) => file.accountId === accountId && file.sha256.equals(sha256))
  const ids = outcomes.flatMap((one) => (one.kind === 'acknowledged' ? getFileId(one.data.fileUrl) : []))
  const unknown = outcomes.filter(isUnknown).length
  return [
    ...ids.filter((id) => rows.every((row) => row.id !== id)).map((id) => `${userId}: upload ${id} is missing`),
    ...(rows.length > ids.length + unknown
      ? [`${userId}: ${request.name} is stored ${rows.length} times, acknowledged ${ids.length}, unanswered ${unknown}`]
      : []),
  ]
}

/** Every row has its content, every content its row, and no file is unfinished. */
function checkFiles({ files, contents, unfinished }: StoredState): string[] {
  const known = new Set(files.map(({ id }) => id))
  return [
    ...files.flatMap(({ id, sha256 }) => {
      const content = contents.get(id)
      if (!content) return [`file ${id} has a row and no content`]
      return content.equals(sha256) ? [] : [`file ${id} has other bytes`]
    }),
    ...[...contents.keys()].filter((id) => !known.has(id)).map((id) => `file ${id} has content and no row`),
    ...unfinished.map((name) => `${name} was left unfinished`),
  ]
}

/** Reads back through the API everything that was acknowledged. */
async function checkThroughApi(requestLog: RequestLog, origin: string): Promise<string[]> {
  const problems: string[] = []
  const queue = [...requestLog.entries]
  const checkQueue = async () => {
    for (let entry = queue.pop(); entry; entry = queue.pop()) {
      const data = findAcknowledgement(entry)
      if (data && !(await isReturned(origin, entry, data)))
        problems.push(`${entry.applicant.userId}: the API does not return the acknowledged ${entry.request.kind}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, checkQueue))
  return problems
}

async function isReturned(
  origin: string,
  { applicant: { token }, request }: RecordedRequest,
  data: AcknowledgedData,
): Promise<boolean> {
  const read = async (path: string) => (await callApi(origin, 'GET', path, { token })).body.data
  switch (request.kind) {
    case 'submit':
      return (await read('/applications/my'))?.applicationId === data.applicationId
    case 'draft':
      return (await read('/applications/draft'))?.revision >= data.revision
    case 'generate':
      return (await read('/payments/my'))?.reference === data.RRR
    case 'verify':
      return (await read('/payments/my'))?.status === 'paid'
    case 'upload': {
      const response = await fetch(`${origin}${data.fileUrl}`, { headers: { authorization: `Bearer ${token}` } })
      return response.ok && Buffer.from(await response.arrayBuffer()).equals(request.bytes)
    }
  }
}

function groupByApplicant<E extends { applicant: FaultUser }>(entries: E[]): E[][] {
  const groups = new Map<string, E[]>()
  for (const entry of entries) groups.set(entry.applicant.id, [...(groups.get(entry.applicant.id) ?? []), entry])
  return [...groups.values()]
}
