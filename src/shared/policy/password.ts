// What a password is, for the browser and the server alike.
import { passwordLength } from './limits.ts'

/** Longer texts are not even normalized. A composed character can be typed as several. */
const maxTypedLength = 10 * passwordLength.max

/** Keyboards compose characters such as ẹ́ in different ways; passwords are measured, compared and hashed in this form. */
export const normalizePassword = (typed: string): string => typed.normalize('NFKC')

/** Which message says what is wrong with the length of a typed password, in characters; null when nothing is. */
export function findPasswordLengthError(typed: string): 'tooShort' | 'tooLong' | null {
  if (typed.length > maxTypedLength) return 'tooLong'
  const length = [...normalizePassword(typed)].length
  if (length < passwordLength.min) return 'tooShort'
  return length > passwordLength.max ? 'tooLong' : null
}
