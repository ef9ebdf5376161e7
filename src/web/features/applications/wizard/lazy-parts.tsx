// What the later steps need comes after the first one is on the screen.
import { LaterFilesControl } from '#web/form/controls/lazy-files-control.tsx'
import { LaterListStep } from '#web/form/view/lazy-list-step.tsx'
import { laterPart } from '#web/lib/lazy/lazy-part.tsx'
import { loadPatiently } from '#web/lib/lazy/load-with-retry.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { loadSender } from './upload-port.ts'

export const LaterPreview = laterPart(
  () => import('./preview.tsx').then(({ Preview }) => Preview),
  <Skeleton bones={['line', 'block', 'block']} />,
)

export const LaterSuccessStep = laterPart(
  () => import('./success-step.tsx').then(({ SuccessStep }) => SuccessStep),
  <Skeleton bones={['title', 'line', 'line']} />,
)

export const LaterSubmitProblem = laterPart(
  () => import('./submit-problem.tsx').then(({ SubmitProblem }) => SubmitProblem),
  null,
)

export const LaterNewerDraftNotice = laterPart(
  () => import('../draft/newer-draft-notice.tsx').then(({ NewerDraftNotice }) => NewerDraftNotice),
  null,
)

export const LaterUnreadDraft = laterPart(
  () => import('../draft/unread-draft.tsx').then(({ UnreadDraft }) => UnreadDraft),
  <Skeleton bones={['block']} />,
)

/** The steps are filled before anything is submitted. */
export const loadSubmission = () => loadPatiently(() => import('./submit.ts'))

export function preloadParts() {
  for (const part of [
    LaterListStep,
    LaterFilesControl,
    LaterPreview,
    LaterSubmitProblem,
    LaterSuccessStep,
    LaterNewerDraftNotice,
  ])
    part.preload()
  for (const load of [loadSender, loadSubmission]) void load().catch(() => {})
}
