// All that is kept about the applicant, as one ZIP file: a job prepares it, and its link is good for a day.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { call } from '#applicant/http/call.ts'
import { getServerTime } from '#applicant/http/server-clock.ts'
import { serverMessage } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button, buttonClass } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { Spinner } from '#kit/ui/layout/spinner.tsx'
import type { DataExport } from '#shared/api/applicant/data-exports.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatFileSize } from '#shared/format/numbers.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { dataExportLifetimeHours } from '#shared/policy/privacy.ts'
import { paths } from '#shared/routes.ts'
import styles from './own-data.module.css'

const queryKey = ['data-export']
const pollMs = 2_000
/** While it is being prepared, and when its link ends. */
function getReadAgainMs({ status, expiresAt }: DataExport) {
  if (status === 'preparing') return pollMs
  const left = status === 'ready' && expiresAt ? Date.parse(expiresAt) - getServerTime().getTime() : 0
  return left > 0 && left + 1000
}

const getErrorMessage = (error: unknown) => serverMessage(error) || messages.login.noAnswer

export function OwnData() {
  const client = useQueryClient()
  const own = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call('dataExport', { signal })).data,
    refetchInterval: ({ state }) => state.data && getReadAgainMs(state.data),
  })
  const prepare = useAction(async () => {
    const { data } = await call('requestDataExport')
    // An older reading that is still on its way would say that nothing was asked for.
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, data)
  })

  return (
    <Card title="Your data">
      <div className={styles.parts}>
        <p>
          Download all that we keep about you in one ZIP file: your account, form, files, payments and slips, and the
          record of what was done. The <Link to={paths.privacy}>privacy notice</Link> says why we keep it.
        </p>
        {own.isPending && <Skeleton lines={['line']} />}
        {own.isError && (
          <Banner tone="error" title={getErrorMessage(own.error)}>
            <Button variant="secondary" busy={own.isFetching} onClick={() => own.refetch()}>
              Try again
            </Button>
          </Banner>
        )}
        {own.data && (
          <div className={styles.parts} aria-live="polite">
            <State dataExport={own.data} isRequesting={prepare.isPending} onPrepare={prepare.run} />
          </div>
        )}
        {prepare.error ? <Banner tone="error" title={getErrorMessage(prepare.error)} /> : null}
      </div>
    </Card>
  )
}

interface StateProps {
  dataExport: DataExport
  isRequesting: boolean
  onPrepare: () => void
}

function State({ dataExport: { status, url, size, expiresAt }, isRequesting, onPrepare }: StateProps) {
  const prepareButton = (label: string) => (
    <Button variant="secondary" busy={isRequesting} onClick={onPrepare}>
      {label}
    </Button>
  )
  switch (status) {
    case 'none':
      return <div className={styles.actions}>{prepareButton('Prepare my data')}</div>
    case 'preparing':
      return (
        <p className={styles.waiting}>
          <Spinner /> Your data is being prepared. This takes a few minutes at most; you can leave this page.
        </p>
      )
    case 'failed':
      return (
        <Banner tone="error" title="Your data could not be prepared. Nothing of yours is lost.">
          {prepareButton('Try again')}
        </Banner>
      )
    case 'ready':
      return (
        <>
          <div className={styles.actions}>
            <a href={url ?? ''} download className={buttonClass('secondary')}>
              <Icon icon={Download} /> Download (ZIP, {formatFileSize(size ?? 0)})
            </a>
            {prepareButton('Prepare a new copy')}
          </div>
          <p className={styles.note}>
            Ready until {expiresAt && formatDateTime(expiresAt)}: we delete it after {dataExportLifetimeHours} hours. It
            holds your NIN and certificates. On a shared computer, delete it when you are done.
          </p>
        </>
      )
  }
}
