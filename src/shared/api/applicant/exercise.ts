import { z } from 'zod'
import { exerciseStatuses } from '#shared/reference-data/exercise.ts'
import { envelope, isoDateTime, nairaAmount } from '../contract.ts'
import type { ApplicantContract } from './contract.ts'
import { limits } from './limits.ts'

export const registryContactSchema = z
  .object({
    address: z.string().nullable().describe('Lines, as on an envelope.'),
    phone: z.string().nullable(),
    hours: z.string().nullable(),
  })
  .describe('How to reach the registry; null for what is not stated.')

/** What pages, papers and emails say of an exercise. */
export const exerciseFactsSchema = z.object({
  institution: z.string(),
  shortName: z.string(),
  title: z.string(),
  year: z.number().int(),
  status: z.enum(exerciseStatuses),
  deadline: isoDateTime.nullable().describe('Nothing can be submitted after it; null when there is none.'),
  contact: registryContactSchema,
})

/** The public facts of the recruitment exercise. */
const exercise = exerciseFactsSchema.extend({
  fee: nairaAmount,
  charge: nairaAmount,
  posts: z.array(z.object({ school: z.string(), department: z.string().nullable(), roles: z.array(z.string()) })),
  vendor: z.object({ name: z.string(), url: z.string().nullable() }),
  payment: z.object({
    publicKey: z.string().describe("The merchant's public key for the payment widget."),
    widgetUrl: z.string(),
  }),
})
export type Exercise = z.infer<typeof exercise>

export const exerciseContracts = {
  exercise: {
    area: 'Exercise',
    access: 'public',
    limits: limits.cachedReads,
    summary: 'Public facts of the exercise',
    reply: envelope(exercise),
  },
  advert: {
    area: 'Exercise',
    access: 'public',
    limits: limits.cachedReads,
    summary: 'The advert as a PDF, made from the facts of the exercise',
  },
  states: {
    area: 'Exercise',
    access: 'public',
    limits: limits.cachedReads,
    summary: '36 states and the Federal Capital Territory with their local government areas',
    reply: envelope(z.array(z.object({ state: z.string(), alias: z.string(), lgas: z.array(z.string()) }))),
  },
} as const satisfies Record<string, ApplicantContract>
