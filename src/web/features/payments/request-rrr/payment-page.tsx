import type { User } from '#shared/api/accounts.ts'
import { errors } from '#shared/messages/errors.ts'
import { notices } from '#shared/messages/web-messages.ts'
import { hasPaid } from '#shared/policy/next-route.ts'
import { screens } from '#shared/routes.ts'
import { useFreshUser } from '#web/entities/session/fresh-user.ts'
import { useSession } from '#web/entities/session/session.ts'
import { ButtonLink } from '#web/ui/actions/button-link.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { BankSlip } from '../bank/bank-slip.tsx'
import { PaymentDesk } from './payment-panel.tsx'
import { useIssuedRrr } from './use-issued-rrr.ts'

const title = 'Proceed to Make Payment'

/** Where the fee is paid (specification, section 2). What it shows follows from whose session it is. */
export function Component() {
  const { user } = useSession()
  useFreshUser(toast.error)
  if (user && !user.passChange && !hasPaid(user)) return <Owing user={user} />
  return (
    <Sheet title={title} width="wide">
      {!user && (
        <>
          <Banner tone="info">{notices.payment.login}</Banner>
          <ButtonLink to={screens.login}>Log in</ButtonLink>
        </>
      )}
      {user?.passChange && (
        <>
          <Banner tone="info">{errors.must_change_password.message}</Banner>
          <ButtonLink to={screens.updatePassword}>Update Password</ButtonLink>
        </>
      )}
      {user && !user.passChange && hasPaid(user) && (
        <>
          <Banner tone="success">{errors.already_paid.message}</Banner>
          <ButtonLink to={user.ninVerify ? screens.dashboard : screens.verifyNin}>
            {user.ninVerify ? 'Go to your dashboard' : 'Verify Nin'}
          </ButtonLink>
        </>
      )}
    </Sheet>
  )
}

function Owing({ user }: { user: User }) {
  const issued = useIssuedRrr(user)
  const { rrr, amount } = issued
  return (
    <Sheet title={title} width="wide" paper={rrr && <BankSlip user={user} rrr={rrr} amount={amount} />}>
      <PaymentDesk user={user} issued={issued} />
    </Sheet>
  )
}
