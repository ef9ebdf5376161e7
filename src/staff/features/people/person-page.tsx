// One staff member: roles, what waits for approval, status, sessions.

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { QueryResult } from '#kit/query/query-result.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Columns } from '#kit/ui/layout/columns.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import type { StaffPersonDetails } from '#shared/api/staff/people.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { addQuery, staffPaths } from '#shared/staff/paths.ts'
import { EntryHead } from '#staff/entities/entry-head/entry-head.tsx'
import { useMe } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { PersonActions } from './person-actions.tsx'
import { PersonProposals } from './person-proposals.tsx'
import { PersonRoles } from './person-roles.tsx'
import { PersonSessions } from './person-sessions.tsx'
import { PersonStatus } from './person-status.tsx'

export function Component() {
  const { id = '' } = useParams()
  const details = useQuery({
    queryKey: ['person', id],
    queryFn: async ({ signal }) => (await staffCall('staffPerson', { params: { id }, signal })).data,
  })
  return (
    <QueryResult
      query={details}
      lines={['title', 'block', 'block']}
      loading="Loading the staff member…"
      title="Staff member"
      missing="There is no such staff member."
      back={<ButtonLink to={staffPaths.people}>All staff</ButtonLink>}
    >
      {(person) => <Person person={person} />}
    </QueryResult>
  )
}

function Person({ person }: { person: StaffPersonDetails }) {
  const { id, name, email, status, addedAt, addedBy, lastSeenAt } = person
  const me = useMe()
  const isOwn = me.id === id
  return (
    <>
      <EntryHead title={name}>
        <PersonStatus status={status} />
        <Link to={staffPaths.people}>All staff</Link>
      </EntryHead>
      {isOwn ? (
        <Banner tone="info">This is your own account. Only another administrator can change it.</Banner>
      ) : (
        <PersonActions person={person} />
      )}
      <Columns>
        <div>
          <Card title="Facts">
            <FactList
              facts={[
                ['Email', email],
                ['Added', `${formatDateTime(addedAt)}, ${addedBy ? `by ${addedBy}` : 'by a command'}`],
                ['Last seen', lastSeenAt ? formatDateTime(lastSeenAt) : 'Never'],
                [
                  'Audit log',
                  <Link key="audit" to={addQuery(staffPaths.audit, { person: id })}>
                    What {name} did
                  </Link>,
                ],
              ]}
            />
          </Card>
        </div>
        <div>
          <PersonRoles person={person} isOwn={isOwn} />
        </div>
      </Columns>
      <PersonProposals person={person} />
      <PersonSessions person={person} />
    </>
  )
}
