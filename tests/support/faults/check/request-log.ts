// Records every request that test clients send and how it was answered; the checker compares this with what is stored.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Answers } from '#shared/application/sections.ts'
import { callApi } from '#tests/support/api/call-api.ts'
import type { BankPayment } from '../bank-payments.ts'
import type { FaultUser } from '../users.ts'

export type ClientRequest =
  | { kind: 'submit'; answers: Answers }
  | { kind: 'upload'; name: string; bytes: Buffer }
  | { kind: 'draft'; document: Answers; revision: number }
  | { kind: 'generate' }
  | { kind: 'verify'; rrr: string }

/** The fields of successful responses that the checker reads; each kind of request fills only its own. */
export interface AcknowledgedData {
  applicationId: string
  fileUrl: string
  RRR: string
  revision: number
}

export type RequestOutcome =
  | { kind: 'acknowledged'; data: AcknowledgedData }
  /** 4xx: nothing was done. */
  | { kind: 'refused'; status: number; code: string }
  /** 5xx: the client is asked to retry and does not know whether the request was carried out. */
  | { kind: 'deferred'; status: number; code: string }
  /** The connection ended without a response. */
  | { kind: 'unanswered' }

export interface RecordedRequest {
  applicant: FaultUser
  request: ClientRequest
  /** One per attempt, in order. */
  outcomes: RequestOutcome[]
}

export interface RequestLog {
  entries: RecordedRequest[]
  bankPayments: BankPayment[]
  /** Number of requests without a response yet. */
  inFlight(): number
  send(origin: string, applicant: FaultUser, request: ClientRequest): Promise<RecordedRequest>
  /** Sends the same request again. */
  resend(origin: string, entry: RecordedRequest): Promise<RequestOutcome>
  /** Requests whose last attempt was deferred or unanswered. */
  listUnsettled(): RecordedRequest[]
  /** Retries each unsettled request once, except those of the kind `except`. */
  settle(origin: string, except?: ClientRequest['kind']): Promise<RequestOutcome[]>
}

export function createRequestLog(): RequestLog {
  const entries: RecordedRequest[] = []
  let inFlight = 0

  async function resend(origin: string, entry: RecordedRequest): Promise<RequestOutcome> {
    inFlight += 1
    const outcome = await attemptRequest(origin, entry).finally(() => {
      inFlight -= 1
    })
    entry.outcomes.push(outcome)
    return outcome
  }
  const listUnsettled = () => entries.filter(({ outcomes }) => isUnknown(outcomes.at(-1)))

  return {
    entries,
    bankPayments: [],
    inFlight: () => inFlight,
    async send(origin, applicant, request) {
      const entry: RecordedRequest = { applicant, request, outcomes: [] }
      entries.push(entry)
      await resend(origin, entry)
      return entry
    },
    resend,
    listUnsettled,
    async settle(origin, except) {
      const outcomes: RequestOutcome[] = []
      // Eight at a time, like clients that reconnect one after the other.
      const queue = listUnsettled().filter(({ request }) => request.kind !== except)
      while (queue.length > 0)
        outcomes.push(...(await Promise.all(queue.splice(0, 8).map((entry) => resend(origin, entry)))))
      return outcomes
    },
  }
}

export const isUnknown = (outcome: RequestOutcome | undefined) =>
  outcome === undefined || outcome.kind === 'unanswered' || outcome.kind === 'deferred'

/** The data of the first acknowledgement, if there was one. */
export function findAcknowledgement({ outcomes }: RecordedRequest): AcknowledgedData | undefined {
  const found = outcomes.find((outcome) => outcome.kind === 'acknowledged')
  return found?.kind === 'acknowledged' ? found.data : undefined
}

/** @throws Error when the upload was not accepted */
export function getUploadUrl(upload: RecordedRequest): string {
  const data = findAcknowledgement(upload)
  if (!data) throw new Error(`The upload was not accepted: ${JSON.stringify(upload.outcomes)}`)
  return data.fileUrl
}

async function attemptRequest(
  origin: string,
  { applicant: { token }, request }: RecordedRequest,
): Promise<RequestOutcome> {
  const response = await sendRequest(origin, token, request).catch(() => null)
  if (!response) return { kind: 'unanswered' }
  const { status, body } = response
  if (status < 300) return { kind: 'acknowledged', data: body.data }
  const code = String(body?.code)
  return status < 500 ? { kind: 'refused', status, code } : { kind: 'deferred', status, code }
}

function sendRequest(origin: string, token: string, request: ClientRequest) {
  switch (request.kind) {
    case 'submit':
      return callApi(origin, 'POST', '/applications/', { token, body: request.answers })
    case 'draft':
      return callApi(origin, 'PUT', '/applications/draft', {
        token,
        body: { document: request.document, revision: request.revision },
      })
    case 'generate':
      return callApi(origin, 'POST', '/payments/remita-generate', { token, body: { amount: 12_500 } })
    case 'verify':
      return callApi(origin, 'GET', `/payments/verify-remita?rrr=${request.rrr}`, { token })
    case 'upload': {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(request.bytes)], { type: 'application/pdf' }), request.name)
      return callApi(origin, 'POST', '/upload/file', { token, body })
    }
  }
}

/** A unique PDF of about `size` bytes. */
export function createUpload(size = 200_000): ClientRequest & { kind: 'upload' } {
  const filling = randomBytes(Math.ceil(size / 2))
    .toString('hex')
    .replace(/.{64}/g, '%$&\n')
  const head = `%PDF-1.4\n${filling}\n1 0 obj << /Type /Catalog >> endobj\n`
  const tail = `xref\n0 1\n0000000000 65535 f \ntrailer << /Root 1 0 R /Size 1 >>\nstartxref\n${head.length}\n%%EOF\n`
  return { kind: 'upload', name: `degree-${randomUUID().slice(0, 8)}.pdf`, bytes: Buffer.from(head + tail, 'latin1') }
}
