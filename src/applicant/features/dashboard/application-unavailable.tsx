import type { useApplicationSummary } from '#applicant/entities/application/application-summary.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'

type Props = Pick<ReturnType<typeof useApplicationSummary>, 'isKnownSubmitted' | 'retry'>

/** Unless the device remembers a submission nothing is claimed, because it is not known whether there is one. */
export const ApplicationUnavailable = ({ isKnownSubmitted, retry }: Props) => (
  <Banner tone="warning" role="status" title="We could not load your application.">
    <p>
      {isKnownSubmitted
        ? 'You have submitted it, and it is safe with us.'
        : 'What you have saved or submitted is safe with us.'}
    </p>
    <Button variant="secondary" onClick={retry}>
      Try again
    </Button>
  </Banner>
)
