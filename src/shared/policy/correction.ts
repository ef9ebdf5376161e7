// Until when an application that was returned can be sent again, by one rule for the server and every page.
import { isPastDeadline } from './deadline.ts'

/** How far ahead the date may be. */
export const maxCorrectionDays = 60

/** At the very moment of the date it can still be sent. @param until null when it was not returned */
export const isOpenForCorrection = (until: string | Date | null, now: Date): boolean =>
  until !== null && !isPastDeadline(until, now)
