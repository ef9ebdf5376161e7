// The page behind a slip's QR code, for the exam hall and the registry. It only says whether the slip is genuine.
import { Link, useParams } from 'react-router'
import type { GenuineSlip } from '#shared/api/slips.ts'
import { formatDate } from '#shared/format/dates.ts'
import { formatRrr, formatSlipCode } from '#shared/format/numbers.ts'
import { paths } from '#shared/routes.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { FactList } from '#web/ui/layout/fact-list.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { useSlip } from './use-slip.ts'
import styles from './verify-slip-page.module.css'

export function Component() {
  const { code = '' } = useParams()
  const { result, retry } = useSlip(code)
  return (
    <div className={styles.page}>
      <Sheet title="Is this slip genuine?">
        {result.kind === 'checking' && (
          <p className={styles.checking} role="status">
            <Spinner /> Checking the code…
          </p>
        )}
        {result.kind === 'genuine' && (
          <>
            <Banner tone="success" role="status" title="Genuine">
              {result.slip.institution} issued this slip. Compare what stands on it:
            </Banner>
            <FactList facts={getFacts(result.slip)} />
          </>
        )}
        {result.kind === 'unknown' && (
          <Banner tone="error" role="alert" title={result.message}>
            <p>Do not accept the slip on its own.</p>
            <p>
              To ask the registry, <Link to={paths.contact}>write to us</Link> and quote the name and the number on the
              slip.
            </p>
          </Banner>
        )}
        {result.kind === 'failed' && (
          <Banner tone="warning" role="alert" title={result.message}>
            <p>Whether the slip is genuine is not known yet.</p>
            <Button variant="secondary" onClick={retry}>
              Try again
            </Button>
          </Banner>
        )}
        <p className={styles.code}>
          Code <span>{formatSlipCode(normalizeCode(code))}</span>
        </p>
      </Sheet>
    </div>
  )
}

const kindLabels: Record<GenuineSlip['kind'], { kind: string; number: string; date: string }> = {
  application: { kind: 'Application slip', number: 'Application ID', date: 'Submitted on' },
  payment: { kind: 'Payment slip', number: 'RRR', date: 'Paid on' },
}

function getFacts({ kind, name, number, date, exercise }: GenuineSlip): [string, string][] {
  const labels = kindLabels[kind]
  return [
    ['Kind', labels.kind],
    ['Name', name],
    ['Recruitment', exercise],
    [labels.number, kind === 'payment' ? formatRrr(number) : number],
    [labels.date, formatDate(date)],
  ]
}

/** The code as it is stored, however it was typed. */
const normalizeCode = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()
