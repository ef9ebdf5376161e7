import type { ApplicantRoutes } from '#server/http/applicant-audience.ts'
import { serve } from '#server/http/serve.ts'
import { isEmail } from '#shared/forms/field.ts'
import type { ContactService } from './service.ts'

interface Options {
  contact: ContactService
}

/** Says nothing about whether there is such a user. Any complaint is taken, also one that nobody can answer. */
const describeReceipt = (userId: string | null, email: string | null) =>
  userId?.trim() || isEmail(email ?? '')
    ? 'Your complaint has been received. We will answer by email.'
    : 'Your complaint has been received. It has no user ID and no email address, so we cannot answer it.'

export function registerContactRoutes(api: ApplicantRoutes, { contact }: Options): void {
  serve(api, 'createComplaint', async ({ body: { userId, complain, fullname, email } }) => {
    const number = await contact.receiveComplaint({ userId, fullName: fullname, email, text: complain })
    return { message: describeReceipt(userId, email), data: { number } }
  })
}
