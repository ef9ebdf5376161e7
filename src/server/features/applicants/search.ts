// Recognises what was typed into the search box.

export interface Identifier {
  kind: 'userId' | 'number' | 'rrr' | 'email' | 'phone'
  /** As the index has it, perhaps only the beginning. */
  text: string
}

/** One or two parts of a name: the surname and the first name, in either order. */
export interface NamePrefix {
  first: string
  second: string | null
}

/** The identifier that the text looks like; null for a name. */
export function recognizeIdentifier(typed: string): Identifier | null {
  const text = typed.trim()
  const digits = text.replace(/[\s()-]/g, '').replace(/^\+234/, '0')
  if (text.includes('@')) return { kind: 'email', text }
  if (/^APP-/i.test(text)) return { kind: 'number', text: text.toUpperCase() }
  if (/^[A-Z]{2}\d{2}-/i.test(text)) return { kind: 'userId', text: text.toUpperCase() }
  if (/^\d{12}$/.test(digits)) return { kind: 'rrr', text: digits }
  if (/^\d{3,11}$/.test(digits)) return { kind: 'phone', text: digits }
  return null
}

/** The first two words. */
export function splitName(folded: string): NamePrefix | null {
  const [first, second = null] = folded.split(/[\s,]+/).filter(Boolean)
  return first ? { first, second } : null
}
