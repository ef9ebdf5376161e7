// The lists from which accounts were issued, or will be.

import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { QueryResult } from '#kit/query/query-result.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import type { ListedImport } from '#shared/api/staff/imports.ts'
import { formatCount } from '#shared/format/numbers.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { ShortMoment } from '#staff/list/short-moment.tsx'
import { ImportState } from './import-state.tsx'

const pollMs = 2_000

export function Component() {
  const { exercise } = useChosenExercise()
  const year = exercise?.year
  const list = useQuery({
    queryKey: ['imports', year],
    queryFn: async ({ signal }) => (await staffCall('staffImports', { query: { exercise: year }, signal })).data.rows,
    refetchInterval: ({ state }) => (state.data?.some((row) => row.state === 'applying') ? pollMs : false),
  })
  return (
    <>
      <PageHead
        title="Issue accounts"
        intro="Upload a list of applicants. It is checked first; nobody gets an account or an email before you have seen the result."
        actions={
          !exercise?.isArchived && (
            <>
              <ButtonLink to={staffPaths.newImport}>Upload a list</ButtonLink>
              <ButtonLink variant="secondary" to={staffPaths.newApplicant}>
                Add one applicant
              </ButtonLink>
            </>
          )
        }
      />
      <QueryResult
        query={list}
        lines={['block', 'block']}
        loading="Loading the lists…"
        failed="The lists could not be loaded"
      >
        {(rows) => <Lists rows={rows} />}
      </QueryResult>
    </>
  )
}

const Lists = ({ rows }: { rows: readonly ListedImport[] }) => (
  <Card title="Lists">
    {rows.length === 0 ? (
      <p>No list has been uploaded in this exercise yet.</p>
    ) : (
      <RowTable
        caption="Lists"
        headings={['File', 'State', 'New', 'Unchanged', 'With errors', 'Issued', 'Uploaded']}
        phone={{ end: 'State', named: ['New', 'Unchanged', 'With errors', 'Issued'] }}
        numeric={['New', 'Unchanged', 'With errors', 'Issued']}
        rows={rows.map((row) => ({
          key: row.id,
          cells: [
            <Link key="file" to={getEntryPath(staffPaths.imports, row.id)}>
              {row.name || 'Without a name'}
            </Link>,
            <ImportState key="state" row={row} />,
            row.good > 0 && formatCount(row.good),
            row.same > 0 && formatCount(row.same),
            row.failed > 0 && formatCount(row.failed),
            row.applied > 0 && formatCount(row.applied),
            <Fragment key="made">
              <ShortMoment moment={row.madeAt} />, {row.madeBy}
            </Fragment>,
          ],
        }))}
      />
    )}
  </Card>
)
