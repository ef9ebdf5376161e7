import { Status } from '#kit/ui/feedback/status.tsx'
import type { ReconciledDay } from '#shared/api/staff/settlements.ts'

/** Where the reconciliation of a day stands. */
export function DayStatus({ day: { closing, differences, sums } }: { day: ReconciledDay }) {
  // What came after it was closed is looked at again, also by who was to approve it.
  if (closing?.isChanged) return <Status kind="waiting">Changed since it was closed</Status>
  if (closing && !closing.isClosed) return <Status kind="waiting">Waits for a second person</Status>
  if (closing) return <Status kind="done">Closed</Status>
  if (sums.not_settled.count > 0) return <Status kind="open">Not settled yet</Status>
  return differences > 0 ? <Status kind="waiting">Differs</Status> : <Status kind="open">Open</Status>
}
