// Every RRR of an exercise, with what Remita has said about it.
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { formatNaira, formatRrr } from '#shared/format/numbers.ts'
import { amountColumns, type PaymentRow, paymentList } from '#shared/lists/payments.ts'
import { formatPaymentType } from '#shared/policy/payment-type.ts'
import { listLimits } from '#shared/roles/permissions.ts'
import { paymentDifferences } from '#shared/staff/labels/payments.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { useMe } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { ShortMoment } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'
import { PaymentStatus } from './payment-status.tsx'

const paymentsView: ListView<PaymentRow, typeof paymentList> = {
  list: paymentList,
  cells: {
    rrr: ({ rrr }) => (rrr === null ? 'Not issued' : formatRrr(rrr)),
    order: ({ order }) => order,
    userId: ({ userId }) => <PageLink to={getEntryPath(staffPaths.applicants, userId)}>{userId}</PageLink>,
    name: ({ name }) => name,
    state: ({ state }) => <PaymentStatus state={state} />,
    due: ({ due }) => due !== null && formatNaira(due),
    paid: ({ paid }) => paid !== null && formatNaira(paid),
    channel: ({ channel }) => channel && formatPaymentType(channel),
    differs: ({ differs }) => differs && paymentDifferences[differs],
    late: ({ isLate }) => (isLate ? 'Yes' : 'No'),
    requested: ({ requestedAt }) => <ShortMoment moment={requestedAt} />,
    paidAt: ({ paidAt }) => <ShortMoment moment={paidAt} />,
    checked: ({ checkedAt }) => <ShortMoment moment={checkedAt} />,
    nextCheck: ({ nextCheckAt }) => <ShortMoment moment={nextCheckAt} />,
  },
  getKey: ({ id }) => id,
  getPath: ({ rrr }) => rrr && getEntryPath(staffPaths.payments, rrr),
  noWrap: ['rrr', 'userId', 'state', 'due', 'paid', 'requested', 'paidAt', 'checked', 'nextCheck'],
  linkColumn: 'rrr',
  phone: { title: 'rrr', facts: ['userId', 'paid'], status: 'state' },
}

/** Who is limited to the status of payments has no columns of amounts. */
const limitedView: typeof paymentsView = {
  ...paymentsView,
  columns: Object.fromEntries(
    Object.entries(paymentList.columns).filter(([key]) => !(amountColumns as readonly string[]).includes(key)),
  ),
  phone: { title: 'rrr', facts: ['userId', 'requested'], status: 'state' },
}

export function Component() {
  const { exercise } = useChosenExercise()
  const { roles } = useMe()
  return (
    <>
      <PageHead title="Payments" />
      <StaffList
        exercise={exercise?.year}
        view={listLimits(roles, 'payment:read') === null ? paymentsView : limitedView}
        whenEmpty={<p>Nobody has asked for an RRR in this exercise yet. Each one appears here once it is requested.</p>}
        load={async (query, signal) => (await staffCall('staffPayments', { query, signal })).data}
      />
    </>
  )
}
