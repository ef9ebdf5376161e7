// One publication: what it holds, what stands in its way, and how far it is.

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { QueryResult } from '#kit/query/query-result.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Columns } from '#kit/ui/layout/columns.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import type { PublicationDetails } from '#shared/api/staff/publications.ts'
import { publicationKinds } from '#shared/decisions/publications.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { EntryHead } from '#staff/entities/entry-head/entry-head.tsx'
import { useArchivedCheck } from '#staff/entities/exercise/use-may-change.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { PublicationActions } from './publication-actions.tsx'
import { ByPost, Differences, LeftOut } from './publication-contents.tsx'
import { PublicationItems } from './publication-items.tsx'
import { PublicationProgress } from './publication-progress.tsx'
import { getPollMs, PublicationStatus } from './publication-state.tsx'

export function Component() {
  const { id = '' } = useParams()
  const isArchived = useArchivedCheck()
  /** It is never published: its exercise was archived before. */
  const isOver = ({ exercise, state }: PublicationDetails) => state !== 'published' && isArchived(exercise)
  const publication = useQuery({
    queryKey: ['publication', id],
    queryFn: async ({ signal }) => (await staffCall('staffPublication', { params: { id }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data && !isOver(data) ? getPollMs(data) : false),
  })
  return (
    <QueryResult
      query={publication}
      lines={['title', 'block', 'block']}
      loading="Loading the publication…"
      title="Publication"
      missing="There is no such publication, or not within your roles."
      back={<ButtonLink to={staffPaths.publications}>All publications</ButtonLink>}
    >
      {(data) => <Publication publication={data} />}
    </QueryResult>
  )
}

const Publication = ({ publication }: { publication: PublicationDetails }) => (
  <>
    <EntryHead title={publication.title}>
      <PublicationStatus state={publication.state} />
      <span>{publicationKinds[publication.kind]}</span>
      <Link to={staffPaths.publications}>All publications</Link>
    </EntryHead>
    <PublicationProgress publication={publication} />
    <PublicationActions publication={publication} />
    <Differences publication={publication} />
    <Columns>
      <div>
        <ByPost publication={publication} />
      </div>
      <div>
        <Facts publication={publication} />
        <LeftOut publication={publication} />
      </div>
    </Columns>
    <PublicationItems publication={publication} />
  </>
)

const formatEvent = (person: { name: string } | null, moment: string | null) =>
  person && moment ? `${person.name}, ${formatDateTime(moment)}` : null

function Facts({ publication }: { publication: PublicationDetails }) {
  const { madeBy, madeAt, proposedBy, proposedAt, approvedBy, approvedAt, publishAt, publishedAt, digest } = publication
  const { emailNote } = publication
  return (
    <Card title="History">
      <FactList
        facts={[
          ['Made by', formatEvent(madeBy, madeAt)],
          ['Proposed by', formatEvent(proposedBy, proposedAt)],
          ['Approved by', formatEvent(approvedBy, approvedAt)],
          publishedAt
            ? ['Published', formatDateTime(publishedAt)]
            : ['To be published', publishAt ? formatDateTime(publishAt) : 'As soon as it is approved'],
          ...(emailNote ? [['In every email', emailNote] as const] : []),
          ...(digest ? [['Digest', <DigestText key="digest" digest={digest} />] as const] : []),
        ]}
      />
    </Card>
  )
}

const digestStart = 16

/** Enough for two people to compare it by telephone. */
const DigestText = ({ digest }: { digest: string }) => (
  <code title={digest}>{digest.slice(0, digestStart).replace(/(.{4})(?=.)/g, '$1 ')} …</code>
)
