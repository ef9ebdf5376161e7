// Inside the program money is integer kobo; in the API and in the web app it is naira.

export const toKobo = (naira: number) => Math.round(naira * 100)
export const toNaira = (kobo: number) => kobo / 100

/** Fee and charge together, in the same unit. */
export const getTotalDue = ({ amount, charge }: { amount: number; charge: number }) => amount + charge
