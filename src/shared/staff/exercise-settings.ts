// The settings of an exercise, as the staff's page and the command `set-exercise` take them.
import { z } from 'zod'
import { toKobo } from '../policy/money.ts'

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
    current: z.literal(true, 'can only be true: make another exercise current instead'),
    vendor: z.strictObject({ name: text, url: z.url('must be a web address').nullable() }),
  })
  .partial()
export type ExerciseSettings = z.infer<typeof exerciseSettings>
