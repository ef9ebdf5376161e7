import type { Contracts } from '#shared/api/applicant/contracts.ts'
import type { RequestInput } from '#shared/api/contract.ts'

/** The fields of both kinds of sender. */
export interface ComplaintFields {
  userId: string
  fullname: string
  email: string
  complain: string
}

export type ComplaintSender = 'existing' | 'new'

export const emptyComplaint: ComplaintFields = { userId: '', fullname: '', email: '', complain: '' }

/** The user ID, or name and email, is null depending on the sender. */
export function buildComplaintBody(
  { userId, fullname, email, complain }: ComplaintFields,
  sender: ComplaintSender,
): RequestInput<Contracts['createComplaint'], 'body'> {
  return sender === 'existing'
    ? { userId, complain, fullname: null, email: null }
    : { userId: null, complain, fullname, email }
}
