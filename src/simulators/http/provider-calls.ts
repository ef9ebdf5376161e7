// The frame around every call of a simulated provider: recorded, faulted, then answered.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type AnyFault, type FaultBoard, holdBack, serverError, spoil } from './faults.ts'
import { createJournal, type Journal } from './journal.ts'
import { type Answer, json, type Reply } from './reply.ts'
import type { Asked, Route } from './serve.ts'

export interface ProviderCalls<Faults> {
  journal: Journal
  /** Turns a provider's own answer into a route handler that records it and lets faults spoil it. */
  call<Call extends string & keyof Faults>(
    name: Call,
    answer: (asked: Asked, fault: Faults[Call] | undefined) => Reply | Promise<Reply>,
  ): Route['handle']
  /** `/simulator/faults`, `/simulator/requests`, `/simulator/reset` and the place where redirects lead to. */
  controls: Route[]
}

export function createProviderCalls<Faults extends Partial<Record<keyof Faults, object | undefined>>>(
  board: FaultBoard<Faults>,
  reset: () => void | Promise<void>,
): ProviderCalls<Faults> {
  const journal = createJournal()
  const elsewhere = new Map<string, Answer>()

  const stash = (answer: Answer) => {
    const id = randomUUID()
    elsewhere.set(id, answer)
    return `/simulator/elsewhere/${id}`
  }

  return {
    journal,
    call: (name, answer) => async (asked) => {
      const entry = journal.note(name, asked)
      const fault = board.take(name)
      const general = fault as AnyFault | undefined
      const good = general?.lost === 'request' ? serverError() : await answer(asked, fault)
      await holdBack(general)
      const reply = spoil(good, general, stash)
      journal.answered(entry, reply)
      return reply
    },
    controls: [
      { method: 'GET', path: '/simulator/faults', handle: () => json(board.current()) },
      { method: 'POST', path: '/simulator/faults', handle: ({ body }) => controlled(() => board.set(parsed(body))) },
      { method: 'GET', path: '/simulator/requests', handle: ({ query }) => json(journal.read(query.get('call'))) },
      {
        method: 'POST',
        path: '/simulator/reset',
        async handle() {
          board.clear()
          journal.clear()
          elsewhere.clear()
          await reset()
          return json({ reset: true })
        },
      },
      {
        method: '*',
        path: '/simulator/elsewhere/:id',
        handle(asked) {
          journal.note('elsewhere', asked)
          return elsewhere.get(asked.params.id ?? '') ?? json({ error: 'Nothing was redirected here.' }, 404)
        },
      },
    ],
  }
}

/** Runs a control of the simulator: its result as JSON, or a 400 that says what is wrong with the request. */
export async function controlled(act: () => unknown): Promise<Answer> {
  try {
    return json((await act()) ?? {})
  } catch (error) {
    if (error instanceof z.ZodError) return json({ error: z.prettifyError(error) }, 400)
    if (error instanceof ControlError) return json({ error: error.message }, 400)
    throw error
  }
}

/** A control asked for something that makes no sense; the message is shown to who asked. */
export class ControlError extends Error {}

/** The JSON of a control's body; an empty body is `{}`. @throws ControlError when it is not JSON. */
export function parsed(body: string): unknown {
  if (body.trim() === '') return {}
  try {
    return JSON.parse(body)
  } catch {
    throw new ControlError('The body is not JSON.')
  }
}
