/** The day that a text names (yyyy-MM-dd, or a moment), at noon so that no time zone moves it; null when it names none. */
export function dayOf(text: string | null): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text ?? '') ?? []
  return day ? new Date(Number(year), Number(month) - 1, Number(day), 12) : null
}
