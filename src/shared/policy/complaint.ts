import { textLimits } from './limits.ts'

/** Which message says what is wrong with the text of a complaint; null when nothing is. */
export function findComplaintError(text: string): 'empty' | 'tooLong' | null {
  if (text.trim() === '') return 'empty'
  return text.length > textLimits.contactMessage ? 'tooLong' : null
}
