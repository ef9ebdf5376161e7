// Applicants who write without pause and repeat each request until it has a definite answer, as the web app does.
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '#shared/api/applicant/limits.ts'
import type { Rate } from '#shared/api/contract.ts'
import { type ClientRequest, createUpload, isUnknown, type RequestLog } from '../faults/check/request-log.ts'
import type { FaultEnvironment } from '../faults/environment.ts'
import { createReadyUsers, type FaultUser } from '../faults/users.ts'
import { createCompleteAnswers } from '../fixtures/answers.ts'

const sizes = { drafters: 16, uploaders: 6 }
/** Before a request without a definite answer is repeated; each attempt counts towards the account's limit. */
const repeatPauseMs: Record<WrittenKind, number> = { draft: 250, upload: 1_000 }

interface WriterOptions {
  /** How long they write: slowly enough that no limit of an account stops them before. */
  durationMs: number
}

/** Between two requests of an account, at least `leastMs`. A quarter of its limit remains for repeated requests. */
const choosePause = ({ count, seconds }: Rate, durationMs: number, leastMs: number) =>
  Math.max(leastMs, Math.min(durationMs, seconds * 1_000) / (0.75 * count))

export type WrittenKind = 'draft' | 'upload'

export interface Writers {
  /** The longest time in ms in which no request, or none of a kind, was acknowledged, from `watch` to now. */
  watch(): { maxSilenceMs(kind?: WrittenKind): number }
  /** Resolves when every request has a definite answer. */
  stop(): Promise<void>
}

export async function startWriters(
  environment: FaultEnvironment,
  requestLog: RequestLog,
  origin: string,
  { durationMs }: WriterOptions,
): Promise<Writers> {
  const draftPauseMs = choosePause(limits.draft.perAccount, durationMs, 100)
  const uploadPauseMs = choosePause(limits.upload.perAccount, durationMs, 1_000)
  const users = await createReadyUsers(environment, sizes.drafters + sizes.uploaders)
  const acknowledgements: { kind: WrittenKind; at: number }[] = []
  let isStopping = false

  async function write(applicant: FaultUser, request: ClientRequest & { kind: WrittenKind }): Promise<boolean> {
    const { kind } = request
    const entry = await requestLog.send(origin, applicant, request)
    while (isUnknown(entry.outcomes.at(-1))) {
      await sleep(repeatPauseMs[kind])
      await requestLog.resend(origin, entry)
    }
    const isAcknowledged = entry.outcomes.at(-1)?.kind === 'acknowledged'
    if (isAcknowledged) acknowledgements.push({ kind, at: performance.now() })
    return isAcknowledged
  }

  async function writeDrafts(applicant: FaultUser): Promise<void> {
    for (let revision = 0; !isStopping; revision++) {
      const document = { ...createCompleteAnswers('/api/v1/files/1'), hobby: `Chess, game ${revision}` }
      if (!(await write(applicant, { kind: 'draft', document, revision }))) return
      await sleep(draftPauseMs)
    }
  }

  async function upload(applicant: FaultUser): Promise<void> {
    while (!isStopping) {
      await write(applicant, createUpload(50_000))
      await sleep(uploadPauseMs)
    }
  }

  const writing = Promise.all([
    ...users.slice(0, sizes.drafters).map(writeDrafts),
    ...users.slice(sizes.drafters).map(upload),
  ])
  return {
    watch() {
      const startedAt = performance.now()
      return {
        maxSilenceMs(kind) {
          const found = acknowledgements.filter((one) => one.at > startedAt && (!kind || one.kind === kind))
          const times = [startedAt, ...found.map(({ at }) => at), performance.now()]
          return Math.round(Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at))))
        },
      }
    },
    async stop() {
      isStopping = true
      await writing
    },
  }
}

/** Requests of the log from this index on whose first answer was not a definite one, by status or `cut`. */
export function countFirstErrors({ entries }: Pick<RequestLog, 'entries'>, from = 0): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcomes } of entries.slice(from)) {
    const [first] = outcomes
    if (!first || !isUnknown(first)) continue
    const key = first.kind === 'deferred' ? String(first.status) : 'cut'
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

/** How many answers had the status 500, which no fault should cause. */
export const countUnexpected = ({ entries }: Pick<RequestLog, 'entries'>): number =>
  entries.flatMap(({ outcomes }) => outcomes).filter((one) => one.kind === 'deferred' && one.status === 500).length
