// One list: what it would issue, what is wrong with it, and how far it has been applied.

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { QueryResult } from '#kit/query/query-result.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { ProgressBar } from '#kit/ui/feedback/progress-bar.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import { apiBase } from '#shared/api/calls.ts'
import type { CheckedImport } from '#shared/api/staff/imports.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatCount, formatCounted } from '#shared/format/numbers.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { EntryHead } from '#staff/entities/entry-head/entry-head.tsx'
import { LineErrors } from '#staff/entities/mapped-file/mapped-file.tsx'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { ImportActions } from './import-actions.tsx'
import styles from './import-page.module.css'
import { ImportState } from './import-state.tsx'

const pollMs = 1_000
/** The file has all of them. */
const listedErrors = 100

export function Component() {
  const { id = '' } = useParams()
  const list = useQuery({
    queryKey: ['import', id],
    queryFn: async ({ signal }) => (await staffCall('staffImport', { params: { id }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.state === 'applying' ? pollMs : false),
  })
  return (
    <QueryResult
      query={list}
      lines={['title', 'block', 'block']}
      loading="Loading the list…"
      title="List of applicants"
      missing="There is no such list, or not within your roles."
      back={<ButtonLink to={staffPaths.imports}>All lists</ButtonLink>}
    >
      {(data) => <CheckedList list={data} />}
    </QueryResult>
  )
}

const CheckedList = ({ list }: { list: CheckedImport }) => (
  <>
    <EntryHead title={list.name || 'List of applicants'}>
      <ImportState row={list} />
      <span>
        Uploaded on {formatDateTime(list.madeAt)} by {list.madeBy}
      </span>
      <Link to={staffPaths.imports}>All lists</Link>
    </EntryHead>
    <Outcome list={list} />
    <ImportActions list={list} />
    <Errors list={list} />
  </>
)

const summarize = ({ good, same, failed }: CheckedImport) =>
  `${formatCount(good)} new, ${formatCount(same)} unchanged, ${formatCount(failed)} failed`

function Outcome({ list }: { list: CheckedImport }) {
  const { state, good, failed, applied, appliedAt, userId } = list
  if (state === 'failed')
    return (
      <Banner tone="error" title="The list cannot be read">
        <p>Nothing was issued. Fix the errors below and upload the list again.</p>
      </Banner>
    )
  if (state === 'applying')
    return (
      <Card title="Issuing accounts">
        <p role="status">
          {formatCount(applied)} of {formatCounted(good, 'account')} issued. You can leave this page.
        </p>
        <ProgressBar label="Accounts issued" fraction={applied / good} />
      </Card>
    )
  if (state === 'applied' && applied === 0)
    return (
      <Banner tone="warning" role="status" title="No account was issued">
        <p>Each line that was new when the list was checked has an error by now. Nobody gets an email.</p>
      </Banner>
    )
  if (state === 'applied')
    return (
      <Banner tone="success" role="status" title={`${formatCounted(applied, 'account')} issued`}>
        <p>
          Finished on {appliedAt && formatDateTime(appliedAt)}. Each applicant gets an email with user ID and first
          password.
        </p>
        {userId && (
          <p>
            <PageLink to={getEntryPath(staffPaths.applicants, userId)}>{userId}</PageLink>
          </p>
        )}
      </Banner>
    )
  if (state === 'discarded')
    return (
      <Banner tone="info" title={appliedAt ? 'The accounts were taken back' : 'The list was discarded'}>
        <p>{appliedAt ? 'Their user IDs are not used again.' : 'Nothing was issued from it.'}</p>
      </Banner>
    )
  return (
    <Banner tone={failed > 0 ? 'warning' : 'info'} title={summarize(list)}>
      <p>
        {good === 0
          ? 'There is nothing to issue.'
          : `Nothing is issued yet. New lines get an account; ${failed > 0 ? 'unchanged ones and those with errors' : 'unchanged ones'} do not.`}
      </p>
    </Banner>
  )
}

function Errors({ list: { id, errors, moreErrors, failed } }: { list: CheckedImport }) {
  if (errors.length === 0) return null
  return (
    <Card title="Errors">
      <Stack>
        <p>
          {formatCounted(failed, 'line has', 'lines have')} an error. The file below has only what is wrong, with the
          reasons in its last column: correct it and upload it.
        </p>
        <Actions>
          <a
            className={styles.download}
            href={`${apiBase}/staff/imports/${id}/errors.csv`}
            download="lines-with-errors.csv"
          >
            Download the lines with errors (CSV)
          </a>
        </Actions>
        <LineErrors errors={errors} moreErrors={moreErrors} limit={listedErrors} />
      </Stack>
    </Card>
  )
}
