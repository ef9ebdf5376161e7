// The settings of an exercise, as the staff's page and the command `set-exercise` take them.
import { z } from 'zod'
import { postRequirements } from '../decisions/requirements.ts'
import { contactLimits } from '../policy/limits.ts'
import { toKobo } from '../policy/money.ts'
import { exerciseStatuses } from '../reference-data/exercise.ts'
import { scoreCriteria } from './interviews.ts'

/** In characters: of names, titles and the parts of a post. */
export const maxSettingText = 200
// In the spelling of lists, whose cells are compared with the names of posts.
const text = z.string().trim().normalize('NFC').min(1, 'must not be empty').max(maxSettingText)
const maxNaira = 10_000_000
const naira = z
  .number('must be a number of naira, such as 12000')
  .nonnegative('must not be negative')
  .max(maxNaira, `must be at most ${maxNaira}`)
  .refine((amount) => Math.abs(toKobo(amount) - amount * 100) < 1e-6, 'must have at most two decimals')

const moment = z.iso
  .datetime({ offset: true, error: 'must be a moment with its zone, such as "2024-12-31T23:59:59+01:00", or null' })
  .refine((moment) => moment >= '2000', 'must not be before 2000')
  .nullable()

const post = z.strictObject({
  school: text,
  department: text.nullable(),
  roles: z.array(text).min(1, 'must name at least one role'),
})

/** One post and what it has besides its name. */
export const postDetails = z.strictObject({
  school: text,
  department: text.nullable(),
  role: text,
  vacancies: z
    .number('must be a whole number or null')
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(10_000, 'must be at most 10000')
    .nullable()
    .describe('Null when it is not stated.'),
  requirements: postRequirements,
  closesAt: moment.describe('Replaces the deadline of the exercise for this post.'),
})
export type PostDetails = z.infer<typeof postDetails>

/** One text for each post, to compare them. */
export const getPostKey = ({ school, department, role }: Pick<PostDetails, 'school' | 'department' | 'role'>): string =>
  JSON.stringify([school, department, role])

/** One text for each name as lists have it, which are written in capitals, or with more spaces. */
export const simplifyName = (name: string): string => name.toLowerCase().replace(/\s+/g, ' ')

/** "Lecturer II, Computer Science, Technology" */
export const formatPost = ({ school, department, role }: Pick<PostDetails, 'school' | 'department' | 'role'>): string =>
  [role, department, school].filter(Boolean).join(', ')

const hasNoDoubles = (keys: readonly string[]) => new Set(keys).size === keys.length

const { addressLines, addressLine } = contactLimits

const trimLines = (typed: string) =>
  typed
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')

const address = z
  .string()
  .overwrite(trimLines)
  .min(1, 'must not be empty; null removes it')
  .refine((typed) => typed.split('\n').length <= addressLines, `must have at most ${addressLines} lines`)
  .refine(
    (typed) => typed.split('\n').every((line) => line.length <= addressLine),
    `must have lines of at most ${addressLine} characters`,
  )

// Of an institution, so that a landline with its area code or a number abroad counts too.
const phone = z
  .string()
  .trim()
  .max(contactLimits.phone, `must be at most ${contactLimits.phone} characters`)
  .refine(
    (typed) => /^\+?[\d ()-]+$/.test(typed) && /^\d{7,15}$/.test(typed.replace(/\D/g, '')),
    'must be one phone number of 7 to 15 digits, such as +234 800 000 0000',
  )

const hours = z
  .string()
  .trim()
  .min(1, 'must not be empty; null removes it')
  .max(contactLimits.hours, `must be at most ${contactLimits.hours} characters`)
  .regex(/^.*$/, 'must be one line')

/** How to reach the registry. What is left out stays; null removes it. */
const contact = z
  .strictObject({
    address: address.nullable().describe('Lines, as on an envelope.'),
    phone: phone.nullable(),
    hours: hours.nullable().describe('Such as "Monday to Friday, 9 am to 4 pm".'),
  })
  .partial()

/** What the first exercise cannot begin without, and what is said where it is missing. */
export const firstExerciseFields = {
  year: 'Enter a year, such as 2025.',
  institution: 'Enter the name of the institution.',
  shortName: 'Enter its short name, such as SITM.',
  title: 'Enter a title, such as Academic Staff Recruitment.',
  fee: 'Enter the fee in naira, such as 12000.',
  charge: 'Enter the charge in naira, such as 500; 0 for none.',
} as const

/** Every setting is optional; `year` selects the exercise. */
export const exerciseSettings = z
  .strictObject({
    institution: text,
    shortName: text,
    title: text,
    year: z.int('must be a year, such as 2024').min(2000).max(2100),
    status: z.enum(exerciseStatuses, 'must be "open" or "closed"'),
    deadline: moment,
    fee: naira,
    charge: naira,
    posts: z
      .array(post)
      .min(1, 'must name at least one post')
      .refine(
        (posts) => hasNoDoubles(posts.flatMap((one) => one.roles.map((role) => getPostKey({ ...one, role })))),
        'must name each post once',
      ),
    postDetails: z
      .array(postDetails)
      .max(1_000, 'must have at most 1000 posts')
      .refine((posts) => hasNoDoubles(posts.map(getPostKey)), 'must name each post once')
      .describe('Of the posts that are named here; the others stay.'),
    reviewRules: z
      .strictObject({ shortlistReviews: z.literal([1, 2], 'must be 1 or 2') })
      .describe('How many persons shortlist an application. A rejection always needs two.'),
    scoreCriteria: scoreCriteria.describe('What members of panels score, until the first sheet is handed in.'),
    current: z.literal(true, 'can only be true: make another exercise current instead'),
    vendor: z.strictObject({ name: text, url: z.url('must be a web address').nullable() }),
    contact,
  })
  .partial()
export type ExerciseSettings = z.infer<typeof exerciseSettings>
