// Extracts the text of a PDF that Chromium printed.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface PdfText {
  pages: number
  /** In reading order, with spaces collapsed. */
  text: string
}

export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise
  const pages: string[] = []
  for (let n = 1; n <= document.numPages; n += 1) {
    const { items } = await (await document.getPage(n)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
  }
  await document.cleanup()
  return { pages: pages.length, text: pages.join('\n').replace(/\s+/g, ' ') }
}
