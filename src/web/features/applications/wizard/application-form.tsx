// Opens the form with the answers that this device and the server hold.
import type { User } from '#shared/api/accounts.ts'
import { UploadPortProvider } from '#web/form/uploads/upload-port.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useOpening } from '../draft/use-initial-state.ts'
import { ApplicationWizard } from './application-wizard.tsx'
import { LaterUnreadDraft } from './lazy-parts.tsx'
import { uploadPort } from './upload-port.ts'

interface Props {
  user: User
  onSubmitted(): void
}

export function ApplicationForm({ user, onSubmitted }: Props) {
  const { state, retry, openBlank } = useOpening(user)
  switch (state.kind) {
    case 'loading':
      return <Skeleton bones={['title', 'line', 'line', 'block', 'block']} />
    case 'failed':
      return <LaterUnreadDraft words={state.words} onRetry={retry} />
    case 'unknown':
      return <LaterUnreadDraft words={state.words} onRetry={retry} onBlank={openBlank} />
    case 'ready':
      return (
        <UploadPortProvider value={uploadPort}>
          <ApplicationWizard user={user} opening={state.opening} noted={state.step} onSubmitted={onSubmitted} />
        </UploadPortProvider>
      )
  }
}
