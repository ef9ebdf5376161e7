// The staff's API with scripted replies. The contracts hold on both sides: a reply that they do not allow fails the test,
// and a request that they do not allow is refused as the server would refuse it.

import { z } from 'zod'
import { AppError } from '#server/app-error.ts'
import { createRequestParser } from '#server/http/validation.ts'
import { apiBase } from '#shared/api/calls.ts'
import type { ParsedRequest, Reply } from '#shared/api/contract.ts'
import { type StaffCallName, staffCalls, staffHeader } from '#shared/api/staff/calls.ts'
import type { StaffContract } from '#shared/api/staff/contract.ts'
import { type StaffContracts, staffContracts } from '#shared/api/staff/contracts.ts'
import { failure, type ReceivedRequest, type ScriptedAnswer, startScriptedApi, success } from './scripted-api.ts'

type ErrorDetails = ConstructorParameters<typeof AppError>[1]

/** A refusal with the status and the message of the catalogue. */
export const refuse = (code: AppError['code'], details: ErrorDetails = {}) => new AppError(code, details)

/** For calls that answer with a file. */
export class FileAnswer {
  readonly content: string
  readonly type: string
  constructor(content: string, type: string) {
    this.content = content
    this.type = type
  }
}

/** What a newer server answers, with names that this contract does not have. */
export class NewerServerAnswer {
  readonly data: unknown
  constructor(data: unknown) {
    this.data = data
  }
}

/** What a call answers: the data of its reply, or a file where it has none. */
export type StaffData<N extends StaffCallName> = [Reply<StaffContracts[N]>] extends [never]
  ? FileAnswer
  : Reply<StaffContracts[N]> extends { data: infer D }
    ? D
    : never
type StaffAnswer<N extends StaffCallName> = StaffData<N> | NewerServerAnswer | AppError | 'hang up'

interface ReceivedCall<N extends StaffCallName> {
  params: ParsedRequest<StaffContracts[N], 'params'>
  query: ParsedRequest<StaffContracts[N], 'query'>
  body: ParsedRequest<StaffContracts[N], 'body'>
}
export type StaffScript = {
  [N in StaffCallName]?: StaffAnswer<N> | ((request: ReceivedCall<N>) => StaffAnswer<N> | Promise<StaffAnswer<N>>)
}

type Query = Record<string, string | string[]>

/** A request as the page sent it; parts that were not sent are absent. */
interface SentRequest {
  params?: Record<string, string>
  query?: Query
  body?: unknown
}

export interface ScriptedStaffApi {
  readonly url: string
  /** Adds answers, or replaces those given before. A call without an answer fails the test. */
  answer(script: StaffScript): void
  /** The requests of a call so far, oldest first. */
  requests(name: StaffCallName): SentRequest[]
  /** Forgets answers and requests. @returns what was wrong since the last time: unexpected calls, impossible replies */
  reset(): string[]
  /** Ends the calls whose answers are still held back. */
  hangUp(): void
  close(): Promise<void>
}

export async function startScriptedStaffApi(): Promise<ScriptedStaffApi> {
  let script: StaffScript = {}
  let problems: string[] = []
  const sent = new Map<StaffCallName, SentRequest[]>()
  const api = await startScriptedApi()

  async function reply(request: ReceivedRequest): Promise<ScriptedAnswer | 'hang up'> {
    // Of a page of the applicants in an earlier file, which still asks whether the server can be reached.
    if (request.path === '/healthz') return { body: 'ok' }
    const call = matchCall(request)
    if (!call) {
      problems.push(`There is no call ${request.method} ${request.path}.`)
      return failure(404, 'not_found', 'There is nothing at this address.')
    }
    const { name, params, query } = call
    sent.set(name, [...(sent.get(name) ?? []), toSentRequest(params, query, request.body)])
    // A file is read from its address, as a link does it.
    if (name !== 'staffFile' && request.headers[staffHeader.name] !== staffHeader.value)
      problems.push(`${name} was called without its header.`)
    const missing = findMissingPermission(script.staffSession, contracts[name].access)
    if (missing) problems.push(`${name} needs ${missing}, which the person does not have.`)
    if (request.method !== 'GET' && !sentByThemselves.has(name) && !document.querySelector('[aria-busy="true"]'))
      problems.push(`${name} was called while no button was busy.`)
    const answer = script[name] as
      | StaffAnswer<StaffCallName>
      | ((parsed: unknown) => Promise<StaffAnswer<StaffCallName>>)
      | undefined
    if (answer === undefined) {
      problems.push(`${name} was called and has no answer.`)
      return failure(500, 'unexpected', 'The test has no answer to this call.')
    }
    try {
      const isFile = request.headers['content-type']?.startsWith('multipart') ?? false
      const parsed = parsers[name]({ params, query, body: isFile ? undefined : request.body })
      return toScriptedAnswer(name, typeof answer === 'function' ? await answer(parsed) : answer)
    } catch (error) {
      if (error instanceof AppError) return toScriptedAnswer(name, error)
      problems.push(`${name}: ${error}`)
      return failure(500, 'unexpected', 'The reply of the test is impossible.')
    }
  }
  api.answer(reply)

  return {
    url: api.url,
    answer(more) {
      script = { ...script, ...more }
    },
    requests: (name) => sent.get(name) ?? [],
    reset() {
      const found = problems
      problems = []
      script = {}
      sent.clear()
      return found
    },
    hangUp: api.hangUp,
    close: api.close,
  }
}

