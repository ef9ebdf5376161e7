// Simulates one applicant in the wizard: saves drafts, uploads, logs in again, submits, and retries when the server is busy.
import { setTimeout as sleep } from 'node:timers/promises'
import { getFileId } from '#shared/api/applicant/calls.ts'
import type { Call, HttpReply } from '../load/connection.ts'
import type { ConnectionPool } from '../load/connection-pool.ts'
import { createForm } from '../sample-form.ts'
import { type BenchUser, password } from '../users.ts'
import type { ResponseCounts } from './counts.ts'
import type { ExpectedState } from './expected-state.ts'

interface PhaseOptions {
  connections: ConnectionPool
  counts: ResponseCounts
  upload(token: string): Call
  /** Aborted at the end of the phase. */
  end: AbortSignal
}

const api = '/api/v1'
/** Mean pause between two actions, exponentially distributed. */
const thinkMs = 10_000
/** Shares of all actions; the rest are saved drafts. */
const shares = { upload: 0.08, login: 0.04, read: 0.08, submit: 0.01 }

/** Acts until the phase ends, and records in `expected` what the server acknowledges. */
export async function simulateApplicant(
  user: BenchUser,
  expected: ExpectedState,
  { connections, counts, upload, end }: PhaseOptions,
): Promise<void> {
  const wait = (ms: number) => sleep(ms, undefined, { signal: end }).catch(() => {})

  /** Retries on 503, 429 and lost connections, as the web app does. Null when the phase ended first. */
  async function send(call: Call): Promise<HttpReply | null> {
    while (!end.aborted) {
      const sent = performance.now()
      try {
        const reply = await connections.send(call)
        counts.add({ status: reply.status, ms: performance.now() - sent })
        if (reply.status !== 503 && reply.status !== 429) return reply
        await wait((reply.retryAfter ?? 5) * 1000)
      } catch {
        counts.addLost()
        await wait(1_000)
      }
    }
    return null
  }

  const actions = {
    async save() {
      const marker = `Reading, turn ${Math.random().toString(36).slice(2)}`
      const document = JSON.stringify({ ...JSON.parse(createForm(6_000, user.fileUrl)), hobby: marker })
      const body = `{"document":${document},"revision":${expected.draft?.revision ?? 0}}`
      const reply = await send({ method: 'PUT', path: `${api}/applications/draft`, token: user.token, body })
      if (reply?.status === 200) expected.draft = { revision: parseData(reply).revision, marker }
      // 409 after a lost reply: the body contains the stored draft.
      if (reply?.status !== 409) return
      const { revision, document: stored } = parseData(reply)
      if (stored) expected.draft = { revision, marker: stored.hobby }
    },
    async upload() {
      const reply = await send(upload(user.token))
      if (reply?.status === 200) expected.uploads.push(getFileId(parseData(reply).fileUrl) ?? '')
    },
    async login() {
      const body = JSON.stringify({ userId: user.userId, password })
      await send({ method: 'POST', path: `${api}/users/login`, body })
    },
    async read() {
      await send({ method: 'GET', path: `${api}/users/me`, token: user.token })
    },
    async submit() {
      const body = createForm(6_000, user.fileUrl)
      const reply = await send({ method: 'POST', path: `${api}/applications/`, token: user.token, body })
      if (reply?.status === 201) expected.number = parseData(reply).applicationId
    },
  }

  await wait(Math.random() * thinkMs)
  while (!end.aborted) {
    await actions[chooseAction(expected.number !== null)]()
    await wait(-Math.log(1 - Math.random()) * thinkMs)
  }
}

/** The fields that the actions read; each response fills only its own. */
interface ReplyData {
  revision: number
  document: { hobby: string } | null
  fileUrl: string
  applicationId: string
}

const parseData = ({ body }: HttpReply): ReplyData => JSON.parse(body.toString()).data

function chooseAction(hasSubmitted: boolean): 'save' | 'upload' | 'login' | 'read' | 'submit' {
  if (hasSubmitted) return 'read'
  let random = Math.random()
  for (const [action, share] of Object.entries(shares)) {
    if (random < share) return action as keyof typeof shares
    random -= share
  }
  return 'save'
}
