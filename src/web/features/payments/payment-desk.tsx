import { useState } from 'react'
import type { User } from '#shared/contracts/accounts.ts'
import { totalDue } from '#shared/rules/money.ts'
import { screens } from '#shared/rules/screens.ts'
import { fullName } from '#shared/words/names.ts'
import { notices } from '#shared/words/notices.ts'
import { naira } from '#shared/words/numbers.ts'
import { useExercise } from '#web/lib/exercise.ts'
import { heldRrr } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FactList } from '#web/ui/fact-list.tsx'
import { FormError } from '#web/ui/form-stack.tsx'
import { generateRrr } from './generate-rrr.ts'
import styles from './payment-desk.module.css'
import { usePaymentWidget } from './payment-widget.ts'
import { RrrCard } from './rrr-card.tsx'

type Working = 'generate' | 'regenerate' | null

/** What is to be paid, and the three buttons: Generate RRR, Re-Generate, Proceed to Payment. */
export function PaymentDesk({ user }: { user: User }) {
  const { payment } = useExercise()
  const widget = usePaymentWidget(payment)
  const [working, setWorking] = useState<Working>(null)
  const [failure, setFailure] = useState('')
  const rrr = user.rrr ?? heldRrr()

  async function ask(which: 'generate' | 'regenerate') {
    setWorking(which)
    setFailure('')
    setFailure(await generateRrr(totalDue(user), which))
    setWorking(null)
  }

  function proceed(paid: string) {
    setFailure(widget.open(paid, () => location.assign(screens.paymentResult)))
  }

  return (
    <div className={styles.desk}>
      <FactList
        facts={[
          ['Name', fullName(user)],
          ['Email', user.email],
          ['Phone', user.phone],
          ['Purpose', 'Recruitment Application Fee'],
          ['School', user.faculty],
          ['Department', user.department],
          ['Role', user.role],
        ]}
      />
      <dl className={styles.bill}>
        <div>
          <dt>Fee amount</dt>
          <dd>{naira(user.amount)}</dd>
        </div>
        <div>
          <dt>Charge amount</dt>
          <dd>{naira(user.charge)}</dd>
        </div>
        <div className={styles.total}>
          <dt>Total</dt>
          <dd>{naira(totalDue(user))}</dd>
        </div>
      </dl>
      <Banner tone="warning">{notices.payment.warning}</Banner>
      {rrr && <RrrCard rrr={rrr} />}
      <FormError>{failure || widget.problem}</FormError>
      <div className={styles.actions}>
        <Button
          look={rrr ? 'secondary' : 'primary'}
          busy={working === 'generate'}
          disabled={working !== null}
          onClick={() => ask('generate')}
        >
          Generate RRR
        </Button>
        <Button
          look="secondary"
          busy={working === 'regenerate'}
          disabled={!rrr || working !== null}
          aria-describedby="no-rrr"
          onClick={() => ask('regenerate')}
        >
          Re-Generate
        </Button>
        <Button
          look={rrr ? 'primary' : 'secondary'}
          disabled={!rrr || working !== null}
          aria-describedby="no-rrr"
          onClick={() => rrr && proceed(rrr)}
        >
          Proceed to Payment
        </Button>
      </div>
      <p id="no-rrr" className={styles.why}>
        {!rrr && 'Generate an RRR first: it is the reference under which you pay.'}
      </p>
    </div>
  )
}