/** Changes that no button waits for: the page makes them, or goes on meanwhile. */
const sentByThemselves = new Set<StaffCallName>([
  'createSelection',
  'endViewing',
  'makeMailing',
  'openInvitation',
  'preparePasskeySignIn',
  'previewExercise',
  'renewViewing',
  'reviewApplication',
  'sendMarks',
])

const contracts: Readonly<Record<StaffCallName, StaffContract>> = staffContracts

/** What a page must not call: the server would refuse it. Null while it is not known who the person is. */
function findMissingPermission(answer: StaffScript['staffSession'], access: StaffContract['access']): string | null {
  const permission = /^staff:(.*)$/.exec(access)?.[1]
  if (!permission || typeof answer !== 'object' || !('me' in answer) || !answer.me) return null
  return answer.me.permissions.some((held) => held === permission) ? null : permission
}

export const callNames = Object.keys(staffCalls) as StaffCallName[]

const parsers = Object.fromEntries(callNames.map((name) => [name, createRequestParser(contracts[name])])) as Record<
  StaffCallName,
  (input: Record<'params' | 'query' | 'body', unknown>) => unknown
>

/** Those without parameters first, because `/complaints/assignees` is no complaint. */
const patterns = callNames
  .map((name) => {
    const [method = '', path = ''] = staffCalls[name].split(' ')
    const pattern = new RegExp(`^${path.replace('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
    return { name, method, pattern, parameters: path.split(':').length }
  })
  .sort((a, b) => a.parameters - b.parameters)

function matchCall({ method, path }: ReceivedRequest) {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  for (const { name, method: wanted, pattern } of patterns) {
    const found = method === wanted ? pattern.exec(pathname.replace(apiBase, '')) : null
    if (!found) continue
    const params = Object.entries(found.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)])
    return { name, params: Object.fromEntries(params) as Record<string, string>, query: collectQuery(searchParams) }
  }
  return null
}

/** A name that is repeated has a list. */
const collectQuery = (search: URLSearchParams): Query =>
  Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const [first = '', ...others] = search.getAll(name)
      return [name, others.length > 0 ? [first, ...others] : first]
    }),
  )

const toSentRequest = (params: Record<string, string>, query: Query, body: unknown): SentRequest => ({
  ...(Object.keys(params).length > 0 && { params }),
  ...(Object.keys(query).length > 0 && { query }),
  ...(body !== undefined && { body }),
})

function toScriptedAnswer(name: StaffCallName, answer: StaffAnswer<StaffCallName>): ScriptedAnswer | 'hang up' {
  if (answer === 'hang up') return answer
  if (answer instanceof AppError) {
    const { errors, data } = answer.details
    return failure(answer.status, answer.code, answer.message, { ...(errors && { errors }), ...(data ? { data } : {}) })
  }
  if (answer instanceof FileAnswer) return { headers: { 'content-type': answer.type }, body: answer.content }
  const { reply, replyStatus = 200 } = contracts[name]
  const isNewer = answer instanceof NewerServerAnswer
  const answered = { ...(success(isNewer ? answer.data : answer).body as object), statusCode: replyStatus }
  const headers = { 'cache-control': 'no-store' }
  return { status: replyStatus, headers, body: reply && !isNewer ? z.parse(reply, answered) : answered }
}
