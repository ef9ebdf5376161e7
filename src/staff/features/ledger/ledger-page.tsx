// The ledger by day, channel and account, with what the filtered rows add up to.
import { useQuery } from '@tanstack/react-query'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { formatNaira } from '#shared/format/numbers.ts'
import { type LedgerRow, ledgerList } from '#shared/lists/ledger.ts'
import { ledgerAccounts } from '#shared/staff/ledger.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { useListAddress } from '#staff/list/list-address.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { ShortDay } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'
import { formatChannel } from './format-channel.ts'
import styles from './ledger-page.module.css'

const ledgerView: ListView<LedgerRow, typeof ledgerList> = {
  list: ledgerList,
  cells: {
    day: ({ day }) => <ShortDay moment={day} />,
    channel: ({ channel }) => formatChannel(channel),
    account: ({ account }) => ledgerAccounts[account],
    debit: ({ debit }) => debit > 0 && `${formatNaira(debit)} Dr`,
    credit: ({ credit }) => credit > 0 && `${formatNaira(credit)} Cr`,
  },
  getKey: ({ id }) => id,
  getPath: () => null,
  noWrap: ['day', 'debit', 'credit'],
  linkColumn: 'day',
  phone: { title: 'account', facts: ['day', 'debit', 'credit'], status: 'channel' },
}

export function Component() {
  const { exercise } = useChosenExercise()
  return (
    <>
      <PageHead
        title="Ledger"
        actions={
          <ButtonLink variant="secondary" to={staffPaths.revenue}>
            Revenue
          </ButtonLink>
        }
      />
      <StaffList
        exercise={exercise?.year}
        view={ledgerView}
        totals={<Totals key={exercise?.year} exercise={exercise?.year} />}
        whenEmpty={
          <p>
            No money has been received in this exercise yet. Entries follow from what Remita states and from refunds
            that are paid out; nobody writes them.
          </p>
        }
        load={async (query, signal) => (await staffCall('staffLedger', { query, signal })).data}
      />
    </>
  )
}

/** Of all pages. Those of other filters stay while these are added up. */
function Totals({ exercise }: { exercise: number | undefined }) {
  const { sort: _order, after: _page, limit: _limit, ...filters } = useListAddress().query
  const query = { exercise, ...filters }
  const totals = useQuery({
    queryKey: ['ledger', 'totals', query],
    queryFn: async ({ signal }) => (await staffCall('ledgerTotals', { query, signal })).data,
    placeholderData: (earlier) => earlier,
  })
  if (totals.isPending) return <div className={styles.loading} />
  if (!totals.data)
    return (
      <Banner tone="error" title="The totals could not be added up">
        <Button variant="secondary" busy={totals.isFetching} onClick={() => void totals.refetch()}>
          Try again
        </Button>
      </Banner>
    )
  const { accounts, debit, credit } = totals.data
  if (accounts.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className={styles.frame} tabIndex={0} aria-label="Totals of all pages">
      <table className={styles.totals} aria-label="Totals of all pages">
        <thead>
          <tr>
            <th scope="col">Total</th>
            <th scope="col">Debit</th>
            <th scope="col">Credit</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((one) => (
            <Sum key={one.account} label={ledgerAccounts[one.account]} {...one} />
          ))}
        </tbody>
        <tfoot>
          <Sum label={debit === credit ? 'Debits equal credits' : 'Of these accounts'} debit={debit} credit={credit} />
        </tfoot>
      </table>
    </section>
  )
}

const Sum = ({ label, debit, credit }: { label: string; debit: number; credit: number }) => (
  <tr>
    <th scope="row">{label}</th>
    <td>{formatNaira(debit)}</td>
    <td>{formatNaira(credit)}</td>
  </tr>
)
