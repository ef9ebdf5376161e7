// Lays pictures of screens out as a photographer does: each screen's widths beside each other, with its name above.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { inProject } from '../setup/project.mjs'

/** @typedef {{ name: string, files: string[] }} Screen */

const columns = 4
/** Pixels; all pictures are drawn to one scale, so that sizes can be compared. */
const scale = 0.25
/** Pixels; `most` is how high a card may grow. */
const card = { width: 650, most: 520, label: 28, gap: 12 }
const ground = '#8c8c8c'
/** The bundled one: bare machines have no fonts. */
const font = inProject('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf')

/**
 * @param {string} folder of pictures named `<screen>-<width>.png`
 * @returns {Promise<{ file: string, screens: number, pictures: number }>}
 */
export async function drawContactSheet(folder) {
  const screens = screensIn(folder)
  const cards = await Promise.all(screens.map((screen) => drawCard(folder, screen)))
  /** @type {import('sharp').OverlayOptions[]} */
  const placed = []
  let top = card.gap
  for (let first = 0; first < cards.length; first += columns) {
    const row = cards.slice(first, first + columns)
    for (const [column, { input }] of row.entries()) placed.push({ input, left: card.gap + column * card.width, top })
    top += Math.max(...row.map(({ height }) => height)) + card.gap
  }
  const file = join(folder, 'contact-sheet.png')
  await sharp(canvas(columns * card.width + card.gap, top))
    .composite(placed)
    .png({ palette: true })
    .toFile(file)
  return { file, screens: screens.length, pictures: screens.flatMap(({ files }) => files).length }
}

/**
 * Every screen with its pictures, the widest first.
 * @param {string} folder
 * @returns {Screen[]}
 */
function screensIn(folder) {
  /** @type {Map<string, { width: number, file: string }[]>} */
  const found = new Map()
  for (const file of readdirSync(folder).sort()) {
    const [, name, width] = /^(.+)-(\d+)\.png$/.exec(file) ?? []
    if (!name) continue
    found.set(name, [...(found.get(name) ?? []), { width: Number(width), file }])
  }
  return [...found].map(([name, pictures]) => ({
    name,
    files: pictures.sort((a, b) => b.width - a.width).map(({ file }) => file),
  }))
}

/**
 * @param {string} folder
 * @param {Screen} screen
 */
async function drawCard(folder, { name, files }) {
  const room = card.most - card.label
  const label = await sharp({ text: { text: name, fontfile: font, font: 'DejaVu Sans 12', dpi: 96, rgba: true } })
    .png()
    .toBuffer()
  /** @type {import('sharp').OverlayOptions[]} */
  const parts = [{ input: label, left: 0, top: 4 }]
  let left = 0
  let height = card.label
  for (const file of files) {
    const picture = await thumbnail(join(folder, file), room)
    parts.push({ input: picture.input, left, top: card.label })
    left += picture.width + card.gap
    height = Math.max(height, card.label + picture.height)
  }
  const input = await sharp(canvas(card.width - card.gap, height))
    .composite(parts)
    .png()
    .toBuffer()
  return { input, height }
}

/**
 * The top of a picture, as much as there is room for.
 * @param {string} file
 * @param {number} room pixels from top to bottom
 */
async function thumbnail(file, room) {
  const picture = sharp(file)
  const { width = 0, height = 0 } = await picture.metadata()
  const shown = Math.min(height, Math.floor(room / scale))
  const { data, info } = await picture
    .extract({ left: 0, top: 0, width, height: shown })
    .resize({ width: Math.round(width * scale) })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, width: info.width, height: info.height }
}

/**
 * @param {number} width
 * @param {number} height
 * @returns {import('sharp').SharpOptions}
 */
const canvas = (width, height) => ({ create: { width, height, channels: 3, background: ground } })
