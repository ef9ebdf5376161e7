const paymentTypes: Readonly<Record<string, string>> = {
  CARDPAYMENT: 'Card payment',
  WEB: 'Online',
  CASH: 'Cash',
  BRANCH: 'Bank branch',
}

/** "Card payment" for the provider's CARDPAYMENT; types that are not known only lose their capitals. */
export function formatPaymentType(type: string): string {
  const known = paymentTypes[type.toUpperCase()]
  if (known) return known
  const isCode = type.length > 4 && type === type.toUpperCase()
  return isCode ? type.charAt(0) + type.slice(1).toLowerCase().replaceAll('_', ' ') : type
}
