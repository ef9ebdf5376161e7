import { laterPart } from '#web/lib/lazy/lazy-part.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { AnyList } from '../state/any-section.ts'

/** Lists begin on the second step; the first one is on the screen sooner without them. */
export const LaterListStep = laterPart<{ name: string; list: AnyList }>(
  () => import('./list-step.tsx').then(({ ListStep }) => ListStep),
  <Skeleton bones={['title', 'block']} />,
)
