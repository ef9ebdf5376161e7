// Refunds that two persons have agreed on, for the accounts department.
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { getLabel } from '#shared/format/labels.ts'
import { formatNaira, formatRrr } from '#shared/format/numbers.ts'
import { type RefundRow, refundList } from '#shared/lists/refunds.ts'
import { moneyCaseKinds } from '#shared/staff/money-cases.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { ShortDay } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'
import { MoneyCaseStatus } from './case-state.tsx'

const refundsView: ListView<RefundRow, typeof refundList> = {
  list: refundList,
  cells: {
    rrr: ({ rrr }) => formatRrr(rrr),
    userId: ({ userId }) => userId,
    kind: ({ kind }) => getLabel(moneyCaseKinds, kind),
    refund: ({ refund }) => formatNaira(refund),
    state: ({ state }) => <MoneyCaseStatus state={state} />,
    approved: ({ approvedAt }) => <ShortDay moment={approvedAt} />,
    paidOut: ({ refundedOn }) => <ShortDay moment={refundedOn} />,
    reference: ({ reference }) => reference,
  },
  getKey: ({ id }) => id,
  getPath: ({ id }) => getEntryPath(staffPaths.cases, id),
  noWrap: ['rrr', 'userId', 'kind', 'refund', 'state', 'approved', 'paidOut'],
  linkColumn: 'rrr',
  phone: { title: 'rrr', facts: ['refund', 'userId'], status: 'state' },
}

export function Component() {
  const { exercise } = useChosenExercise()
  return (
    <>
      <PageHead
        title="Refunds"
        intro="What two persons have approved. The export is the list for the accounts department, which asks the applicant for the bank account: none is kept here."
        actions={
          <ButtonLink variant="secondary" to={staffPaths.cases}>
            Money cases
          </ButtonLink>
        }
      />
      <StaffList
        exercise={exercise?.year}
        view={refundsView}
        whenEmpty={
          <p>
            No refund is approved yet. A refund is proposed on the page of a money case, and approved there by another
            person.
          </p>
        }
        load={async (query, signal) => (await staffCall('staffRefunds', { query, signal })).data}
      />
    </>
  )
}
