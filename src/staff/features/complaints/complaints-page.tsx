// The inbox: what people sent with the contact form.

import { Link } from 'react-router'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { getLabel } from '#shared/format/labels.ts'
import { formatCount } from '#shared/format/numbers.ts'
import { type ComplaintRow, complaintList } from '#shared/lists/complaints.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { useCategoryLabels } from '#staff/entities/exercise/exercise-texts.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { useListAddress } from '#staff/list/list-address.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { Age } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'
import { ComplaintStatus } from './complaint-status.tsx'
import { getSenderPath } from './sender-path.ts'

const getSenderName = ({ fullName, userId }: ComplaintRow) => fullName ?? userId ?? 'No name given'

type ComplaintsView = ListView<ComplaintRow, typeof complaintList>

const createView = (categories: Readonly<Record<string, string>>): ComplaintsView => ({
  list: complaintList,
  cells: {
    number: ({ number }) => number,
    sender: getSenderName,
    excerpt: ({ excerpt }) => excerpt,
    state: ({ state }) => <ComplaintStatus state={state} />,
    category: ({ category }) => category && getLabel(categories, category),
    assigned: ({ assignedTo }) => assignedTo?.name ?? 'Nobody',
    received: ({ receivedAt }) => <Age moment={receivedAt} />,
  },
  getKey: ({ number }) => number,
  getPath: ({ number }) => getEntryPath(staffPaths.complaints, number),
  noWrap: ['number', 'sender', 'state', 'assigned', 'received'],
  linkColumn: 'number',
  phone: { title: 'sender', facts: ['number', 'received'], status: 'state' },
})

/** One row stands for all complaints of its sender. */
const Sender = ({ row }: { row: ComplaintRow }) => (
  <span>
    {getSenderName(row)}
    {row.unanswered > 1 && (
      <>
        {' '}
        <Link to={getSenderPath(row.number)}>{formatCount(row.unanswered)} open complaints</Link>
      </>
    )}
  </span>
)

const group = (view: ComplaintsView): ComplaintsView => ({
  ...view,
  cells: { ...view.cells, sender: (row) => <Sender row={row} /> },
})

export function Component() {
  const { exercise } = useChosenExercise()
  const categories = useCategoryLabels()
  const view = createView(categories)
  // What one sender has written is listed in full.
  const isGrouped = !('sender' in useListAddress().query)
  return (
    <>
      <PageHead
        title="Complaints"
        intro="Complaints from applicants in this exercise, and from people we could not match. Each sender appears once."
      />
      <StaffList
        exercise={exercise?.year}
        view={isGrouped ? group(view) : view}
        options={{ category: categories }}
        whenEmpty={<p>Nobody has written yet. What people send with the contact form of the portal arrives here.</p>}
        load={async (query, signal) => {
          const grouping = 'sender' in query ? {} : ({ grouped: 'yes' } as const)
          return (await staffCall('staffComplaints', { query: { ...query, ...grouping }, signal })).data
        }}
      />
    </>
  )
}
