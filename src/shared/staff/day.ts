import { z } from 'zod'

/** A day such as 2024-12-31 in a call or a file of the staff. PostgreSQL knows no year 0. */
export const staffDay = (message = 'Enter a day such as 2024-12-31.') =>
  z.iso.date(message).refine((day) => day >= '1900', 'Enter a day since 1900.')
