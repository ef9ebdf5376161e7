// The settings file with which staff change an exercise.
import { z } from 'zod'
import { toKobo } from '#shared/policy/money.ts'
import type { NewExercise } from './store.ts'

const text = z.string().trim().min(1, 'must not be empty').max(200)
const maxNaira = 10_000_000
const naira = z
  .number('must be a number of naira, such as 12000')
  .nonnegative('must not be negative')
  .max(maxNaira, `must be at most ${maxNaira}`)
  .refine((amount) => Math.abs(toKobo(amount) - amount * 100) < 1e-6, 'must have at most two decimals')

const post = z.strictObject({
  school: text,
  department: text.nullable(),
  roles: z.array(text).min(1, 'must name at least one role'),
})

/** Every setting is optional; `year` selects the exercise. */
const settingsSchema = z
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
    current: z.literal(true, 'can only be true: make another exercise current instead'),
    vendor: z.strictObject({ name: text, url: z.url('must be a web address').nullable() }),
  })
  .partial()
export type ExerciseSettings = z.infer<typeof settingsSchema>

/** @throws Error that names every wrong setting, one per line */
export function parseExerciseSettings(json: string): ExerciseSettings {
  const result = settingsSchema.safeParse(parseJson(json))
  if (result.success) return result.data
  throw new Error(`The settings are not right:\n${result.error.issues.flatMap(describeIssue).join('\n')}`)
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new Error(`The settings are not JSON: ${(cause as Error).message}`, { cause })
  }
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `  ${[path, key].filter(Boolean).join('.')}: there is no such setting`)
  return [`  ${path || 'the file'}: ${issue.message}`]
}

/** The columns of the exercise that these settings change. */
export function toColumns({ fee, charge, vendor, deadline, current, ...same }: ExerciseSettings): Partial<NewExercise> {
  const columns = {
    ...same,
    deadline: deadline === undefined || deadline === null ? deadline : new Date(deadline),
    feeKobo: fee === undefined ? undefined : toKobo(fee),
    chargeKobo: charge === undefined ? undefined : toKobo(charge),
    vendorName: vendor?.name,
    vendorUrl: vendor?.url,
    isCurrent: current,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}
