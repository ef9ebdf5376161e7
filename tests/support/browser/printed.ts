// Reads a printed page back: the PDF that Chromium made, as text.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface Printed {
  pages: number
  /** All words in reading order, spaces collapsed. */
  text: string
}

export async function readPdf(bytes: Uint8Array): Promise<Printed> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise
  const pages: string[] = []
  for (let n = 1; n <= document.numPages; n += 1) {
    const { items } = await (await document.getPage(n)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
  }
  await document.cleanup()
  return { pages: pages.length, text: pages.join('\n').replace(/\s+/g, ' ') }
}
