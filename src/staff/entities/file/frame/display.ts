// Pages below each other with zoom and rotation. A page is drawn when it comes near the visible part.

export interface PageView {
  /** Device pixels for each unit of the page. */
  scale: number
  /** Degrees, clockwise: 0, 90, 180 or 270. */
  rotation: number
}

export interface FilePage {
  width: number
  height: number
  /** Draws the whole page; the canvas has the size that the scale and the rotation give it. */
  draw(canvas: HTMLCanvasElement, view: PageView): Promise<void>
}

const zooms = [0.5, 0.75, 1, 1.5, 2, 3, 4]
/** Browsers refuse larger canvases. */
const maxCanvasPixels = 16_000_000

/** Replaces what the parent displays. */
export function createDisplay(parent: HTMLElement, filePages: readonly FilePage[]): void {
  let zoom = 1
  let rotation = 0
  const pages = document.createElement('div')
  pages.className = 'pages'
  // Scrolled by the keys.
  pages.tabIndex = 0
  pages.setAttribute('role', 'region')
  pages.setAttribute('aria-label', filePages.length > 1 ? `${filePages.length} pages` : 'File')
  let observer: IntersectionObserver | undefined

  function layOut() {
    const position = pages.scrollHeight > 0 ? pages.scrollTop / pages.scrollHeight : 0
    observer?.disconnect()
    observer = new IntersectionObserver(drawVisible, { root: pages, rootMargin: '400px' })
    const available = Math.max(pages.clientWidth - 16, 200)
    pages.replaceChildren(...filePages.map((filePage) => createPage(filePage, { available, zoom, rotation })))
    for (const page of pages.children) observer.observe(page)
    pages.scrollTop = position * pages.scrollHeight
  }

  function drawVisible(entries: IntersectionObserverEntry[]) {
    for (const { isIntersecting, target } of entries) {
      const filePage = filePages[[...pages.children].indexOf(target)]
      if (!isIntersecting || !filePage || target.childElementCount > 0) continue
      void drawPage(filePage, target as HTMLElement, rotation)
    }
  }

  const change = (act: () => void) => () => {
    act()
    layOut()
  }
  const tools = createTools([
    ['−', 'Zoom out', change(() => (zoom = zooms.findLast((one) => one < zoom) ?? zoom))],
    ['+', 'Zoom in', change(() => (zoom = zooms.find((one) => one > zoom) ?? zoom))],
    ['Fit', 'Fit the width', change(() => (zoom = 1))],
    ['⟳', 'Turn to the right', change(() => (rotation = (rotation + 90) % 360))],
  ])
  const count = document.createElement('span')
  count.className = 'count'
  count.textContent = filePages.length === 1 ? '1 page' : `${filePages.length} pages`
  tools.append(count)
  parent.replaceChildren(tools, pages)
  layOut()
  addEventListener('resize', layOut)
}

function createTools(buttons: readonly (readonly [string, string, () => void])[]): HTMLElement {
  const tools = document.createElement('div')
  tools.className = 'tools'
  tools.append(
    ...buttons.map(([text, label, act]) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = text
      button.title = label
      button.setAttribute('aria-label', label)
      button.addEventListener('click', act)
      return button
    }),
  )
  return tools
}

interface PageLayout {
  /** CSS pixels. */
  available: number
  zoom: number
  rotation: number
}

function createPage({ width, height }: FilePage, { available, zoom, rotation }: PageLayout): HTMLElement {
  const [turnedWidth, turnedHeight] = rotation % 180 === 0 ? [width, height] : [height, width]
  const page = document.createElement('div')
  page.className = 'page'
  page.style.width = `${available * zoom}px`
  page.style.height = `${(available * zoom * turnedHeight) / turnedWidth}px`
  return page
}

async function drawPage(filePage: FilePage, page: HTMLElement, rotation: number): Promise<void> {
  const isUpright = rotation % 180 === 0
  const turnedWidth = isUpright ? filePage.width : filePage.height
  const wanted = (page.clientWidth / turnedWidth) * devicePixelRatio
  const scale = Math.min(wanted, Math.sqrt(maxCanvasPixels / (filePage.width * filePage.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(turnedWidth * scale))
  canvas.height = Math.max(1, Math.floor((isUpright ? filePage.height : filePage.width) * scale))
  page.append(canvas)
  await filePage.draw(canvas, { scale, rotation })
}
