// The page in the frame that displays a file. It has no origin: it cannot read the session or call the API. The viewer
// sends it the bytes; it answers whether they can be displayed, and passes Escape on.
import { createDisplay, type FilePage } from './display.ts'
import type { FrameMessage, FrameRequest } from './messages.ts'

const notify = (message: FrameMessage) => parent.postMessage(message, '*')

async function readPages({ type, bytes }: FrameRequest): Promise<FilePage[]> {
  if (type === 'application/pdf') return (await import('./pdf-pages.ts')).readPdfPages(bytes)
  return [await readImagePage(bytes, type)]
}

async function readImagePage(bytes: ArrayBuffer, type: string): Promise<FilePage> {
  const image = new Image()
  image.src = URL.createObjectURL(new Blob([bytes], { type }))
  image.alt = ''
  await image.decode()
  return {
    width: image.naturalWidth,
    height: image.naturalHeight,
    // Turned by a canvas: a style would not change the space that the image takes.
    draw: async (canvas, { scale, rotation }) => {
      const context = canvas.getContext('2d')
      if (!context) return
      context.translate(canvas.width / 2, canvas.height / 2)
      context.rotate((rotation * Math.PI) / 180)
      context.scale(scale, scale)
      context.drawImage(image, -image.naturalWidth / 2, -image.naturalHeight / 2)
    },
  }
}

addEventListener('message', async ({ source, data }: MessageEvent<FrameRequest>) => {
  if (source !== parent) return
  try {
    const filePages = await readPages(data)
    createDisplay(document.body, filePages)
    notify({ kind: 'displayed', pages: filePages.length })
  } catch {
    // Damaged, or protected with a password.
    notify({ kind: 'failed' })
  }
})
// When the key is released, and once the browser has dealt with it: the answer removes this page, and a key that is
// still on its way to a removed page is lost.
addEventListener('keyup', ({ key }) => {
  if (key === 'Escape') setTimeout(notify, 0, { kind: 'closed' })
})
notify({ kind: 'ready' })
