// After a change of the email address by the staff no link that opens the account is sent for a while.
import { formatDateTime } from '../format/dates.ts'

export const resetPauseHours = 24

/** @param until ISO 8601 */
export const describeResetPause = (until: string): string =>
  `The email address of this applicant was changed. A link for a new password can be sent from ${formatDateTime(until)} on, by the staff and with “Forgot password”.`
