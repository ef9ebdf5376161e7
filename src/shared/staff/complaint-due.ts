// When somebody has waited too long for an answer.
import { getDay } from '../format/days.ts'

/** Monday to Friday; holidays are not known. */
const workingDaysToAnswer = 3

const dayMs = 24 * 60 * 60_000
const isWeekend = (day: Date) => day.getUTCDay() === 0 || day.getUTCDay() === 6

/** "2026-11-17": what came in on this day in Nigeria, or before, and has no answer is due. */
export function getDueDay(now: Date): string {
  let day = new Date(`${getDay(now)}T00:00:00Z`)
  const goBack = () => {
    do day = new Date(day.getTime() - dayMs)
    while (isWeekend(day))
  }
  // At the weekend it is as late as on Friday.
  if (isWeekend(day)) goBack()
  for (let n = 0; n < workingDaysToAnswer; n++) goBack()
  return day.toISOString().slice(0, 10)
}
