// Loaded after the first step is visible, because only later steps need it.
import { LazyAmountControl } from '#applicant/form/controls/lazy-amount-control.tsx'
import { LazyFilesControl } from '#applicant/form/controls/lazy-files-control.tsx'
import { LazyListStep } from '#applicant/form/view/lazy-list-step.tsx'
import { lazyPart } from '#kit/routing/lazy-part.tsx'
import { loadOrReload } from '#kit/routing/reload-once.ts'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { loadSendFile } from './upload-port.ts'

/** Most visits open the form, which needs few of the notices. */
export const LazyApplicationNotice = lazyPart(
  () => import('../application-notice.tsx').then(({ ApplicationNotice }) => ApplicationNotice),
  <Skeleton lines={['block']} />,
)

export const LazyPassportPhoto = lazyPart(
  () => import('./passport-photo.tsx').then(({ PassportPhoto }) => PassportPhoto),
  <Skeleton lines={['block']} />,
)

export const LazyPreview = lazyPart(
  () => import('./preview.tsx').then(({ Preview }) => Preview),
  // As tall as a phone's screen, so that the buttons below do not jump.
  <Skeleton lines={['line', 'block', 'block', 'block', 'block', 'block']} />,
)

export const LazySuccessStep = lazyPart(
  () => import('./success-step.tsx').then(({ SuccessStep }) => SuccessStep),
  <Skeleton lines={['title', 'line', 'line']} />,
)

export const LazySubmitError = lazyPart(() => import('./submit-error.tsx').then(({ SubmitError }) => SubmitError), null)

export const LazyNewerDraftNotice = lazyPart(
  () => import('../draft/newer-draft-notice.tsx').then(({ NewerDraftNotice }) => NewerDraftNotice),
  null,
)

export const LazyDraftLoadError = lazyPart(
  () => import('../draft/draft-load-error.tsx').then(({ DraftLoadError }) => DraftLoadError),
  <Skeleton lines={['block']} />,
)

export const loadSubmission = () => loadOrReload(() => import('./submit.ts'))

export function preloadParts() {
  for (const part of [
    LazyListStep,
    LazyFilesControl,
    LazyAmountControl,
    LazyPreview,
    LazySubmitError,
    LazySuccessStep,
    LazyNewerDraftNotice,
  ])
    part.preload()
  for (const load of [loadSendFile, loadSubmission]) void load().catch(() => {})
}
