import { laterPart } from '#web/ui/later-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { AnyList } from './any-section.ts'

/** Lists begin on the second step; the first one is on the screen sooner without them. */
export const LaterListStep = laterPart<{ name: string; list: AnyList }>(
  () => import('./list-step.tsx').then(({ ListStep }) => ListStep),
  <Skeleton bones={['title', 'block']} />,
)
