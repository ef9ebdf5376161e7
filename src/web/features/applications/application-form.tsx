// Opens the form with the answers that this device and the server hold.
import type { User } from '#shared/contracts/accounts.ts'
import { notices } from '#shared/words/notices.ts'
import { UploadPortProvider } from '#web/form/uploads/upload-port.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ApplicationWizard } from './application-wizard.tsx'
import { useOpening } from './draft/use-opening.ts'
import { uploadPort } from './upload-port.ts'

interface Props {
  user: User
  onSubmitted(): void
}

export function ApplicationForm({ user, onSubmitted }: Props) {
  const { state, retry } = useOpening(user)
  if (state.kind === 'loading') return <Skeleton bones={['title', 'line', 'line', 'block', 'block']} />
  if (state.kind === 'failed')
    return (
      <Banner tone="error" role="alert" title={state.words || notices.loading.applicationError}>
        <p>What you saved before is on our server. Nothing is lost.</p>
        <Button look="secondary" onClick={retry}>
          Try again
        </Button>
      </Banner>
    )
  return (
    <UploadPortProvider value={uploadPort}>
      <ApplicationWizard user={user} opening={state.opening} noted={state.step} onSubmitted={onSubmitted} />
    </UploadPortProvider>
  )
}
