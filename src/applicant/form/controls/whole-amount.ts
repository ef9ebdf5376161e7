import { parseAmount } from '#shared/forms/amount.ts'

/** Endings with which an amount is another one: "5k", "1.5 million", "1e6". */
const multiplier = /\d\s*(?:[kmb](?![a-z])|bn|thousand|million|billion|e[+-]?\d)/i

/** Three digits after one dot are a group: no amount has three decimals. */
const dottedThousands = /^(\D*[1-9]\d{0,2})\.(\d{3})(?![\d.,])/

interface WholeAmount {
  /** Digits; or, when it is not clear which amount is meant, text that the field's validation refuses. */
  answer: string
  /** Two digits that the answer leaves out. */
  kobo: string
  /** What the box shows meanwhile: an amount, without words. */
  text: string
}

export function toWholeAmount(typed: string, maxLength: number): WholeAmount {
  if (!/\p{Nd}/u.test(typed)) return { answer: '', kobo: '00', text: '' }
  const text = typed.replace(/\p{L}/gu, '')
  const amount = multiplier.test(typed) ? null : parseAmount(text.replace(dottedThousands, '$1$2'))
  if (amount && amount.naira.length <= maxLength) return { answer: amount.naira, kobo: amount.kobo, text }
  // The ellipsis marks digits that are too many: cut without it, they would be another amount.
  const start = typed.trim().slice(0, maxLength - 1)
  return { answer: /^\d*$/.test(start) ? `${start}…` : start, kobo: '00', text: typed }
}
