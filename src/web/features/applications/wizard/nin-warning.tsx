import { Link } from 'react-router'
import { errors } from '#shared/messages/errors.ts'
import { screens } from '#shared/routes.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'

/** From the first step on: the form may be written without, but not sent. */
export const NinWarning = () => (
  <Banner tone="warning" title={errors.nin_required.message}>
    <p>
      You can fill in the form meanwhile. <Link to={screens.verifyNin}>Verify your NIN</Link>
    </p>
  </Banner>
)
