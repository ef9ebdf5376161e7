import { z } from 'zod'
import { staffRoleNames } from './permissions.ts'

/** A role and where it counts; null stands for everywhere. */
export const presentedGrant = z.object({
  role: z.enum(staffRoleNames),
  exercise: z.number().int().nullable(),
  school: z.string().nullable(),
  department: z.string().nullable(),
})
