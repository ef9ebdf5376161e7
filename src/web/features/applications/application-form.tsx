// Opens the form with the answers that this device and the server hold.
import type { User } from '#shared/contracts/accounts.ts'
import { UploadPortProvider } from '#web/form/uploads/upload-port.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ApplicationWizard } from './application-wizard.tsx'
import { useOpening } from './draft/use-opening.ts'
import { LaterUnreadDraft } from './later-parts.tsx'
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
