import { Link } from 'react-router'
import { screens } from '#shared/routes.ts'
import { ButtonLink } from '#web/ui/actions/button-link.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'

/** For a guest on a page that needs a session. */
export const LoginOffer = ({ why }: { why: string }) => (
  <>
    <Banner tone="info">{why}</Banner>
    <ButtonLink to={screens.login}>Log in</ButtonLink>
    <p>
      <Link to={screens.forgotPassword}>Forgot password?</Link>
    </p>
  </>
)
