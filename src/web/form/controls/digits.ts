// Cleans what is typed or pasted into digits-only controls.
import { parseAmount } from '#shared/format/amount.ts'

export const toDigits = (text: string, maxLength: number) => text.replace(/\D/g, '').slice(0, maxLength)

/** Letters behind which an amount is another one: "5k", "1.5 million", "1e6". */
const multiplier = /\d\s*(?:[kmb](?![a-z])|bn|thousand|million|billion|e[+-]?\d)/i

interface WholeAmount {
  /** Digits; or, when it is not clear which amount is meant, text that the field's validation refuses. */
  answer: string
  /** Two digits that the answer leaves out. */
  kobo: string
  /** What the box shows meanwhile: an amount without letters. */
  text: string
}

export function toWholeAmount(typed: string, maxLength: number): WholeAmount {
  if (!/\p{Nd}/u.test(typed)) return { answer: '', kobo: '00', text: '' }
  const text = typed.replace(/\p{L}/gu, '')
  const amount = multiplier.test(typed) ? null : parseAmount(text)
  if (amount && amount.naira.length <= maxLength) return { answer: amount.naira, kobo: amount.kobo, text }
  // The ellipsis marks digits that are too many: cut without it, they would be another amount.
  const start = typed.trim().slice(0, maxLength - 1)
  return { answer: /^\d*$/.test(start) ? `${start}…` : start, kobo: '00', text: typed }
}

/** Nigerian numbers are stored in national format: a pasted "+234 803 123 4567" becomes 08031234567. */
export function toPhoneDigits(text: string, maxLength: number) {
  const digits = text.replace(/\D/g, '')
  return (digits.length > maxLength ? digits.replace(/^234/, '0') : digits).slice(0, maxLength)
}
