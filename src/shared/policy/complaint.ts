import { messages } from '../messages/web-messages.ts'
import { textLimits } from './limits.ts'

/** What is wrong with the text of a complaint; null when nothing is. */
export function findComplaintError(text: string): string | null {
  if (text.trim() === '') return messages.contact.empty
  return text.length > textLimits.contactMessage ? messages.contact.tooLong : null
}
