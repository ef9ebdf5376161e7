// What does not add up about money, until somebody or Remita settles it.
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { getLabel } from '#shared/format/labels.ts'
import { formatNaira, formatRrr } from '#shared/format/numbers.ts'
import { type ListedMoneyCase, moneyCaseList } from '#shared/lists/money-cases.ts'
import { moneyCaseKinds } from '#shared/staff/money-cases.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { ShortDay } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'
import { MoneyCaseStatus } from './case-state.tsx'

const casesView: ListView<ListedMoneyCase, typeof moneyCaseList> = {
  list: moneyCaseList,
  cells: {
    kind: ({ kind }) => getLabel(moneyCaseKinds, kind),
    rrr: ({ rrr }) => formatRrr(rrr),
    userId: ({ userId }) => userId,
    amount: ({ amount }) => formatNaira(amount),
    state: ({ state }) => <MoneyCaseStatus state={state} />,
    opened: ({ openedAt }) => <ShortDay moment={openedAt} />,
    proposed: ({ proposedBy }) => proposedBy,
    refund: ({ refund }) => refund !== null && formatNaira(refund),
  },
  getKey: ({ id }) => id,
  getPath: ({ id }) => getEntryPath(staffPaths.cases, id),
  noWrap: ['kind', 'rrr', 'userId', 'amount', 'state', 'opened', 'refund'],
  linkColumn: 'kind',
  phone: { title: 'kind', facts: ['amount', 'rrr'], status: 'state' },
}

export function Component() {
  const { exercise } = useChosenExercise()
  return (
    <>
      <PageHead
        title="Money cases"
        intro="A case is opened by what happens to a payment or by a settlement. Whether an RRR is paid is what Remita says: nobody can mark one as paid, and a refund changes nothing about it."
        actions={
          <ButtonLink variant="secondary" to={staffPaths.refunds}>
            Refunds
          </ButtonLink>
        }
      />
      <StaffList
        exercise={exercise?.year}
        view={casesView}
        whenEmpty={
          <p>
            There is no case. One is opened when somebody pays late, twice, too little or too much, and when a
            settlement and the payments here differ.
          </p>
        }
        load={async (query, signal) => (await staffCall('staffCases', { query, signal })).data}
      />
    </>
  )
}
