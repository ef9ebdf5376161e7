// The interviews of the own panels in the exercise.
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { type InterviewState, interviewStates } from '#shared/staff/interviews.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { ShortMoment } from '#staff/list/short-moment.tsx'
import { interviewsKey } from './interview-query.ts'

const stateKinds: Record<InterviewState, StatusKind> = {
  not_open: 'open',
  open: 'new',
  handed_in: 'waiting',
  complete: 'done',
}

export function Component() {
  const { exercise } = useChosenExercise()
  const year = exercise?.year
  const interviews = useQuery({
    queryKey: [...interviewsKey, 'own', year],
    queryFn: async ({ signal }) =>
      (await staffCall('interviews', { query: { exercise: year }, signal })).data.interviews,
  })
  return (
    <>
      <PageTitle>Interviews</PageTitle>
      <QueryResult
        query={interviews}
        lines={['block']}
        loading="Loading your interviews…"
        failed="Your interviews could not be loaded"
      >
        {(all) =>
          all.length === 0 ? (
            <p>
              You are in no panel that sees an applicant of this exercise. An exam officer chooses the members of
              panels.
            </p>
          ) : (
            <Card>
              <RowTable
                caption="Interviews of your panels"
                headings={['Applicant', 'Post', 'Time', 'Where', 'State']}
                phone={{ last: 'State' }}
                rows={all.map((one) => ({
                  key: one.seat,
                  cells: [
                    <Fragment key="name">
                      <PageLink to={getEntryPath(staffPaths.interviews, one.seat)}>{one.name}</PageLink>
                      <br />
                      {one.number}
                    </Fragment>,
                    one.role,
                    <ShortMoment key="time" moment={one.startsAt} />,
                    `${one.venue}, ${one.sitting}, ${one.panel}`,
                    <Status key="state" kind={stateKinds[one.state]}>
                      {interviewStates[one.state]}
                    </Status>,
                  ],
                }))}
              />
            </Card>
          )
        }
      </QueryResult>
    </>
  )
}
