/** `nin_photo` reads "NIN photo". */
export function toSentence(code: string): string {
  const text = code.replaceAll('_', ' ').replace(/\bnin\b/, 'NIN')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
