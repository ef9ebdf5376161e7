// Remita's wire formats: its JSONP wrapper, naira amounts and Lagos dates.

export type Wrapper = 'jsonp' | 'tight' | 'semicolon' | 'bare'

const wrappers: Record<Wrapper, (json: string) => string> = {
  jsonp: (json) => `jsonp (${json})`,
  tight: (json) => `jsonp(${json})`,
  semicolon: (json) => `jsonp (${json});`,
  bare: (json) => json,
}

export function wrapJson(value: object, wrapper: Wrapper): string {
  return wrappers[wrapper](remitaJson(value))
}

/** Remita sends whole amounts as `31500.0`, which JSON.stringify cannot write. */
export function remitaJson(value: unknown): string {
  return JSON.stringify(value).replace(/("(?:amount|chargeFee)":[1-9]\d*)(?=[,}])/gi, '$1.0')
}

/** Parses naira such as `21000`, `21000.5` or `21000.00`; undefined when it is not a positive amount. */
export function parseKobo(naira: string): number | undefined {
  const found = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(naira)
  if (!found) return undefined
  const kobo = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  return kobo > 0 ? kobo : undefined
}

export const koboToNaira = (kobo: number) => kobo / 100

/** `2019-12-11 12:00:00 AM`, as in status answers. */
export function formatTwelveHour(at: Date): string {
  const { date, hour, minutes } = toLagosTime(at)
  return `${date} ${pad(hour % 12 || 12)}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

/** `2020-12-20 11:17:03`, as in notifications. */
export function formatTwentyFourHour(at: Date): string {
  const { date, hour, minutes } = toLagosTime(at)
  return `${date} ${pad(hour)}:${minutes}`
}

/** `2020-12-20 00:00:00`. */
export const formatDay = (at: Date) => `${toLagosTime(at).date} 00:00:00`

/** Lagos is UTC+1 all year. */
function toLagosTime(at: Date) {
  const iso = new Date(at.getTime() + 3_600_000).toISOString()
  return { date: iso.slice(0, 10), hour: Number(iso.slice(11, 13)), minutes: iso.slice(14, 19) }
}

const pad = (value: number) => String(value).padStart(2, '0')
