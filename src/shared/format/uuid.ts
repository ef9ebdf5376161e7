import { z } from 'zod'

/**
 * An id, in lower case as the database writes it, however it was sent: to the database both are the same one, and
 * code that compares ids, such as with that of who calls, must not take them for two.
 */
export const uuid = (error?: string) => z.uuid(error).toLowerCase()
