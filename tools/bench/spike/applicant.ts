// One applicant in the wizard: writes, saves, uploads, logs in again, submits in the end, and comes again when told to.
import { setTimeout as pause } from 'node:timers/promises'
import { fileIdOf } from '#shared/api/calls.ts'
import { formOf } from '../answers.ts'
import type { Call, Reply } from '../load/connection.ts'
import type { KeptConnections } from '../load/kept-connections.ts'
import { type Member, password } from '../users.ts'
import type { Counts } from './counts.ts'
import type { Promised } from './expected-state.ts'

interface Surroundings {
  connections: KeptConnections
  counts: Counts
  upload(token: string): Call
  /** Aborted when the phase is over. */
  end: AbortSignal
}

const api = '/api/v1'
/** Between two deeds, in ms; exponentially spread around it. */
const thinkMs = 10_000
/** Of all deeds; the rest are saved drafts. */
const shares = { upload: 0.08, login: 0.04, read: 0.08, submit: 0.01 }

/** Lives until the phase is over, and notes in `promised` what the server acknowledges. */
export async function live(member: Member, promised: Promised, { connections, counts, upload, end }: Surroundings) {
  const thought = (ms: number) => pause(ms, undefined, { signal: end }).catch(() => {})

  /** Null when there was no answer. Comes again when turned away, as the web app does. */
  async function ask(call: Call): Promise<Reply | null> {
    while (!end.aborted) {
      const sent = performance.now()
      try {
        const reply = await connections.send(call)
        counts.note({ status: reply.status, ms: performance.now() - sent })
        if (reply.status !== 503 && reply.status !== 429) return reply
        await thought((reply.retryAfter ?? 5) * 1000)
      } catch {
        counts.noteLost()
        await thought(1_000)
      }
    }
    return null
  }

  const deeds = {
    async save() {
      const mark = `Reading, turn ${Math.random().toString(36).slice(2)}`
      const document = JSON.stringify({ ...JSON.parse(formOf(6_000, member.fileUrl)), hobby: mark })
      const body = `{"document":${document},"revision":${promised.draft?.revision ?? 0}}`
      const reply = await ask({ method: 'PUT', path: `${api}/applications/draft`, token: member.token, body })
      if (reply?.status === 200) promised.draft = { revision: dataOf(reply).revision, mark }
      // An answer was lost on the way: the server tells what it holds.
      if (reply?.status !== 409) return
      const { revision, document: held } = dataOf(reply)
      if (held) promised.draft = { revision, mark: held.hobby }
    },
    async upload() {
      const reply = await ask(upload(member.token))
      if (reply?.status === 200) promised.uploads.push(fileIdOf(dataOf(reply).fileUrl) ?? '')
    },
    async login() {
      const body = JSON.stringify({ userId: member.userId, password })
      await ask({ method: 'POST', path: `${api}/users/login`, body })
    },
    async read() {
      await ask({ method: 'GET', path: `${api}/users/me`, token: member.token })
    },
    async submit() {
      const body = formOf(6_000, member.fileUrl)
      const reply = await ask({ method: 'POST', path: `${api}/applications/`, token: member.token, body })
      if (reply?.status === 201) promised.number = dataOf(reply).applicationId
    },
  }

  await thought(Math.random() * thinkMs)
  while (!end.aborted) {
    await deeds[chosen(promised.number !== null)]()
    await thought(-Math.log(1 - Math.random()) * thinkMs)
  }
}

/** What the deeds read of their answers; each answer has its own part of it. */
interface Told {
  revision: number
  document: { hobby: string } | null
  fileUrl: string
  applicationId: string
}

const dataOf = ({ body }: Reply): Told => JSON.parse(body.toString()).data

function chosen(hasSubmitted: boolean): 'save' | 'upload' | 'login' | 'read' | 'submit' {
  if (hasSubmitted) return 'read'
  let dice = Math.random()
  for (const [deed, share] of Object.entries(shares)) {
    if (dice < share) return deed as keyof typeof shares
    dice -= share
  }
  return 'save'
}
