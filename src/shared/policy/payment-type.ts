/** How somebody pays, by the provider's code. */
export const paymentTypes = {
  CARDPAYMENT: 'Card payment',
  WEB: 'Online',
  CASH: 'Cash',
  BRANCH: 'Bank branch',
} as const

/** "Card payment" for the provider's CARDPAYMENT; types that are not known only lose their capitals. */
export function formatPaymentType(type: string): string {
  const known: string | undefined = (paymentTypes as Readonly<Record<string, string>>)[type.toUpperCase()]
  if (known) return known
  const isCode = type.length > 4 && type === type.toUpperCase()
  return isCode ? type.charAt(0) + type.slice(1).toLowerCase().replaceAll('_', ' ') : type
}

/** The provider's code for a code or label in whichever case, such as "bank branch"; what is not known stays as it is. */
export function toPaymentType(text: string): string {
  const upper = text.toUpperCase()
  const found = Object.entries(paymentTypes).find(([code, label]) => code === upper || label.toUpperCase() === upper)
  return found?.[0] ?? text
}
