/** The day that a text names ("2024-12-07", "7 December 2024", or a moment), at noon so that no time zone moves it; null when it names none. */
export function dayOf(text: string | null): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text ?? '') ?? []
  const named = day ? new Date(Number(year), Number(month) - 1, Number(day)) : new Date(text ?? '')
  if (Number.isNaN(named.getTime())) return null
  return noonOf(named)
}

/** The same day, at an hour that is this day in Nigeria too. */
export function noonOf(day: Date): Date {
  const noon = new Date(day)
  noon.setHours(12, 0, 0, 0)
  return noon
}
