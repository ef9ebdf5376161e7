import { z } from 'zod'
import { listNames } from '#shared/format/labels.ts'
import { moment } from '../../../lists/list.ts'
import { staffLists } from '../../../lists/lists.ts'
import { envelope } from '../../contract.ts'
import { cappedCount, type StaffContract } from '../contract.ts'
import { staffLimits } from '../limits.ts'

const filteredList = z.object({
  list: z.enum(listNames(staffLists)),
  label: z.string(),
  query: z.record(z.string(), z.string()).describe('The filters and the order of the list.'),
})

const counts = z.object({
  counts: z.array(filteredList.extend({ count: cappedCount })),
  oldest: z.array(filteredList.extend({ since: moment.nullable().describe('Null when nobody waits.') })),
  administrators: cappedCount.nullable().describe('Those who are active; null for those who do not manage the staff.'),
})
export type HomeCounts = z.infer<typeof counts>

export const staffCountContracts = {
  staffCounts: {
    area: 'Staff',
    access: 'staff',
    scope: 'list',
    limits: staffLimits.reads,
    summary: 'What waits, as counts of the lists that the roles allow, and who has waited longest',
    query: z.strictObject({
      exercise: z.coerce.number().int().optional().describe('The year; the current exercise by default.'),
    }),
    reply: envelope(counts),
  },
} as const satisfies Record<string, StaffContract>
