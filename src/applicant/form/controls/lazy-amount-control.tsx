import { lazyPart } from '#kit/routing/lazy-part.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import type { ControlProps } from './control.ts'

/** Only grants, on the fourth step, have an amount. */
export const LazyAmountControl = lazyPart<ControlProps>(
  () => import('./amount-control.tsx').then(({ AmountControl }) => AmountControl),
  <Skeleton lines={['line', 'block']} />,
)
