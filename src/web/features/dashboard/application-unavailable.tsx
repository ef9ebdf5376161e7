import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'

/** Claims nothing about the application, because it is not known whether there is one. */
export const ApplicationUnavailable = ({ onRetry }: { onRetry(): void }) => (
  <Banner tone="warning" role="status" title="We could not load your application.">
    <p>What you have saved or submitted is safe with us.</p>
    <Button variant="secondary" onClick={onRetry}>
      Try again
    </Button>
  </Banner>
)
