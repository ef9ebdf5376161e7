import { useRefreshWhenSeen, useUserRefresh } from '#applicant/entities/session/refresh-user.ts'
import { useSession } from '#applicant/entities/session/session.ts'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { Sheet } from '#kit/ui/layout/sheet.tsx'
import type { User } from '#shared/api/applicant/accounts.ts'
import { refusals } from '#shared/messages/refusals.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { hasPaid } from '#shared/policy/next-route.ts'
import { paths } from '#shared/routes.ts'
import { BankSlip } from '../bank/bank-slip.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { useCurrentRrr } from './use-current-rrr.ts'

const title = 'Proceed to Make Payment'

/** Where the fee is paid, or why it cannot be paid now. */
export function Component() {
  const { user } = useSession()
  useUserRefresh(toast.error)
  useRefreshWhenSeen()
  if (user && !user.passChange && !hasPaid(user)) return <FeeDue key={user.userId} user={user} />
  return (
    <Sheet title={title} width="wide">
      {!user && (
        <>
          <Banner tone="info">{messages.payment.login}</Banner>
          <ButtonLink to={paths.login}>Log in</ButtonLink>
        </>
      )}
      {user?.passChange && (
        <>
          <Banner tone="info">{refusals.must_change_password}</Banner>
          <ButtonLink to={paths.updatePassword}>Update Password</ButtonLink>
        </>
      )}
      {user && !user.passChange && (
        <>
          <Banner tone="success">{refusals.already_paid}</Banner>
          <ButtonLink to={user.ninVerify ? paths.dashboard : paths.verifyNin}>
            {user.ninVerify ? 'Go to your dashboard' : 'Verify Nin'}
          </ButtonLink>
        </>
      )}
    </Sheet>
  )
}

function FeeDue({ user }: { user: User }) {
  const current = useCurrentRrr(user)
  const { rrr, amount } = current
  return (
    <Sheet title={title} width="wide" printVersion={rrr && <BankSlip user={user} rrr={rrr} amount={amount} />}>
      <PaymentPanel user={user} current={current} />
    </Sheet>
  )
}
