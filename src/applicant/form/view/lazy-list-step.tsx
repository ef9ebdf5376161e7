import { lazyPart } from '#kit/routing/lazy-part.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import type { AnyList } from '../state/any-section.ts'

/** The first step has no list, so it loads faster without this code. */
export const LazyListStep = lazyPart<{ name: string; list: AnyList; isTitleHidden?: boolean | undefined }>(
  () => import('./list-step.tsx').then(({ ListStep }) => ListStep),
  // As tall as a phone's screen, so that the buttons below do not jump.
  <Skeleton lines={['title', 'block', 'block', 'block', 'block', 'block']} />,
)
