// Faults that tests inject over HTTP, per call and optionally for a number of replies.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { htmlResponse, jsonResponse, type SimulatorReply, type SimulatorResponse } from './reply.ts'

/** For every call of every provider. A fault without `times` stays until it is replaced. */
export const commonFault = {
  times: z.int().positive().optional(),
  delayMs: z.int().positive().max(600_000).optional(),
  neverAnswers: z.literal(true).optional(),
  hangUp: z.literal(true).optional(),
  http500: z.literal(true).optional(),
  html: z.literal(true).optional(),
  oversized: z.literal(true).optional(),
  redirect: z.literal(true).optional(),
  /** `answer`, the default: the provider processed the request. `request`: it never received it. */
  lost: z.enum(['answer', 'request']).optional(),
}

export type CommonFault = z.infer<z.ZodObject<typeof commonFault>>

export interface FaultStore<Faults> {
  /** Replaces the whole set. @throws z.ZodError when a switch is unknown or has a wrong value. */
  set(faults: unknown): Faults
  clear(): void
  current(): Faults
  /** The fault for the next reply of a call; counts its `times` down. */
  take<Call extends keyof Faults>(call: Call): Faults[Call] | undefined
}

export function createFaultStore<Faults extends object>(schema: z.ZodType<Faults>): FaultStore<Faults> {
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

export const createServerError = (): SimulatorResponse =>
  htmlResponse('<html><body><h1>500 Internal Server Error</h1></body></html>', 500)

const garbage =
  '<!DOCTYPE html>\n<html><head><title>Service</title></head><body>We are upgrading our systems.</body></html>'

/** Exceeds the 64 kB that the portal reads; a client without a limit would accept the reply. */
const padding = ' '.repeat(80 * 1024)

/** @param storeRedirectTarget stores the reply and returns the path that serves it */
export function applyFault(
  reply: SimulatorReply,
  fault: CommonFault | undefined,
  storeRedirectTarget: (response: SimulatorResponse) => string,
): SimulatorReply {
  if (!fault || typeof reply === 'string') return reply
  if (fault.neverAnswers) return 'silence'
  if (fault.hangUp) return 'hang-up'
  if (fault.http500) return createServerError()
  if (fault.html) return htmlResponse(garbage)
  if (fault.redirect) return { ...jsonResponse(''), status: 302, headers: { location: storeRedirectTarget(reply) } }
  if (fault.oversized) return { ...reply, body: padding + reply.body.toString() }
  return reply
}

export async function delayResponse(fault: CommonFault | undefined): Promise<void> {
  if (fault?.delayMs) await pause(fault.delayMs, undefined, { ref: false })
}
