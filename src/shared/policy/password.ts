// What a password is, for the browser and the server alike (decisions.md, "Accounts").
import { messages } from '../messages/web-messages.ts'
import { passwordLength } from './limits.ts'

/** Longer texts are not even normalized. A composed character can be typed as several. */
const maxTypedLength = 10 * passwordLength.max

/** Keyboards compose characters such as ẹ́ in different ways; passwords are measured, compared and hashed in this form. */
export const normalizePassword = (typed: string): string => typed.normalize('NFKC')

/** What is wrong with the length of a typed password; null when nothing is. Characters count, not bytes. */
export function findPasswordLengthError(typed: string): string | null {
  if (typed.length > maxTypedLength) return messages.password.tooLong
  const length = [...normalizePassword(typed)].length
  if (length < passwordLength.min) return messages.password.tooShort
  return length > passwordLength.max ? messages.password.tooLong : null
}
