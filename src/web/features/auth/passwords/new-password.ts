// What is wrong with a new password before it is sent. The server judges again, and knows more (decisions.md, "Accounts").
import { isEmail } from '#shared/forms/field.ts'
import { notices } from '#shared/messages/web-messages.ts'
import { passwordLength } from '#shared/policy/limits.ts'

export interface TypedPassword {
  password: string
  confirmed: string
}

/** The owner of a reset link says whose account it is. */
export interface TypedOwner {
  userId: string
  email: string
}

/** Sentences by field; empty when nothing is wrong. */
export type PasswordComplaints = Partial<Record<'userId' | 'email' | 'password' | 'confirmed', string>>

export function passwordComplaints({ password, confirmed }: TypedPassword): PasswordComplaints {
  if (password !== confirmed) return { confirmed: notices.password.mismatch }
  if (password.length < passwordLength.min) return { password: notices.password.tooShort }
  return {}
}

export const ownerComplaints = ({ userId, email }: TypedOwner): PasswordComplaints => ({
  ...(userId.trim() === '' && { userId: 'User ID is required.' }),
  ...(!isEmail(email.trim()) && { email: 'Enter a valid email.' }),
})
