// What clients asked for and what they were told: the one side that the checker compares. Nothing is forgotten here.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Answers } from '#shared/application/sections.ts'
import { callApi } from '#tests/support/api/call-api.ts'
import type { Deposit } from '../money.ts'
import type { Applicant } from '../users.ts'

export type Deed =
  | { kind: 'submit'; answers: Answers }
  | { kind: 'upload'; name: string; bytes: Buffer }
  | { kind: 'draft'; document: Answers; revision: number }
  | { kind: 'generate' }
  | { kind: 'verify'; rrr: string }

/** What the checker reads of acknowledgements; each deed's answer has its own part of it. */
export interface Told {
  applicationId: string
  fileUrl: string
  RRR: string
  revision: number
}

export type Outcome =
  | { kind: 'acknowledged'; data: Told }
  /** 4xx: a definite no. */
  | { kind: 'refused'; status: number; code: string }
  /** 5xx: whoever asked is told to try again, and does not know what became of it. */
  | { kind: 'deferred'; status: number; code: string }
  /** The connection ended without an answer. */
  | { kind: 'unanswered' }

export interface Entry {
  applicant: Applicant
  deed: Deed
  /** One for each time it was tried, in order. */
  outcomes: Outcome[]
}

export interface Ledger {
  entries: Entry[]
  /** What the bank took meanwhile. */
  deposits: Deposit[]
  /** How many requests are on their way. */
  inFlight(): number
  /** Asks for it at this server and writes down what came of it. */
  ask(origin: string, applicant: Applicant, deed: Deed): Promise<Entry>
  /** Once more, with the same words. */
  again(origin: string, entry: Entry): Promise<Outcome>
  /** Those of which nobody knows yet what became of them. */
  unsettled(): Entry[]
  /** One retry of each of those; resolves with what the retries came to. `later` may wait for another time. */
  settle(origin: string, later?: Deed['kind']): Promise<Outcome[]>
}

export function openLedger(): Ledger {
  const entries: Entry[] = []
  let inFlight = 0

  async function again(origin: string, entry: Entry): Promise<Outcome> {
    inFlight += 1
    const outcome = await outcomeOf(origin, entry).finally(() => {
      inFlight -= 1
    })
    entry.outcomes.push(outcome)
    return outcome
  }
  const unsettled = () => entries.filter(({ outcomes }) => isUnknown(outcomes.at(-1)))

  return {
    entries,
    deposits: [],
    inFlight: () => inFlight,
    async ask(origin, applicant, deed) {
      const entry: Entry = { applicant, deed, outcomes: [] }
      entries.push(entry)
      await again(origin, entry)
      return entry
    },
    again,
    unsettled,
    async settle(origin, later) {
      const outcomes: Outcome[] = []
      // A few at a time, as clients that come back would.
      const waiting = unsettled().filter(({ deed }) => deed.kind !== later)
      while (waiting.length > 0)
        outcomes.push(...(await Promise.all(waiting.splice(0, 8).map((entry) => again(origin, entry)))))
      return outcomes
    },
  }
}

export const isUnknown = (outcome: Outcome | undefined) =>
  outcome === undefined || outcome.kind === 'unanswered' || outcome.kind === 'deferred'

/** The data of the first acknowledgement, if there was one. */
export function acknowledged({ outcomes }: Entry): Told | undefined {
  const found = outcomes.find((outcome) => outcome.kind === 'acknowledged')
  return found?.kind === 'acknowledged' ? found.data : undefined
}

/** The address of an upload that was accepted. @throws Error when it was not */
export function fileUrlOf(upload: Entry): string {
  const data = acknowledged(upload)
  if (!data) throw new Error(`The upload was not accepted: ${JSON.stringify(upload.outcomes)}`)
  return data.fileUrl
}

async function outcomeOf(origin: string, { applicant: { token }, deed }: Entry): Promise<Outcome> {
  const answer = await send(origin, token, deed).catch(() => null)
  if (!answer) return { kind: 'unanswered' }
  const { status, body } = answer
  if (status < 300) return { kind: 'acknowledged', data: body.data }
  const code = String(body?.code)
  return status < 500 ? { kind: 'refused', status, code } : { kind: 'deferred', status, code }
}

function send(origin: string, token: string, deed: Deed) {
  switch (deed.kind) {
    case 'submit':
      return callApi(origin, 'POST', '/applications/', { token, body: deed.answers })
    case 'draft':
      return callApi(origin, 'PUT', '/applications/draft', {
        token,
        body: { document: deed.document, revision: deed.revision },
      })
    case 'generate':
      return callApi(origin, 'POST', '/payments/remita-generate', { token, body: { amount: 12_500 } })
    case 'verify':
      return callApi(origin, 'GET', `/payments/verify-remita?rrr=${deed.rrr}`, { token })
    case 'upload': {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(deed.bytes)], { type: 'application/pdf' }), deed.name)
      return callApi(origin, 'POST', '/upload/file', { token, body })
    }
  }
}

/** A PDF of so many bytes that nobody else has. */
export function anUpload(size = 200_000): Deed & { kind: 'upload' } {
  const filling = randomBytes(Math.ceil(size / 2))
    .toString('hex')
    .replace(/.{64}/g, '%$&\n')
  const head = `%PDF-1.4\n${filling}\n1 0 obj << /Type /Catalog >> endobj\n`
  const tail = `xref\n0 1\n0000000000 65535 f \ntrailer << /Root 1 0 R /Size 1 >>\nstartxref\n${head.length}\n%%EOF\n`
  return { kind: 'upload', name: `degree-${randomUUID().slice(0, 8)}.pdf`, bytes: Buffer.from(head + tail, 'latin1') }
}
