import { Link } from 'react-router'
import { screens } from '#shared/rules/screens.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'

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
