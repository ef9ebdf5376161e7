import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { TextLink } from '#kit/ui/actions/text-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { paths } from '#shared/routes.ts'

/** Asks a guest to log in, on a page that needs a session. */
export const LoginPrompt = ({ reason }: { reason: string }) => (
  <>
    <Banner tone="info">{reason}</Banner>
    <ButtonLink to={paths.login}>Log in</ButtonLink>
    <p>
      <TextLink to={paths.forgotPassword}>Forgot password?</TextLink>
    </p>
  </>
)
