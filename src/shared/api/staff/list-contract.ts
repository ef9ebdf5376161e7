// The call that answers a page of a list, from the list's description.
import { z } from 'zod'
import type { ListDescription } from '#shared/lists/list.ts'
import { envelope } from '../contract.ts'
import { cappedCount } from './contract.ts'
import { staffLimits } from './limits.ts'

export const createListContract = <const L extends ListDescription>(
  list: L,
  { area, summary }: { area: string; summary: string },
) => ({
  area,
  access: `staff:${list.permission}` as `staff:${L['permission']}`,
  scope: 'list' as const,
  limits: staffLimits.reads,
  summary,
  query: list.query,
  reply: envelope(z.object({ rows: z.array(list.row as L['row']), next: z.string().nullable(), count: cappedCount })),
})
