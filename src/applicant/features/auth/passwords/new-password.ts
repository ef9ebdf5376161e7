// Checks a new password before it is sent. The server checks it again, and knows more.
import { isEmail } from '#shared/forms/field.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { findPasswordLengthError } from '#shared/policy/password.ts'

/** Messages by field; empty when there is no error. */
export type PasswordErrors = Partial<Record<'userId' | 'email' | 'password' | 'confirmed', string>>

export function validateNewPassword(form: FormData): PasswordErrors {
  const password = String(form.get('password'))
  if (password !== String(form.get('confirmed'))) return { confirmed: messages.password.mismatch }
  const lengthError = findPasswordLengthError(password)
  return lengthError ? { password: messages.password[lengthError] } : {}
}

/** The user of a reset link says whose account it is. */
export function validateAccountOwner(form: FormData): PasswordErrors {
  return {
    ...(String(form.get('userId')).trim() === '' && { userId: 'User ID is required.' }),
    ...(!isEmail(String(form.get('email')).trim()) && { email: 'Enter a valid email.' }),
  }
}
