/** `nin_verified` reads "Nin verified". */
export function toSentence(code: string): string {
  const text = code.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
