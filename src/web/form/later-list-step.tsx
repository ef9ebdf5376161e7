import type { List } from '#shared/form/section.ts'
import { laterPart } from '#web/ui/later-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Lists begin on the second step; the first one is on the screen sooner without them. */
export const LaterListStep = laterPart<{ name: string; list: List }>(
  () => import('./list-step.tsx').then(({ ListStep }) => ListStep),
  <Skeleton bones={['title', 'block']} />,
)
