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
