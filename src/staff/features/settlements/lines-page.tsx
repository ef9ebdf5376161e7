// Lines of settlements, and payments that no settlement has.
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { formatNaira, formatRrr } from '#shared/format/numbers.ts'
import { type ReconciliationRow, reconciliationList } from '#shared/lists/reconciliation.ts'
import { formatPaymentType } from '#shared/policy/payment-type.ts'
import { moneyCaseStates } from '#shared/staff/money-cases.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { settlementVerdicts } from '#shared/staff/settlements.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { useListAddress } from '#staff/list/list-address.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { ShortDay } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'

const linesView: ListView<ReconciliationRow, typeof reconciliationList> = {
  list: reconciliationList,
  cells: {
    line: ({ line }) => line,
    rrr: ({ rrr }) => formatRrr(rrr),
    day: ({ day }) => <ShortDay moment={day} />,
    settledOn: ({ settledOn }) => <ShortDay moment={settledOn} />,
    channel: ({ channel }) => formatPaymentType(channel),
    amount: ({ amount }) => amount !== null && formatNaira(amount),
    charge: ({ charge }) => charge !== null && formatNaira(charge),
    here: ({ here }) => here !== null && formatNaira(here),
    verdict: ({ verdict }) => settlementVerdicts[verdict],
    case: ({ case: found }) =>
      found && <PageLink to={getEntryPath(staffPaths.cases, found.id)}>{moneyCaseStates[found.state]}</PageLink>,
  },
  getKey: ({ key }) => key,
  getPath: ({ rrr }) => getEntryPath(staffPaths.payments, rrr),
  noWrap: ['line', 'rrr', 'day', 'settledOn', 'amount', 'charge', 'here', 'verdict'],
  linkColumn: 'rrr',
  phone: { title: 'rrr', facts: ['day', 'amount'], status: 'verdict' },
}

export function Component() {
  const { exercise } = useChosenExercise()
  const { settlement } = useListAddress().query
  return (
    <>
      <PageHead
        title={settlement ? 'Lines of a settlement' : 'Lines'}
        actions={
          <ButtonLink
            variant="secondary"
            to={settlement ? getEntryPath(staffPaths.settlements, settlement) : staffPaths.reconciledDays}
          >
            {settlement ? 'The settlement' : 'Reconciliation'}
          </ButtonLink>
        }
      />
      <StaffList
        exercise={exercise?.year}
        view={linesView}
        whenEmpty={
          <p>Nothing has been paid or settled in this exercise yet. Lines come from settlements that are imported.</p>
        }
        load={async (query, signal) => (await staffCall('staffReconciliation', { query, signal })).data}
      />
    </>
  )
}
