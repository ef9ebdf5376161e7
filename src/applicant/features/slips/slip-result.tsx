// Says whether a slip is genuine, with the facts that must stand on it. For the exam hall and the registry.
import { Link } from 'react-router'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { Spinner } from '#kit/ui/layout/spinner.tsx'
import type { GenuineSlip } from '#shared/api/applicant/slips.ts'
import { formatDate, formatDateTime } from '#shared/format/dates.ts'
import { formatRrr, formatSlipCode } from '#shared/format/numbers.ts'
import { paths } from '#shared/routes.ts'
import { slipNames } from '#shared/slips/slip-content.ts'
import { useSlip } from './use-slip.ts'
import styles from './verify-slip-page.module.css'

/** @param code normalized */
export function SlipResult({ code }: { code: string }) {
  const { result, retry } = useSlip(code)
  return (
    <>
      {result.kind === 'checking' && (
        <p className={styles.checking} role="status">
          <Spinner /> Checking the code…
        </p>
      )}
      {result.kind === 'genuine' && (
        <>
          <Validity slip={result.slip} />
          <FactList facts={getFacts(result.slip)} />
        </>
      )}
      {result.kind === 'unknown' && (
        <Banner tone="error" title={result.message}>
          <p>Do not accept this slip until the registry confirms it.</p>
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
        Code <span>{formatSlipCode(code)}</span>
      </p>
    </>
  )
}

function Validity({ slip: { kind, institution, replacedAt, withdrawnAt } }: { slip: GenuineSlip }) {
  if (withdrawnAt && kind === 'offer')
    return (
      <Banner tone="warning" role="status" title="Withdrawn">
        {institution} made this offer, but withdrew it on {formatDateTime(withdrawnAt)}.
      </Banner>
    )
  if (withdrawnAt)
    return (
      <Banner tone="warning" role="status" title="Withdrawn">
        {institution} issued this slip, but the application was withdrawn on {formatDateTime(withdrawnAt)}. It is not
        considered any more.
      </Banner>
    )
  if (replacedAt)
    return (
      <Banner tone="warning" role="status" title="No longer valid">
        {institution} issued this slip, but the application was corrected and sent again on {formatDateTime(replacedAt)}
        . Ask for the newer slip.
      </Banner>
    )
  return (
    <Banner tone="success" role="status" title="Genuine">
      {institution} issued this slip. Check that the slip shows the same:
    </Banner>
  )
}

const labels: Record<GenuineSlip['kind'], { number: string; date: string }> = {
  application: { number: 'Application ID', date: 'Submitted on' },
  payment: { number: 'RRR', date: 'Paid on' },
  offer: { number: 'Application ID', date: 'Offered on' },
}

function getFacts({ kind, name, number, date, exercise, role, school, department }: GenuineSlip): [string, string][] {
  return [
    ['Kind', slipNames[kind]],
    ['Name', name],
    ['Post', role],
    ['School', school],
    ...(department ? [['Department', department] satisfies [string, string]] : []),
    ['Recruitment', exercise],
    [labels[kind].number, kind === 'payment' ? formatRrr(number) : number],
    [labels[kind].date, formatDate(date)],
  ]
}
