import { lazyPart } from '#kit/routing/lazy-part.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import type { ControlProps } from './control.ts'

/** The drop zone is a tenth of the form's code, and the first step has no files. */
export const LazyFilesControl = lazyPart<ControlProps>(
  () => import('./files-control.tsx').then(({ FilesControl }) => FilesControl),
  <Skeleton lines={['line', 'block']} />,
)
