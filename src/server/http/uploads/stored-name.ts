// The names of uploaded files.
import { trimLeading, trimTrailing } from '#shared/forms/trim.ts'

export const maxNameLength = 120

/** The name without path and invisible characters, at most 120 characters. */
export const toStoredName = (name: string): string => truncateName(cleanName(name), maxNameLength) || 'file'

/** Removes control and format characters, such as those that reverse the text direction ("fdp.exe"). */
export const cleanName = (name: string): string =>
  trimSpacesAndDots(
    (name.split(/[/\\]/).at(-1) ?? '')
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}"<>|:*?]/gu, '')
      .replace(/\s+/gu, ' '),
  )
const trimSpacesAndDots = (name: string) => trimLeading(trimTrailing(name, '. '), '. ')

/** Never cuts a character in half. */
export function truncateName(text: string, maxUnits: number): string {
  let truncated = ''
  for (const character of text) {
    if (truncated.length + character.length > maxUnits) break
    truncated += character
  }
  return truncated.trimEnd()
}
