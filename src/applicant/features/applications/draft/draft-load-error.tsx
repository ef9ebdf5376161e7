import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { messages } from '#shared/messages/web-messages.ts'
import styles from './draft-load-error.module.css'

export interface DraftLoadErrorProps {
  /** Empty when the server did not answer. */
  serverMessage: string
  onRetry(): void
  /** Starts without the draft. Given only when the problem is temporary. */
  onStartEmpty?: (() => void) | undefined
}

/** The server's draft could not be loaded. */
export const DraftLoadError = ({ serverMessage, onRetry, onStartEmpty }: DraftLoadErrorProps) => (
  <Banner tone="error" title={serverMessage || messages.loading.applicationError}>
    <p>What you saved before is on our server. Nothing is lost.</p>
    {onStartEmpty && (
      <p>
        It opens by itself when the network is back. If you start a blank form meanwhile, it is kept on this device, and
        you choose later which of the two counts.
      </p>
    )}
    <div className={styles.choices}>
      <Button onClick={onRetry}>Try again</Button>
      {onStartEmpty && (
        <Button variant="secondary" onClick={onStartEmpty}>
          Start a blank form
        </Button>
      )}
    </div>
  </Banner>
)
