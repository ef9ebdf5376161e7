// Inside, money is integer kobo; on the wire and on screens it is naira.

export const koboOf = (naira: number) => Math.round(naira * 100)
export const nairaOf = (kobo: number) => kobo / 100

/** What the applicant pays in all, in the unit of its parts. */
export const totalDue = ({ amount, charge }: { amount: number; charge: number }) => amount + charge
