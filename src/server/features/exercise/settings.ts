// What an officer may change of an exercise, as it is written in a settings file.
import { z } from 'zod'
import { koboOf } from '#shared/policy/money.ts'
import type { NewExercise } from './store.ts'

const text = z.string().trim().min(1, 'must not be empty').max(200)
const mostNaira = 10_000_000
const naira = z
  .number('must be a number of naira, such as 12000')
  .nonnegative('must not be negative')
  .max(mostNaira, `must be at most ${mostNaira}`)
  .refine((amount) => Math.abs(koboOf(amount) - amount * 100) < 1e-6, 'must have at most two decimals')

const post = z.strictObject({
  school: text,
  department: text.nullable(),
  roles: z.array(text).min(1, 'must name at least one role'),
})

/** Every setting may be left out; `year` tells which exercise is meant. */
export const exerciseSettings = z
  .strictObject({
    institution: text,
    shortName: text,
    title: text,
    year: z.int('must be a year, such as 2024').min(2000).max(2100),
    status: z.enum(['open', 'closed'], 'must be "open" or "closed"'),
    deadline: z.iso
      .datetime({ offset: true, error: 'must be a moment with its zone, such as "2024-12-31T23:59:59+01:00", or null' })
      .nullable(),
    fee: naira,
    charge: naira,
    posts: z.array(post).min(1, 'must name at least one post'),
    vendor: z.strictObject({ name: text, url: z.url('must be a web address').nullable() }),
  })
  .partial()
export type ExerciseSettings = z.infer<typeof exerciseSettings>

/** The columns that these settings fill. */
export function columnsOf({ fee, charge, vendor, deadline, ...same }: ExerciseSettings): Partial<NewExercise> {
  const columns = {
    ...same,
    deadline: deadline === undefined || deadline === null ? deadline : new Date(deadline),
    feeKobo: fee === undefined ? undefined : koboOf(fee),
    chargeKobo: charge === undefined ? undefined : koboOf(charge),
    vendorName: vendor?.name,
    vendorUrl: vendor?.url,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}
