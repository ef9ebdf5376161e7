import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { applicantList } from '#shared/lists/applicants.ts'
import { applicationList } from '#shared/lists/applications.ts'
import { exerciseYear } from '#shared/lists/exercise-year.ts'
import { createFilterShape } from '#shared/lists/filters.ts'
import { maxSelectedNumbers, selectionLifetimeHours } from '#shared/lists/selections.ts'
import { envelope, isoDateTime } from '../../contract.ts'
import type { StaffContract } from '../contract.ts'
import { staffLimits } from '../limits.ts'
import { byId } from '../requests.ts'

const numbers = z
  .array(z.string().trim().toUpperCase().min(1).max(30))
  .min(1, 'Choose at least one application.')
  .max(maxSelectedNumbers, `Choose at most ${maxSelectedNumbers} applications one by one.`)
  .optional()

/** As the lists' own queries, without order and pages; where both have a filter, such as `stage`, that of applications. */
const filter = z.strictObject({
  ...createFilterShape(applicantList.columns),
  ...createFilterShape(applicationList.columns),
  ...applicationList.furtherFilters,
  exercise: exerciseYear.optional().describe('The year; the current exercise by default.'),
  q: z.string().trim().max(200).optional().describe('As in the search box of the list.'),
  numbers: numbers.describe('Only these of the applications that match.'),
  except: numbers.describe('Not these of the applications that match.'),
})
export type SelectionFilter = z.infer<typeof filter>

const created = z.object({ id: uuid(), count: z.number().int().positive(), expiresAt: isoDateTime })

export const staffSelectionContracts = {
  createSelection: {
    area: 'Staff: selections',
    access: 'staff:application:read',
    scope: 'exercise',
    limits: staffLimits.selection,
    summary: `Keep the submitted applications that match, for ${selectionLifetimeHours} hours, to act on exactly these`,
    body: z.strictObject({ of: z.literal('applications'), filter }),
    reply: envelope(created),
    replyStatus: 201,
  },
  staffSelection: {
    area: 'Staff: selections',
    access: 'staff:application:read',
    scope: 'selection',
    limits: staffLimits.reads,
    summary: 'One of your own selections',
    params: byId,
    reply: envelope(
      created.extend({
        of: z.literal('applications'),
        exercise: z.number().int(),
        filter: z.record(z.string(), z.unknown()).describe('As sent.'),
        madeAt: isoDateTime,
      }),
    ),
  },
} as const satisfies Record<string, StaffContract>
