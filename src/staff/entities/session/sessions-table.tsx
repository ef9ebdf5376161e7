import { Button } from '#kit/ui/actions/button.tsx'
import type { OwnStaffSession } from '#shared/api/staff/own-sign-in.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { RowTable } from '../row-table/row-table.tsx'

interface Props {
  caption: string
  sessions: readonly (Omit<OwnStaffSession, 'isThis'> & { isThis?: boolean })[]
  isPending: boolean
  onEnd: (id: string) => void
}

/** Where somebody is signed in; each session but the one of this page can be ended. */
export const SessionsTable = ({ caption, sessions, isPending, onEnd }: Props) => (
  <RowTable
    caption={caption}
    headings={['Device', 'Network', 'Since', 'Last seen', 'Action']}
    phone={{ end: 'Action', named: ['Network', 'Since', 'Last seen'] }}
    rows={sessions.map(({ id, device, network, startedAt, lastSeenAt, isThis }) => ({
      key: id,
      cells: [
        device || 'Unknown',
        network ?? 'Unknown',
        formatDateTime(startedAt),
        formatDateTime(lastSeenAt),
        isThis ? (
          'This session'
        ) : (
          <Button
            key="end"
            variant="quiet"
            busy={isPending}
            aria-label={`End the session since ${formatDateTime(startedAt)}`}
            onClick={() => onEnd(id)}
          >
            End
          </Button>
        ),
      ],
    }))}
  />
)
