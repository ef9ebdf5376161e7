import { useRefreshWhenSeen } from '#applicant/entities/session/refresh-user.ts'
import { useSession } from '#applicant/entities/session/session.ts'
import { useNavigateFromHere } from '#kit/routing/use-is-here.ts'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { TextLink } from '#kit/ui/actions/text-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { Sheet } from '#kit/ui/layout/sheet.tsx'
import { refusals } from '#shared/messages/refusals.ts'
import { paths } from '#shared/routes.ts'
import { NinForm } from './nin-form.tsx'

export function Component() {
  const { token, user } = useSession()
  useRefreshWhenSeen()
  // Here, because the form goes as soon as the NIN is verified.
  const navigate = useNavigateFromHere()
  return (
    <Sheet title="Verify your NIN">
      {!token && (
        <>
          <Banner tone="info">{refusals.not_logged_in}</Banner>
          <ButtonLink to={paths.login}>Log in</ButtonLink>
        </>
      )}
      {token && user?.passChange && (
        <>
          <Banner tone="info">{refusals.must_change_password}</Banner>
          <ButtonLink to={paths.updatePassword}>Update Password</ButtonLink>
        </>
      )}
      {token && !user?.passChange && user?.ninVerify && (
        <>
          <Banner tone="success">{refusals.nin_already_verified}</Banner>
          <FactList facts={[['NIN', user.nin]]} />
          <ButtonLink to={paths.dashboard}>Go to your dashboard</ButtonLink>
        </>
      )}
      {token && !user?.passChange && !user?.ninVerify && (
        <>
          <p>
            We look up your NIN (National Identification Number) in the national register and compare your names and
            date of birth with those of your account.
          </p>
          <NinForm key={user?.userId} onVerified={navigate} />
          <p>
            <TextLink to={paths.dashboard}>Do this later</TextLink>
          </p>
        </>
      )}
    </Sheet>
  )
}
