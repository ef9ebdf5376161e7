// Reads a PDF back: what it says, page by page, and how it is structured.
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface PdfText {
  pages: number
  /** In reading order, with spaces collapsed. */
  text: string
  /** The same for each page. */
  pageTexts: string[]
  /** Every element of the structure, in reading order. */
  elements: { tag: string; alt?: string | undefined }[]
  language: string | null
  title: string | null
  /** The window has the title, and not the name of the file. */
  showsTitle: boolean
  isTagged: boolean
  /** Texts that are drawn over each other, or into the margin. */
  overlaps: [string, string][]
  /** Where each text begins and how wide it is, in points from the left and from the bottom of its page. */
  places: { str: string; left: number; bottom: number; width: number }[]
}

const collapse = (text: string) => text.replace(/\s+/g, ' ')

export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise
  const pageTexts: string[] = []
  const elements: PdfText['elements'] = []
  const overlaps: PdfText['overlaps'] = []
  const places: PdfText['places'] = []
  for (let n = 1; n <= document.numPages; n += 1) {
    const page = await document.getPage(n)
    const { items } = await page.getTextContent()
    pageTexts.push(collapse(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')))
    const texts = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
    overlaps.push(...findOverlaps(texts), ...findBeyondMargins(texts, page.view))
    for (const { str, width, transform } of texts) places.push({ str, left: transform[4], bottom: transform[5], width })
    collectElements((await page.getStructTree()) as StructureNode | null, elements)
  }
  const { info } = await document.getMetadata()
  const { Language = null, Title = null } = info as { Language?: string | null; Title?: string | null }
  const preferences = (await document.getViewerPreferences()) as { DisplayDocTitle?: boolean } | null
  const markInfo = await document.getMarkInfo()
  await document.cleanup()
  return {
    pages: pageTexts.length,
    text: pageTexts.join(' '),
    pageTexts,
    elements,
    language: Language,
    title: Title,
    showsTitle: preferences?.DisplayDocTitle === true,
    isTagged: markInfo?.Marked === true,
    overlaps,
    places,
  }
}

/** A QR code is one path of hundreds of squares; no other has as many corners. */
const minCodeNumbers = 1_000

/** For each page whether a QR code is drawn on it. */
export async function findCodes(bytes: Uint8Array): Promise<boolean[]> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise
  const found: boolean[] = []
  for (let n = 1; n <= document.numPages; n += 1) {
    const { fnArray, argsArray } = await (await document.getPage(n)).getOperatorList()
    const paths = argsArray.filter((_, at) => fnArray[at] === OPS.constructPath) as [number, [Float32Array | null]][]
    found.push(paths.some(([, [numbers]]) => (numbers?.length ?? 0) > minCodeNumbers))
  }
  await document.cleanup()
  return found
}

/** Where the pictures of a PDF are, from their lower left corner to the upper right one, as screen readers show it. */
export const listPictures = (bytes: Uint8Array) =>
  [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/BBox \[([^\]]+)\]/g),
  ].map(([, box = '']) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = box.split(' ').map(Number)
    return { left, bottom, right, width: right - left, height: top - bottom }
  })

interface DrawnText {
  str: string
  width: number
  height: number
  transform: number[]
}

function findOverlaps(texts: readonly DrawnText[]): PdfText['overlaps'] {
  const boxes = texts.map(({ str, width, height, transform: [, , , , left = 0, bottom = 0] }) => ({
    str,
    left,
    right: left + width,
    bottom,
    // Of close lines the boxes touch, the lower half does not.
    top: bottom + height / 2,
  }))
  return boxes.flatMap((one, n) =>
    boxes.slice(n + 1).flatMap((other): PdfText['overlaps'] => {
      const isBeside = one.right <= other.left + 1 || other.right <= one.left + 1
      return isBeside || one.top <= other.bottom || other.top <= one.bottom ? [] : [[one.str, other.str]]
    }),
  )
}

/** Less than the margins of our documents by half a millimetre. */
const minMargin = (14.5 / 25.4) * 72

const findBeyondMargins = (texts: readonly DrawnText[], [, , pageWidth = 0, pageHeight = 0]: number[]) =>
  texts.flatMap(({ str, width, height, transform: [, , , , left = 0, bottom = 0] }): PdfText['overlaps'] => {
    const isWithin =
      Math.min(left, bottom) >= minMargin &&
      left + width <= pageWidth - minMargin &&
      bottom + height / 2 <= pageHeight - minMargin
    return isWithin ? [] : [[str, 'the margin']]
  })

interface StructureNode {
  role?: string
  alt?: string
  children?: StructureNode[]
}

function collectElements(node: StructureNode | null, elements: PdfText['elements']) {
  if (!node) return
  if (node.role && node.role !== 'Root') elements.push({ tag: node.role, alt: node.alt })
  for (const child of node.children ?? []) collectElements(child, elements)
}
