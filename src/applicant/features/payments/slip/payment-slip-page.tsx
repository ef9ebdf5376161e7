import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { DownloadLink } from '#applicant/entities/application/download-link.tsx'
import { useSession } from '#applicant/entities/session/session.ts'
import { serverMessage } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { refusals } from '#shared/messages/refusals.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { paths } from '#shared/routes.ts'
import { readOwnPayment } from '../status/read-own-payment.ts'
import { PaymentSlip } from './payment-slip.tsx'
import styles from './payment-slip-page.module.css'

/** The payment slip, to read and to print. */
export function Component() {
  const { user } = useSession()
  const {
    data: payment,
    isPending,
    isFetching,
    error,
    refetch,
  } = useQuery({
    queryKey: ['payment'],
    queryFn: ({ signal }) => readOwnPayment(signal),
  })
  if (!user) return null
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageTitle>Payment slip</PageTitle>
        {payment && (
          <div className={styles.actions}>
            <Button onClick={() => print()}>
              <Icon icon={Printer} />
              Print
            </Button>
            {payment.status === 'paid' && <DownloadLink call="paymentSlip" />}
          </div>
        )}
      </div>
      {isPending && <Skeleton lines={['title', 'line', 'line', 'block']} />}
      {error && (
        <Banner tone="error" title={serverMessage(error) || messages.slip.unexpected}>
          <Button variant="secondary" busy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </Banner>
      )}
      {payment === null && !error && (
        <>
          <Banner tone="info">{refusals.no_payment}</Banner>
          <ButtonLink to={paths.pay}>Go back to Payment</ButtonLink>
        </>
      )}
      {payment && <PaymentSlip user={user} payment={payment} />}
    </div>
  )
}
