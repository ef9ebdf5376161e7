import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { errors } from '#shared/messages/errors.ts'
import { notices } from '#shared/messages/web-messages.ts'
import { screens } from '#shared/routes.ts'
import { useSession } from '#web/entities/session/session.ts'
import { serverWords } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ButtonLink } from '#web/ui/actions/button-link.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { PageTitle } from '#web/ui/layout/page-title.tsx'
import { ownPayment } from '../status/own-payment.ts'
import { PaymentSlip } from './payment-slip.tsx'
import styles from './payment-slip-page.module.css'

/** The payment slip, to read and to print (specification, section 2). */
export function Component() {
  const { user } = useSession()
  const { data: payment, isPending, error, refetch } = useQuery(ownPayment)
  if (!user) return null
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageTitle>Payment slip</PageTitle>
        {payment && (
          <Button onClick={() => print()}>
            <Icon of={Printer} />
            Print
          </Button>
        )}
      </div>
      {isPending && <Skeleton bones={['title', 'line', 'line', 'block']} />}
      {error && (
        <Banner tone="error" role="alert" title={serverWords(error) || notices.slip.unexpected}>
          <Button look="quiet" onClick={() => refetch()}>
            Try again
          </Button>
        </Banner>
      )}
      {payment === null && (
        <>
          <Banner tone="info">{errors.no_payment.message}</Banner>
          <ButtonLink to={screens.pay}>Go back to Payment</ButtonLink>
        </>
      )}
      {payment && <PaymentSlip user={user} payment={payment} />}
    </div>
  )
}
