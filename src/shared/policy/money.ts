// Inside, money is integer kobo; on the wire and on screens it is naira.

export const toKobo = (naira: number) => Math.round(naira * 100)
export const toNaira = (kobo: number) => kobo / 100

/** What the applicant pays in all, in the unit of its parts. */
export const getTotalDue = ({ amount, charge }: { amount: number; charge: number }) => amount + charge
