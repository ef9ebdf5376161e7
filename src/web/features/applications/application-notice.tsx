// What the application page shows instead of the form, or above it.
import { messages } from '#shared/messages/web-messages.ts'
import { paths } from '#shared/routes.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ButtonLink } from '#web/ui/actions/button-link.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import styles from './application-page.module.css'

type Props = { kind: 'submitted' | 'not paid' } | { kind: 'failed'; onRetry(): void }

export function ApplicationNotice(props: Props) {
  switch (props.kind) {
    case 'submitted':
      return <Submitted />
    case 'not paid':
      return <NotPaid />
    case 'failed':
      return <LoadError onRetry={props.onRetry} />
  }
}

const Submitted = () => (
  <Banner tone="success" title="You have submitted your application.">
    <p>Preview your application details below.</p>
    <p className={styles.action}>
      <ButtonLink to={paths.prints}>Preview Application</ButtonLink>
    </p>
  </Banner>
)

const NotPaid = () => (
  <Banner tone="warning" title={messages.payment.notPaid}>
    <p className={styles.action}>
      <ButtonLink to={paths.pay}>Go back to Payment</ButtonLink>
    </p>
  </Banner>
)

const LoadError = ({ onRetry }: { onRetry(): void }) => (
  <Banner tone="error" role="alert" title={messages.loading.applicationError}>
    <p className={styles.action}>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </p>
  </Banner>
)
