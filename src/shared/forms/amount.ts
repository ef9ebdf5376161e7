// Reads an amount of money as people write and paste it.

export interface ParsedAmount {
  /** Whole naira, without leading zeros and of any length. */
  naira: string
  /** Two digits. */
  kobo: string
}

/**
 * Understands "1,250,000.50", "₦1.250.000,50", "1 250 000" and Arabic digits.
 * @returns null for what is not an amount and for what could be two: "1.250" is 1,250 in one country and 1.25 in another,
 * "12,50" is a decimal comma or a group that lacks a digit
 */
export function parseAmount(text: string): ParsedAmount | null {
  const typed = dropCurrency(toAsciiDigits(text))
  if (!/^\d[\d,.\s'’]*$/.test(typed)) return null
  const groups = typed.split(/\D/)
  const separators = [...typed.replace(/\d/g, '')]
  const kobo = takeKobo(groups, separators)
  if (kobo === null || !areThousands(groups, separators, kobo)) return null
  return { naira: groups.join('').replace(/^0+(?=\d)/, ''), kobo: kobo.padEnd(2, '0') }
}

/** In naira; NaN, which JSON sends as null and the server refuses, for what is not an amount. */
export function parseNaira(typed: string): number {
  const amount = parseAmount(typed)
  return amount ? Number(`${amount.naira}.${amount.kobo}`) : Number.NaN
}

const dropCurrency = (text: string) => text.trim().replace(/^[₦#]?\s*(?:ngn|n)?\s*/i, '')

/** Removes what stands after a decimal sign; empty without one, null for a comma that could be either. */
function takeKobo(groups: string[], separators: string[]): string | null {
  const sign = separators.at(-1)
  const last = groups.at(-1) ?? ''
  if ((sign !== '.' && sign !== ',') || last.length > 2 || separators.indexOf(sign) < separators.length - 1) return ''
  if (sign === ',' && (separators.length === 1 || last.length < 2)) return null
  groups.pop()
  separators.pop()
  return last
}

/** Groups of three with the same separator. One dot alone could be a decimal point, unless kobo follow. */
function areThousands([first = '', ...groups]: string[], separators: string[], kobo: string): boolean {
  if (groups.length === 0) return true
  if (groups.length === 1 && separators[0] === '.' && kobo === '') return false
  const isGrouped = /^[1-9]\d{0,2}$/.test(first) && groups.every(({ length }) => length === 3)
  return isGrouped && new Set(separators).size === 1
}

/** The Arabic and Persian digits and separators, which phones offer beside the others. */
const toAsciiDigits = (text: string) =>
  text
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(/٬/g, ',')
    .replace(/٫/g, '.')
