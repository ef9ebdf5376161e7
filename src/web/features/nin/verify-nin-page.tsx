import { Link } from 'react-router'
import { screens } from '#shared/rules/screens.ts'
import { errors } from '#shared/words/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { FactList } from '#web/ui/fact-list.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { NinForm } from './nin-form.tsx'

export function Component() {
  const { token, user } = useSession()
  return (
    <Sheet title="Verify your NIN">
      {!token && (
        <>
          <Banner tone="info">{errors.not_logged_in.message}</Banner>
          <ButtonLink to={screens.login}>Log in</ButtonLink>
        </>
      )}
      {token && user?.ninVerify && (
        <>
          <Banner tone="success">{errors.nin_already_verified.message}</Banner>
          <FactList facts={[['NIN', user.nin]]} />
          <ButtonLink to={screens.dashboard}>Go to your dashboard</ButtonLink>
        </>
      )}
      {token && !user?.ninVerify && (
        <>
          <p>
            We look your National Identification Number up in the national register and compare your names and date of
            birth with those of your account.
          </p>
          <NinForm />
          <p>
            <Link to={screens.dashboard}>Do this later</Link>
          </p>
        </>
      )}
    </Sheet>
  )
}
