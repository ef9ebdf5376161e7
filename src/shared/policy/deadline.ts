// The deadline of an exercise, by one rule for the server and every page.

/** At the very moment of the deadline submitting is still allowed. */
export const isPastDeadline = (deadline: string | Date | null, now: Date): boolean =>
  deadline !== null && now.getTime() > new Date(deadline).getTime()
