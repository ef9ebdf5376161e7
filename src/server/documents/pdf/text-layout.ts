// Breaks text into lines. Each word is measured once per font, because measuring takes most of the time of a long document.

export interface TextStyle {
  font: 'plain' | 'strong'
  /** Points. */
  size: number
}

export interface TextLayout {
  /** Width in points. */
  measure(text: string, style: TextStyle): number
  /** The lines of a text; words that are wider than a line are broken. */
  wrap(text: string, width: number, style: TextStyle): string[]
}

/** From one line of text to the next, in points. */
export const getLineHeight = ({ size }: TextStyle) => size * 1.3

/** Widths are measured at this size and scaled. */
const measuredSize = 100

export function createTextLayout(pdf: PDFKit.PDFDocument): TextLayout {
  const widths = { plain: new Map<string, number>(), strong: new Map<string, number>() }

  function measureWord(word: string, { font, size }: TextStyle): number {
    let width = widths[font].get(word)
    if (width === undefined) {
      width = pdf.font(font).fontSize(measuredSize).widthOfString(word)
      widths[font].set(word, width)
    }
    return (width * size) / measuredSize
  }

  const measure = (text: string, style: TextStyle) =>
    text.split(/(?<= )/).reduce((width, word) => width + measureWord(word, style), 0)

  /** The parts of a word that fit into a line each. */
  function breakWord(word: string, width: number, style: TextStyle): string[] {
    if (measureWord(word, style) <= width) return [word]
    const parts: string[] = []
    let part = ''
    let partWidth = 0
    // By what a reader takes for one character, so that a diacritic stays with its vowel.
    for (const { segment } of characters.segment(word)) {
      const segmentWidth = measureWord(segment, style)
      if (part !== '' && partWidth + segmentWidth > width) {
        parts.push(part)
        part = ''
        partWidth = 0
      }
      part += segment
      partWidth += segmentWidth
    }
    return [...parts, part]
  }

  function wrapParagraph(text: string, width: number, style: TextStyle): string[] {
    const space = measureWord(' ', style)
    const lines: string[] = []
    let line = ''
    let lineWidth = 0
    for (const word of text.split(breaks).flatMap((part) => breakWord(part, width, style))) {
      const wordWidth = measureWord(word, style)
      const isFull = line !== '' && lineWidth + space + wordWidth > width
      if (isFull) lines.push(line)
      lineWidth = line === '' || isFull ? wordWidth : lineWidth + space + wordWidth
      line = line === '' || isFull ? word : `${line} ${word}`
    }
    return [...lines, line]
  }

  return {
    measure,
    wrap(text, width, style) {
      const paragraphs = text.split('\n')
      const kept = paragraphs.length > maxParagraphs ? [paragraphs.join(' ')] : paragraphs
      return kept.flatMap((paragraph) => wrapParagraph(paragraph, width, style))
    },
  }
}

/** Where a line may end: not at a no-break space. */
export const breaks = /[ \t\r]+/

/** A text of more paragraphs becomes one, so that line breaks alone cannot fill hundreds of pages. */
const maxParagraphs = 20

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
