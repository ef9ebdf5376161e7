import { useState } from 'react'
import { DeadlineNotice } from '#applicant/entities/exercise/deadline-notice.tsx'
import { loadExercise, useExercise } from '#applicant/entities/exercise/exercise.ts'
import { refreshUser } from '#applicant/entities/session/refresh-user.ts'
import { isSessionUnstored, rememberUser, writeStoredRrr } from '#applicant/entities/session/session.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { TextLink } from '#kit/ui/actions/text-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import { Stepper } from '#kit/ui/layout/stepper.tsx'
import type { User } from '#shared/api/applicant/accounts.ts'
import { formatFullName } from '#shared/format/names.ts'
import { formatNaira } from '#shared/format/numbers.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { getStages } from '#shared/policy/applicant-status.ts'
import { getTotalDue } from '#shared/policy/money.ts'
import { paths } from '#shared/routes.ts'
import { paymentPurpose } from '#shared/slips/bank-slip.ts'
import { BankBranch } from '../bank/bank-branch.tsx'
import { OlderRrrForm } from '../polling/older-rrr-form.tsx'
import { PaymentPolling } from '../polling/payment-polling.tsx'
import { getGenerationMessage, isOutdated, type RrrOptions, sendRrrRequest } from './generate-rrr.ts'
import { useLateConfirmation } from './late-confirmation.tsx'
import styles from './payment-panel.module.css'
import { usePaymentWidget } from './payment-widget.ts'
import { RrrCard } from './rrr-card.tsx'
import type { CurrentRrr } from './use-current-rrr.ts'

interface Props {
  user: User
  current: CurrentRrr
}

/** What is to be paid, and the ways to pay it: in the widget or at a bank branch. */
export function PaymentPanel({ user, current: { rrr, amount, payment, reload } }: Props) {
  return (
    <div className={styles.panel}>
      <PaymentStages user={user} />
      <FeeBreakdown fee={user.amount} charge={user.charge} />
      <DeadlineNotice whenPast={<p>You can still pay, but an application can no longer be submitted.</p>} />
      <Banner tone="warning">{messages.payment.warning}</Banner>
      {isSessionUnstored() && (
        <div id="no-card">
          <Banner tone="info">
            Your browser does not let this site store data, so you cannot pay by card here. Generate an RRR and pay it
            at a bank branch, or allow the site to store data and log in again.
          </Banner>
        </div>
      )}
      {rrr && <RrrCard rrr={rrr} amount={amount} />}
      <PaymentActions totalDue={getTotalDue(user)} rrr={rrr} />
      <PayerFacts user={user} />
      {rrr && (
        <div className={styles.after}>
          <BankBranch />
          <PaymentPolling key={rrr} rrr={rrr} payment={payment} onChecked={reload} />
          <OlderRrrForm />
        </div>
      )}
      <p>
        <TextLink to={paths.home}>Back to the home page</TextLink>
      </p>
    </div>
  )
}

/** Where the payment stands in the recruitment. */
function PaymentStages({ user }: { user: User }) {
  const stages = getStages(user, false, unknownDates)
  const current = stages.findIndex(({ done }) => !done)
  return (
    <Stepper
      label="Your way through the recruitment"
      steps={stages.map(({ name, done }, index) => ({
        name,
        state: done ? 'done' : index === current ? 'current' : 'upcoming',
      }))}
    />
  )
}

const unknownDates = { passwordChangedAt: null, paidAt: null, ninVerifiedAt: null, submittedAt: null }

/** For whom and for what the fee is, below the bill: nothing of it can be changed here. Phones fold it. */
const PayerFacts = ({ user }: { user: User }) => (
  <details className={styles.facts} open={matchMedia('(min-width: 48rem)').matches}>
    <summary className={styles.summary}>Your details: name, school, role and purpose</summary>
    <FactList
      facts={[
        ['Name', formatFullName(user)],
        ['Email', user.email],
        ['Phone', user.phone],
        ['Purpose', paymentPurpose],
        ['School', user.faculty],
        ['Department', user.department],
        ['Role', user.role],
      ]}
    />
  </details>
)

/** All in naira. */
const FeeBreakdown = ({ fee, charge }: { fee: number; charge: number }) => (
  <dl className={styles.fees}>
    <div>
      <dt>Fee amount</dt>
      <dd>{formatNaira(fee)}</dd>
    </div>
    <div>
      <dt>Charge amount</dt>
      <dd>{formatNaira(charge)}</dd>
    </div>
    <div className={styles.total}>
      <dt>Total</dt>
      <dd>{formatNaira(getTotalDue({ amount: fee, charge }))}</dd>
    </div>
  </dl>
)

/** The buttons Generate RRR, Re-Generate and Proceed to Payment, and what went wrong with them. */
function PaymentActions({ totalDue, rrr }: { totalDue: number; rrr: string | null }) {
  const { payment } = useExercise()
  // The widget would lead to a new document, in which nobody is logged in.
  const isWithoutCard = isSessionUnstored()
  const widget = usePaymentWidget(isWithoutCard ? null : payment)
  const [request, setRequest] = useState<RrrOptions>('generate')
  const [error, setError] = useState('')
  const showError = (message: string) => {
    if (message) toast.error(message)
    setError(message)
  }
  const { run: generate, isPending } = useAction(
    async (next: RrrOptions) => {
      setRequest(next)
      setError('')
      await sendRrrRequest(totalDue, next)
      toast.success(messages.payment.generated)
    },
    {
      onError(cause) {
        showError(getGenerationMessage(cause))
        // The fee was paid or changed elsewhere since the page was opened.
        if (isOutdated(cause)) void refreshUser().catch(() => {})
      },
    },
  )
  const [hasFailed, setFailed] = useState(false)
  function proceed(rrr: string) {
    setFailed(false)
    // Where the widget is to be had could not be read with the page.
    if (!payment) loadExercise()
    const isSameUser = rememberUser()
    function onPaid() {
      // The next page asks about this RRR. Another tab may have stored a newer one while the widget was open.
      if (isSameUser()) writeStoredRrr(rrr)
      location.assign(paths.paymentResult)
    }
    showError(widget.open(rrr, { onPaid, onFailed: () => setFailed(true) }))
  }
  const late = useLateConfirmation()

  return (
    <>
      {late.question}
      <FormError>{error || widget.error}</FormError>
      <p role="status" className={styles.declined}>
        {hasFailed && messages.payment.declined}
      </p>
      <div className={styles.actions}>
        <Button
          variant={rrr ? 'secondary' : 'primary'}
          busy={isPending && request === 'generate'}
          disabled={isPending && request !== 'generate'}
          onClick={() => late.confirm(() => generate('generate'))}
        >
          Generate RRR
        </Button>
        <Button
          variant="secondary"
          busy={isPending && request === 'regenerate'}
          disabled={!rrr || (isPending && request !== 'regenerate')}
          aria-describedby="no-rrr"
          onClick={() => late.confirm(() => generate('regenerate'))}
        >
          Re-Generate
        </Button>
        <Button
          variant={rrr ? 'primary' : 'secondary'}
          disabled={!rrr || isPending || isWithoutCard}
          aria-describedby={isWithoutCard ? 'no-card' : 'no-rrr'}
          onClick={() => rrr && late.confirm(() => proceed(rrr))}
        >
          Proceed to Payment
        </Button>
      </div>
      <p className={styles.secured}>Secured by Remita</p>
      <p id="no-rrr" className={styles.why}>
        {rrr && 'Re-Generate gives you a new RRR. The old one stays payable.'}
        {!rrr && 'Generate an RRR first. You need it to pay.'}
      </p>
    </>
  )
}
