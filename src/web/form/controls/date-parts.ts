// A day (2015-06-30) or as much of one as is known, in the three boxes that it is typed in.

export interface DateParts {
  readonly day: string
  readonly month: string
  readonly year: string
}

export function partsOf(answer: string): DateParts {
  const [year = '', month = '', day = ''] = answer.split('-')
  return { year, month: unpadded(month), day: unpadded(day) }
}

/** What is known of the day, from the year on. A half-typed date is still told as it stands, so that no key is lost. */
export function dateOf({ year, month, day }: DateParts): string {
  return [year, padded(month), padded(day)].join('-').replace(/-+$/, '')
}

const padded = (digits: string) => (digits.length === 1 ? `0${digits}` : digits)
const unpadded = (digits: string) => digits.replace(/^0(?=\d)/, '')
