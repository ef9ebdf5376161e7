import { laterPart } from '#web/lib/lazy/lazy-part.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { ControlProps } from './control.ts'

/** The drop and its queue are a tenth of the form's weight, and no first step asks for files. */
export const LaterFilesControl = laterPart<ControlProps>(
  () => import('./files-control.tsx').then(({ FilesControl }) => FilesControl),
  <Skeleton bones={['line', 'block']} />,
)
