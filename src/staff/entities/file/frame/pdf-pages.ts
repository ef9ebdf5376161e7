// The pages of a PDF document, drawn by a library: browsers refuse their own viewer in a frame without an origin, and
// phones have none.
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import * as worker from 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import jbig2Url from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openjpegUrl from 'pdfjs-dist/wasm/openjpeg.wasm?url'
import type { FilePage } from './display.ts'

// Without an origin no worker can be started. The browser runs the frame in a process of its own instead.
Object.assign(globalThis, { pdfjsWorker: worker })

const decoders: Readonly<Record<string, string>> = { 'jbig2.wasm': jbig2Url, 'openjpeg.wasm': openjpegUrl }

/** Loads the decoders of scanned pages. */
class DecoderLoader {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = decoders[filename]
    if (!url) throw new Error(`${filename} is not included.`)
    const response = await fetch(url, { credentials: 'omit' })
    return new Uint8Array(await response.arrayBuffer())
  }
}

/** @throws when the document is damaged or needs a password */
export async function readPdfPages(bytes: ArrayBuffer): Promise<FilePage[]> {
  const { promise } = getDocument({
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    enableXfa: false,
    useWorkerFetch: false,
    BinaryDataFactory: DecoderLoader,
    verbosity: 0,
  })
  const document = await promise
  const pages: PDFPageProxy[] = []
  for (let n = 1; n <= document.numPages; n += 1) pages.push(await document.getPage(n))
  return pages.map(createFilePage)
}

function createFilePage(page: PDFPageProxy): FilePage {
  const { width, height } = page.getViewport({ scale: 1 })
  return {
    width,
    height,
    async draw(canvas, { scale, rotation }) {
      const viewport = page.getViewport({ scale, rotation: (page.rotate + rotation) % 360 })
      await page.render({ canvas, viewport }).promise
    },
  }
}
