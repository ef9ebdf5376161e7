import { z } from 'zod'
import { maxFilterText } from '#shared/lists/filter-values.ts'
import { describeMaxLength, maxShortName } from '#shared/staff/text-limits.ts'
import { emptyData, envelope } from '../../contract.ts'
import type { StaffContract } from '../contract.ts'
import { staffLimits } from '../limits.ts'
import { byId } from '../requests.ts'

/** How many views of a list a person can save. */
export const maxSavedViews = 30

const list = z
  .string()
  .regex(/^[a-z-]{1,40}$/)
  .describe('The name of the list, such as `applicants`.')
const name = z.string('Enter a name.').trim().min(1, 'Enter a name.').max(maxShortName, describeMaxLength(maxShortName))
const query = z
  .record(z.string().regex(/^[a-zA-Z]{1,40}$/), z.string().max(maxFilterText))
  .refine((parameters) => Object.keys(parameters).length <= 40, 'A view has at most 40 parameters.')

const view = z.object({ id: z.string(), name: z.string(), query: z.record(z.string(), z.string()) })
export type SavedView = z.infer<typeof view>

export const staffViewContracts = {
  staffViews: {
    area: 'Staff: saved views',
    access: 'staff',
    scope: 'own account',
    limits: staffLimits.reads,
    summary: 'The views of a list that the person has saved, by name',
    query: z.strictObject({ list }),
    reply: envelope(z.object({ rows: z.array(view) })),
  },
  saveView: {
    area: 'Staff: saved views',
    access: 'staff',
    scope: 'own account',
    limits: staffLimits.rareChanges,
    summary: 'Save filters and order of a list under a name; one with the same name is replaced',
    body: z.strictObject({
      list,
      name,
      query: query.describe('Without `q` and `after`: what is searched for may name a person.'),
    }),
    reply: envelope(view),
  },
  deleteView: {
    area: 'Staff: saved views',
    access: 'staff',
    scope: 'own account',
    limits: staffLimits.rareChanges,
    summary: 'Delete a saved view',
    params: byId,
    reply: envelope(emptyData),
  },
} as const satisfies Record<string, StaffContract>
