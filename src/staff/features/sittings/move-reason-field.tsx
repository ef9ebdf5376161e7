import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { maxReason } from '#shared/staff/reasons.ts'

/** Why a whole sitting, or some of its seats, move. */
export const MoveReasonField = ({ error }: { error: string | undefined }) => (
  <Textarea
    label="Reason"
    hint="For colleagues. Applicants read what the publication says."
    name="reason"
    rows={2}
    maxLength={maxReason}
    error={error}
  />
)
