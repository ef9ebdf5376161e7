import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'

interface Props {
  /** This device remembers a submission. Otherwise nothing is claimed, because it is not known whether there is one. */
  isKnownSubmitted: boolean
  onRetry(): void
}

export const ApplicationUnavailable = ({ isKnownSubmitted, onRetry }: Props) => (
  <Banner tone="warning" role="status" title="We could not load your application.">
    <p>
      {isKnownSubmitted
        ? 'You have submitted it, and it is safe with us.'
        : 'What you have saved or submitted is safe with us.'}
    </p>
    <Button variant="secondary" onClick={onRetry}>
      Try again
    </Button>
  </Banner>
)
