// Faults that a test switches on over HTTP: which calls have one now, and how many answers it still spoils.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { type Answer, json, page, type Reply } from './reply.ts'

/** Switches that any call of any provider understands. A fault without `times` stays until it is replaced. */
export const anyFault = {
  times: z.int().positive().optional(),
  delayMs: z.int().positive().max(600_000).optional(),
  neverAnswers: z.literal(true).optional(),
  hangUp: z.literal(true).optional(),
  http500: z.literal(true).optional(),
  html: z.literal(true).optional(),
  oversized: z.literal(true).optional(),
  redirect: z.literal(true).optional(),
  /** What gets lost: `answer` (the provider did the work; the default) or `request` (it never heard of it). */
  lost: z.enum(['answer', 'request']).optional(),
}

export type AnyFault = z.infer<z.ZodObject<typeof anyFault>>

export interface FaultBoard<Faults> {
  /** Replaces the whole set. @throws z.ZodError when a switch is unknown or has a wrong value. */
  set(faults: unknown): Faults
  clear(): void
  current(): Faults
  /** The fault that the next answer of a call has, counted down. */
  take<Call extends keyof Faults>(call: Call): Faults[Call] | undefined
}

export function createFaultBoard<Faults extends object>(schema: z.ZodType<Faults>): FaultBoard<Faults> {
  let faults = schema.parse({})
  return {
    set(given) {
      faults = schema.parse(given)
      return faults
    },
    clear() {
      faults = schema.parse({})
    },
    current: () => faults,
    take(call) {
      const fault = faults[call]
      if (hasTimes(fault)) {
        const { [call]: _used, ...others } = faults
        const left = fault.times - 1
        faults = left > 0 ? { ...faults, [call]: { ...fault, times: left } } : (others as Faults)
      }
      return fault
    },
  }
}

function hasTimes(fault: unknown): fault is { times: number } {
  return typeof fault === 'object' && fault !== null && 'times' in fault && typeof fault.times === 'number'
}

export const serverError = (): Answer => page('<html><body><h1>500 Internal Server Error</h1></body></html>', 500)

const garbage =
  '<!DOCTYPE html>\n<html><head><title>Service</title></head><body>We are upgrading our systems.</body></html>'

/** More than the 64 kB that a careful client reads, and still a good answer to a careless one. */
const padding = ' '.repeat(80 * 1024)

/** What a call's good answer becomes under a fault. `stash` keeps the answer elsewhere and returns the path that serves it. */
export function spoil(answer: Reply, fault: AnyFault | undefined, stash: (answer: Answer) => string): Reply {
  if (!fault || typeof answer === 'string') return answer
  if (fault.neverAnswers) return 'silence'
  if (fault.hangUp) return 'hang-up'
  if (fault.http500) return serverError()
  if (fault.html) return page(garbage)
  if (fault.redirect) return { ...json(''), status: 302, headers: { location: stash(answer) } }
  if (fault.oversized) return { ...answer, body: padding + answer.body.toString() }
  return answer
}

export async function holdBack(fault: AnyFault | undefined): Promise<void> {
  if (fault?.delayMs) await pause(fault.delayMs, undefined, { ref: false })
}
