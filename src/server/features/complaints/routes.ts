import type { ApplicantRoutes } from '#server/http/applicant-audience.ts'
import { serve } from '#server/http/serve.ts'
import type { ContactService } from './service.ts'

interface Options {
  contact: ContactService
}

export function registerContactRoutes(api: ApplicantRoutes, { contact }: Options): void {
  serve(api, 'createComplaint', async ({ body: { userId, complain, fullname, email } }) => {
    const number = await contact.receiveComplaint({ userId, fullName: fullname, email, text: complain })
    return { message: 'Your complaint has been received. We will answer by email.', data: { number } }
  })
}
