import type { User } from '#shared/contracts/accounts.ts'
import { hasPaid } from '#shared/rules/next-screen.ts'
import { screens } from '#shared/rules/screens.ts'
import { errors } from '#shared/words/errors.ts'
import { notices } from '#shared/words/notices.ts'
import { useFreshUser } from '#web/lib/fresh-user.ts'
import { useSession } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { toast } from '#web/ui/toast.ts'
import { BankSlip } from './bank-slip.tsx'
import { PaymentDesk } from './payment-desk.tsx'
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
