/**
 * The paragraphs of a text that somebody typed: an empty line begins a new one. The same text may stand twice, so each has
 * its place, from 0.
 */
export const splitParagraphs = (text: string): { place: number; paragraph: string }[] =>
  text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph, place) => ({ place, paragraph }))
