// Loads the draft and opens the form with it.

import { UploadPortProvider } from '#applicant/form/uploads/upload-port.ts'
import { readSubmitted } from '#applicant/storage.ts'
import type { User } from '#shared/api/applicant/accounts.ts'
import type { ApplicationCorrection } from '#shared/api/applicant/applications.ts'
import { useInitialDraft } from '../draft/use-initial-draft.ts'
import { ApplicationWizard } from './application-wizard.tsx'
import { LazyDraftLoadError } from './lazy-parts.tsx'
import { LoadingApplication } from './loading-application.tsx'
import { uploadPort } from './upload-port.ts'

interface Props {
  user: User
  /** The server could not say whether an application was submitted. */
  isUnknown: boolean
  correction: ApplicationCorrection | undefined
  isCorrectionOver: boolean
  /** Asks it again. */
  onRetry(): void
  onSubmit(isSubmitted: boolean): void
}

export function ApplicationForm({ user, isUnknown, correction, isCorrectionOver, onRetry, onSubmit }: Props) {
  const { state, retry, startEmpty } = useInitialDraft(user, { isUnknown, onRetry })
  switch (state.kind) {
    case 'loading':
      // As high as a step at least, or the foot of the page would jump.
      return <LoadingApplication />
    case 'failed':
      return <LazyDraftLoadError serverMessage={state.message} onRetry={retry} />
    case 'unknown':
      // Nobody who may have submitted is offered a second form.
      return (
        <LazyDraftLoadError
          serverMessage={state.message}
          onRetry={retry}
          onStartEmpty={isUnknown && readSubmitted(user.userId) !== false ? undefined : startEmpty}
        />
      )
    case 'ready':
      return (
        <UploadPortProvider value={uploadPort}>
          <ApplicationWizard
            user={user}
            initialDraft={state.draft}
            savedStep={state.step}
            initialCorrection={correction}
            isCorrectionOver={isCorrectionOver}
            onSubmit={onSubmit}
          />
        </UploadPortProvider>
      )
  }
}
