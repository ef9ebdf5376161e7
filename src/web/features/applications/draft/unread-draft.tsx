import { notices } from '#shared/messages/web-messages.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import styles from './unread-draft.module.css'

export interface UnreadDraftProps {
  /** The server's own words, or empty when it did not answer. */
  words: string
  onRetry(): void
  /** Given when the trouble passes: whoever has not begun yet, or does not mind, may write meanwhile. */
  onBlank?: (() => void) | undefined
}

/** What was saved before could not be read. */
export const UnreadDraft = ({ words, onRetry, onBlank }: UnreadDraftProps) => (
  <Banner tone="error" role="alert" title={words || notices.loading.applicationError}>
    <p>What you saved before is on our server. Nothing is lost.</p>
    {onBlank && (
      <p>
        It opens by itself when the line is back. If you start a blank form meanwhile, it is kept on this device, and
        you choose later which of the two counts.
      </p>
    )}
    <div className={styles.choices}>
      <Button onClick={onRetry}>Try again</Button>
      {onBlank && (
        <Button look="secondary" onClick={onBlank}>
          Start a blank form
        </Button>
      )}
    </div>
  </Banner>
)
