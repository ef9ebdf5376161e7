import { useState } from 'react'
import type { User } from '#shared/api/accounts.ts'
import { fullName } from '#shared/format/names.ts'
import { notices } from '#shared/messages/web-messages.ts'
import { totalDue } from '#shared/policy/money.ts'
import { screens } from '#shared/routes.ts'
import { useExercise } from '#web/entities/exercise/exercise.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { FactList } from '#web/ui/layout/fact-list.tsx'
import { FormError } from '#web/ui/layout/form-stack.tsx'
import { BankBranch } from '../bank/bank-branch.tsx'
import { OlderRrr } from '../polling/older-rrr.tsx'
import { PaymentWatch } from '../polling/payment-polling.tsx'
import { paymentPurpose } from '../status/payment-purpose.ts'
import { Bill } from './bill.tsx'
import { generateRrr } from './generate-rrr.ts'
import styles from './payment-panel.module.css'
import { usePaymentWidget } from './payment-widget.ts'
import { RrrCard } from './rrr-card.tsx'
import type { IssuedRrr } from './use-issued-rrr.ts'

type Working = 'generate' | 'regenerate' | null

interface Props {
  user: User
  issued: IssuedRrr
}

/** What is to be paid, the three buttons (Generate RRR, Re-Generate, Proceed to Payment), and the way over a bank. */
export function PaymentDesk({ user, issued: { rrr, amount, payment, reload } }: Props) {
  const widget = usePaymentWidget(useExercise().payment)
  const [working, setWorking] = useState<Working>(null)
  const [failure, setFailure] = useState('')

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
          ['Purpose', paymentPurpose],
          ['School', user.faculty],
          ['Department', user.department],
          ['Role', user.role],
        ]}
      />
      <Bill fee={user.amount} charge={user.charge} />
      <Banner tone="warning">{notices.payment.warning}</Banner>
      {rrr && <RrrCard rrr={rrr} amount={amount} />}
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
      {rrr && (
        <div className={styles.after}>
          <BankBranch />
          <PaymentWatch key={rrr} rrr={rrr} payment={payment} onChecked={reload} />
          <OlderRrr />
        </div>
      )}
    </div>
  )
}
