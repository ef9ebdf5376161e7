import type { Sent } from '#shared/api/contracts.ts'

/** All that either kind of writer types. */
export interface Letter {
  userId: string
  fullname: string
  email: string
  complain: string
}

export type Writer = 'existing' | 'new'

export const blankLetter: Letter = { userId: '', fullname: '', email: '', complain: '' }

/** What is sent: either the user ID or name and email is null, by who writes (specification, section 3). */
export function complaintOf(
  { userId, fullname, email, complain }: Letter,
  from: Writer,
): Sent<'createComplaint', 'body'> {
  return from === 'existing'
    ? { userId, complain, fullname: null, email: null }
    : { userId: null, complain, fullname, email }
}
