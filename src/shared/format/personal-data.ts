// Names and phone numbers as staff type and import them.

/** One line of what can be printed: no control characters, and none that reverse the text. */
export const printableLine = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u

/** A spreadsheet calculates what begins with one of these. */
export const isNoFormula = /^(?:[^=+@-]|$)/
export const formulaMessage = 'Must not begin with =, +, - or @.'
/** A spreadsheet writes its errors like #NAME?. */
export const isNoSpreadsheetError = /^(?:[^#]|$)/

/**
 * A Nigerian number in national format: "+234 803 123 4567" and "2348031234567" become "08031234567", as does "8031234567", from
 * which a spreadsheet has taken the 0. Anything else only loses its spaces, brackets and hyphens.
 */
export const normalizePhone = (typed: string): string =>
  typed
    .replace(/[\s().-]/g, '')
    .replace(/^\+?2340?(?=\d{10}$)/, '0')
    .replace(/^(?=[789][01]\d{8}$)/, '0')
