// What every call of a simulated provider goes through: it is recorded, answered, and changed by faults.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { applyFault, type CommonFault, createServerError, delayResponse, type FaultStore } from './faults.ts'
import { createJournal, type Journal } from './journal.ts'
import { jsonResponse, type SimulatorReply, type SimulatorResponse } from './reply.ts'
import type { SimulatorRequest, SimulatorRoute } from './server.ts'

export interface ProviderCalls<Faults> {
  journal: Journal
  /** A route handler that records the call and applies faults to its reply. */
  call<Call extends string & keyof Faults>(
    name: Call,
    answer: (request: SimulatorRequest, fault: Faults[Call] | undefined) => SimulatorReply | Promise<SimulatorReply>,
  ): SimulatorRoute['handle']
  /** `/simulator/faults`, `/simulator/requests`, `/simulator/reset` and the target of redirects. */
  controls: SimulatorRoute[]
}

export function createProviderCalls<Faults extends Partial<Record<keyof Faults, object | undefined>>>(
  faults: FaultStore<Faults>,
  reset: () => void | Promise<void>,
): ProviderCalls<Faults> {
  const journal = createJournal()
  const redirectTargets = new Map<string, SimulatorResponse>()

  const storeRedirectTarget = (response: SimulatorResponse) => {
    const id = randomUUID()
    redirectTargets.set(id, response)
    return `/simulator/elsewhere/${id}`
  }

  return {
    journal,
    call: (name, answer) => async (request) => {
      const entry = journal.add(name, request)
      const fault = faults.take(name)
      const common = fault as CommonFault | undefined
      const intended = common?.lost === 'request' ? createServerError() : await answer(request, fault)
      await delayResponse(common)
      const reply = applyFault(intended, common, storeRedirectTarget)
      journal.setResponse(entry, reply)
      return reply
    },
    controls: [
      { method: 'GET', path: '/simulator/faults', handle: () => jsonResponse(faults.current()) },
      {
        method: 'POST',
        path: '/simulator/faults',
        handle: ({ body }) => runControl(() => faults.set(parseControlBody(body))),
      },
      {
        method: 'GET',
        path: '/simulator/requests',
        handle: ({ query }) => jsonResponse(journal.read(query.get('call'))),
      },
      {
        method: 'POST',
        path: '/simulator/reset',
        async handle() {
          faults.clear()
          journal.clear()
          redirectTargets.clear()
          await reset()
          return jsonResponse({ reset: true })
        },
      },
      {
        method: '*',
        path: '/simulator/elsewhere/:id',
        handle(request) {
          journal.add('elsewhere', request)
          return (
            redirectTargets.get(request.params.id ?? '') ?? jsonResponse({ error: 'Nothing was redirected here.' }, 404)
          )
        },
      },
    ],
  }
}

/** The result of a control as JSON, or a 400 that says what is wrong with the request. */
export async function runControl(act: () => unknown): Promise<SimulatorResponse> {
  try {
    return jsonResponse((await act()) ?? {})
  } catch (error) {
    if (error instanceof z.ZodError) return jsonResponse({ error: z.prettifyError(error) }, 400)
    if (error instanceof ControlError) return jsonResponse({ error: error.message }, 400)
    throw error
  }
}

/** The control's request is invalid; the message is sent to the client. */
export class ControlError extends Error {}

/** An empty body is `{}`. @throws ControlError when the body is not JSON */
export function parseControlBody(body: string): unknown {
  if (body.trim() === '') return {}
  try {
    return JSON.parse(body)
  } catch {
    throw new ControlError('The body is not JSON.')
  }
}
