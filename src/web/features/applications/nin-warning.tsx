import { Link } from 'react-router'
import { screens } from '#shared/rules/screens.ts'
import { errors } from '#shared/words/errors.ts'
import { Banner } from '#web/ui/banner.tsx'

/** From the first step on: the form may be written without, but not sent. */
export const NinWarning = () => (
  <Banner tone="warning" title={errors.nin_required.message}>
    <p>
      You can fill in the form meanwhile. <Link to={screens.verifyNin}>Verify your NIN</Link>
    </p>
  </Banner>
)
