import { z } from 'zod'
import { exerciseTextKindNames } from '../../staff/exercise-texts.ts'
import { describeMaxLength, maxExerciseText, maxTextTitle } from '../../staff/text-limits.ts'
import { envelope, isoDateTime } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { seenVersion } from './requests.ts'

const byYear = z.object({ year: z.coerce.number().int().min(2000).max(2100) })
const line = z
  .string()
  .trim()
  .min(1, 'Enter a text.')
  .max(maxTextTitle, describeMaxLength(maxTextTitle))
  .regex(/^.*$/, 'Use one line.')

const exerciseText = z.object({
  kind: z.enum(exerciseTextKindNames),
  code: z.string(),
  version: z.number().int().describe('0 as it comes with the program; raised by every change.'),
  title: z.string().describe('The heading of a reason, the name of a reply or category.'),
  text: z.string().describe('Empty for a category.'),
  isOffered: z.boolean().describe('Whether it is offered to the staff; what was recorded with it stays.'),
})

const history = z.array(exerciseText.extend({ madeBy: z.string(), at: isoDateTime })).describe('Newest first.')
export type ExerciseTextVersion = z.infer<typeof history>[number]

export const staffExerciseTextContracts = {
  exerciseTexts: {
    area: 'Staff: exercises',
    access: 'staff',
    scope: 'exercise',
    limits: staffLimits.reads,
    summary: 'Reasons for rejection, prepared replies and names of complaint categories, as an exercise says them now',
    params: byYear,
    reply: envelope(z.object({ texts: z.array(exerciseText) })),
  },
  exerciseTextHistory: {
    area: 'Staff: exercises',
    access: 'staff:settings:read',
    scope: 'exercise',
    limits: staffLimits.reads,
    summary: 'Every version of the texts of an exercise that was saved, with its author',
    params: byYear,
    reply: envelope(z.object({ versions: history })),
  },
  changeExerciseText: {
    area: 'Staff: exercises',
    access: 'staff:text:change',
    scope: 'exercise',
    limits: staffLimits.rareChanges,
    summary:
      'Word a text anew as another version, no longer offer it, or add a prepared reply. Reviews and decisions keep the words in which they were recorded',
    params: byYear,
    body: z.strictObject({
      kind: z.enum(exerciseTextKindNames),
      code: z.string().max(60).optional().describe('Left out for a new prepared reply.'),
      title: line,
      text: z.string().trim().max(maxExerciseText, describeMaxLength(maxExerciseText)).default(''),
      isOffered: z.boolean(),
      version: seenVersion,
    }),
    reply: envelope(exerciseText),
  },
} as const satisfies Record<string, StaffContract>
