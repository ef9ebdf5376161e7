// Parses JSON bodies whose structure is not larger than that of any form: what is built of a text of brackets and commas
// costs a hundred times more than reading the text.
import { AppError } from '../app-error.ts'

/** A form with every list full has about 6,000 lists, objects and commas between values. */
export const maxJsonValues = 20_000
/** One more than what is accepted as input, which is checked with a message of its own. */
const maxJsonDepth = 12

/** @throws AppError `malformed_request` */
export function parseJson(text: string): unknown {
  if (hasTooMuchStructure(text)) throw new AppError('malformed_request')
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new AppError('malformed_request', { cause })
  }
}

function hasTooMuchStructure(text: string): boolean {
  let values = 0
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = findEndOfText(text, at)
    if (character === '}' || character === ']') depth -= 1
    const isStart = character === '{' || character === '['
    if (isStart) depth += 1
    if (isStart || character === ',') values += 1
    if (values > maxJsonValues || depth > maxJsonDepth) return true
  }
  return false
}

/** The position of the quote that ends the text which begins here; the end when there is none. */
function findEndOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text[at - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return at
  }
  return text.length
}
