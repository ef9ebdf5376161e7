// Opens the form with the answers that this device and the server hold.
import type { User } from '#shared/contracts/accounts.ts'
import { notices } from '#shared/words/notices.ts'
import { UploadPortProvider } from '#web/form/uploads/upload-port.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './application-form.module.css'
import { ApplicationWizard } from './application-wizard.tsx'
import { useOpening } from './draft/use-opening.ts'
import { uploadPort } from './upload-port.ts'

interface Props {
  user: User
  onSubmitted(): void
}

export function ApplicationForm({ user, onSubmitted }: Props) {
  const { state, retry, openBlank } = useOpening(user)
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
  if (state.kind === 'unknown') return <Unknown words={state.words} onRetry={retry} onBlank={openBlank} />
  return (
    <UploadPortProvider value={uploadPort}>
      <ApplicationWizard user={user} opening={state.opening} noted={state.step} onSubmitted={onSubmitted} />
    </UploadPortProvider>
  )
}

/** What was saved before cannot be read now. Whoever has not begun yet, or does not mind, may write meanwhile. */
const Unknown = ({ words, onRetry, onBlank }: { words: string; onRetry(): void; onBlank(): void }) => (
  <Banner tone="error" role="alert" title={words || notices.loading.applicationError}>
    <p>
      What you saved before is on our server, and opens by itself when the line is back. Nothing is lost. If you start a
      blank form meanwhile, it is kept on this device; if there is an older one, you choose later which of them counts.
    </p>
    <div className={styles.choices}>
      <Button onClick={onRetry}>Try again</Button>
      <Button look="secondary" onClick={onBlank}>
        Start a blank form
      </Button>
    </div>
  </Banner>
)
