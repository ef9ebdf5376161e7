import { z } from 'zod'

/** The facts of an account that describe its owner, in the names that other programs use. */
export const applicantShape = {
  userId: z.string(),
  surName: z.string(),
  firstName: z.string(),
  middleName: z.string(),
  phone: z.string(),
  dateOfBirth: z.iso.date(),
  email: z.string(),
  gender: z.enum(['m', 'f']),
  lga: z.string(),
  state: z.string().describe("The state's alias."),
  country: z.literal('nigeria'),
  faculty: z.string(),
  department: z.string(),
  role: z.string(),
}
