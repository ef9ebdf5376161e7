// What an RRR looks like; the same rule in the web app and in the API.

/** Without the spaces and dashes in which people write it. */
export const cleanRrr = (typed: string) => typed.replace(/[\s-]/g, '')
export const isRrr = (rrr: string) => /^\d{12}$/.test(rrr)
export const invalidRrr = 'An RRR has 12 digits.'

/** Of a request for an RRR. `requested` has none yet; those that are `superseded` or `expired` can still be paid. */
export const paymentStates = ['requested', 'open', 'superseded', 'expired', 'paid'] as const
