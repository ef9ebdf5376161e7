// Batches by which decisions become visible to applicants.

import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { publicationKinds } from '#shared/decisions/publications.ts'
import { formatCount } from '#shared/format/numbers.ts'
import { type ListedPublication, publicationList } from '#shared/lists/publications.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { useMayOpen } from '#staff/entities/session/page-access.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { ShortDay, ShortMoment } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'
import { PublicationStatus } from './publication-state.tsx'

const ByPerson = ({ moment, name }: { moment: string; name: string }) => (
  <>
    <ShortDay moment={moment} />, {name}
  </>
)

const publicationsView: ListView<ListedPublication, typeof publicationList> = {
  list: publicationList,
  cells: {
    title: ({ title }) => title,
    kind: ({ kind }) => publicationKinds[kind],
    state: ({ state }) => <PublicationStatus state={state} />,
    items: ({ items }) => formatCount(items),
    made: ({ madeAt, madeBy }) => <ByPerson moment={madeAt} name={madeBy.name} />,
    approved: ({ approvedAt, approvedBy }) =>
      approvedAt && approvedBy && <ByPerson moment={approvedAt} name={approvedBy.name} />,
    published: ({ publishedAt, publishAt }) => {
      if (publishedAt) return <ShortMoment moment={publishedAt} />
      return (
        publishAt && (
          <>
            Planned for <ShortMoment moment={publishAt} />
          </>
        )
      )
    },
  },
  getKey: ({ id }) => id,
  getPath: ({ id }) => getEntryPath(staffPaths.publications, id),
  noWrap: ['state', 'items'],
  linkColumn: 'title',
  phone: { title: 'title', facts: ['kind'], status: 'state' },
}

export function Component() {
  const mayOpen = useMayOpen()
  const { exercise } = useChosenExercise()
  return (
    <>
      <PageHead
        title="Publications"
        intro="Applicants see a decision, or a seat, only once it is published. One person makes a publication and proposes it, another one approves it; then all its applicants see it in the same moment, and each gets an email."
        actions={
          mayOpen(staffPaths.newPublication) &&
          !exercise?.isArchived && <ButtonLink to={staffPaths.newPublication}>Make a publication</ButtonLink>
        }
      />
      <StaffList
        exercise={exercise?.year}
        view={publicationsView}
        whenEmpty={
          <p>Nothing has been published in this exercise yet. Publications that people make are listed here.</p>
        }
        load={async (query, signal) => (await staffCall('staffPublications', { query, signal })).data}
      />
    </>
  )
}
