// Where a slip's QR code leads: whether the slip is genuine, and nothing more. For the hall's entrance and the registry.
import { Link, useParams } from 'react-router'
import type { GenuineSlip } from '#shared/api/slips.ts'
import { longDate } from '#shared/format/dates.ts'
import { rrrInGroups, slipCodeInGroups } from '#shared/format/numbers.ts'
import { screens } from '#shared/routes.ts'
import { useExercise } from '#web/entities/exercise/exercise.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { FactList } from '#web/ui/layout/fact-list.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { useSlip } from './use-slip.ts'
import styles from './verify-slip-page.module.css'

export function Component() {
  const { code = '' } = useParams()
  const { answer, askAgain } = useSlip(code)
  const { institution } = useExercise()
  return (
    <div className={styles.page}>
      <Sheet title="Is this slip genuine?">
        {answer.kind === 'asking' && (
          <p className={styles.asking} role="status">
            <Spinner /> Checking the code…
          </p>
        )}
        {answer.kind === 'genuine' && (
          <>
            <Banner tone="success" role="status" title="Genuine">
              {institution} issued this slip. Compare what stands on it:
            </Banner>
            <FactList facts={factsOf(answer.slip)} />
          </>
        )}
        {answer.kind === 'unknown' && (
          <Banner tone="error" role="alert" title={answer.words}>
            <p>Do not accept the slip on its own.</p>
            <p>
              To ask the registry, <Link to={screens.contact}>write to us</Link> and quote the name and the number on
              the slip.
            </p>
          </Banner>
        )}
        {answer.kind === 'failed' && (
          <Banner tone="warning" role="alert" title={answer.words}>
            <p>Whether the slip is genuine is not known yet.</p>
            <Button look="secondary" onClick={askAgain}>
              Try again
            </Button>
          </Banner>
        )}
        <p className={styles.code}>
          Code <span>{slipCodeInGroups(plain(code))}</span>
        </p>
      </Sheet>
    </div>
  )
}

const kinds: Record<GenuineSlip['kind'], { words: string; number: string; date: string }> = {
  application: { words: 'Application slip', number: 'Application ID', date: 'Submitted on' },
  payment: { words: 'Payment slip', number: 'RRR', date: 'Paid on' },
}

function factsOf({ kind, name, number, date }: GenuineSlip): [string, string][] {
  const words = kinds[kind]
  return [
    ['Kind', words.words],
    ['Name', name],
    [words.number, kind === 'payment' ? rrrInGroups(number) : number],
    [words.date, longDate(date)],
  ]
}

/** As it is kept, however it was typed. */
const plain = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()
