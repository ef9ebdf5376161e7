// After a change of the email address the staff wait before they send a link that opens the account.
import { formatDateTime } from '../format/dates.ts'

export const resetPauseHours = 24

/** @param until ISO 8601 */
export const describeResetPause = (until: string): string =>
  `The email address of this applicant was changed. The staff can send a link from ${formatDateTime(until)} on; with “Forgot password” the applicant can ask for one now.`
