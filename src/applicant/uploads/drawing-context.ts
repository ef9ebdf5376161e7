/** To draw pictures on; null when this browser has no memory left for it, or would give back something else. */
export function getDrawingContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d')
  return context && canReadBack(context) ? context : null
}

/** Browsers that protect against fingerprinting return noise instead of what was drawn. */
function canReadBack(context: CanvasRenderingContext2D): boolean {
  context.fillStyle = '#123456'
  context.fillRect(0, 0, 1, 1)
  const { data } = context.getImageData(0, 0, 1, 1)
  return data[0] === 0x12 && data[1] === 0x34 && data[2] === 0x56
}
