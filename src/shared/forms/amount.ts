// Reads an amount of money as people write and paste it.

export interface ParsedAmount {
  /** Whole naira, without leading zeros and of any length. */
  naira: string
  /** Two digits. */
  kobo: string
}

// Digits, in groups of three or not, then kobo. The separator of the groups is the same throughout.
const amountPattern =
  /^[₦#]?\s*(?:ngn|n)?\s*(?:(\d+)|([1-9]\d{0,2})(?:([,.\s'’])\d{3})(?:\3\d{3})*)(?:([.,])(\d{0,2}))?$/i

/**
 * Understands "1,250,000.50", "₦1.250.000,50", "1 250 000" and Arabic digits.
 * @returns null for what is not an amount and for what could be two: "1.250" is 1,250 in one country and 1.25 in another,
 * "12,50" is a decimal comma or a group that lacks a digit
 */
export function parseAmount(text: string): ParsedAmount | null {
  const typed = toAsciiDigits(text).trim()
  const match = amountPattern.exec(typed)
  if (!match) return null
  if (isAmbiguous(match)) return null
  const [, , , , decimalSign, decimals = ''] = match
  const whole = decimalSign ? typed.slice(0, typed.lastIndexOf(decimalSign)) : typed
  return { naira: whole.replace(/\D/g, '').replace(/^0+(?=\d)/, ''), kobo: decimals.padEnd(2, '0') }
}

function isAmbiguous([text, plain, firstGroup = '', separator, decimalSign, decimals = '']: RegExpExecArray): boolean {
  if (decimalSign === ',') return plain !== undefined || separator === ',' || decimals.length !== 2
  if (separator !== '.') return false
  return decimalSign === '.' || text.replace(/\D/g, '').length === firstGroup.length + 3
}

/** The Arabic and Persian digits and separators, which phones offer beside the others. */
const toAsciiDigits = (text: string) =>
  text
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(/٬/g, ',')
    .replace(/٫/g, '.')
