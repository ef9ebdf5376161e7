// Everybody who works with the portal, for administrators.

import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Status } from '#kit/ui/feedback/status.tsx'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { peopleList, type StaffPerson } from '#shared/lists/people.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { describeGrants } from '#staff/entities/session/describe-grant.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { ShortDay } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'
import { PersonStatus } from './person-status.tsx'

const peopleView: ListView<StaffPerson, typeof peopleList> = {
  list: peopleList,
  cells: {
    name: ({ name }) => name,
    email: ({ email }) => email,
    role: ({ roles }) => describeGrants(roles),
    status: ({ status }) => <PersonStatus status={status} />,
    waiting: ({ proposals }) => proposals.length > 0 && <Status kind="waiting">Roles proposed</Status>,
    added: ({ addedAt }) => <ShortDay moment={addedAt} />,
    lastSeen: ({ lastSeenAt }) => (lastSeenAt ? <ShortDay moment={lastSeenAt} /> : 'Never'),
  },
  getKey: ({ id }) => id,
  getPath: ({ id }) => getEntryPath(staffPaths.people, id),
  noWrap: ['status', 'waiting', 'added', 'lastSeen'],
  linkColumn: 'name',
  phone: { title: 'name', facts: ['role', 'waiting'], status: 'status' },
}

export const Component = () => (
  <>
    <PageHead title="Staff" actions={<ButtonLink to={staffPaths.invite}>Invite somebody</ButtonLink>} />
    <StaffList
      view={peopleView}
      whenEmpty={<p>Nobody has been invited yet.</p>}
      load={async (query, signal) => (await staffCall('staffPeople', { query, signal })).data}
    />
  </>
)
