// Draws a contact sheet: the screenshots of each screen side by side, with its name above.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { inProject } from '../setup/project.mjs'

/** @typedef {{ name: string, files: string[] }} Screen */

const columns = 4
/** One scale for all screenshots, so that sizes can be compared. */
const scale = 0.25
/** In pixels. */
const card = { width: 650, maxHeight: 520, label: 28, gap: 12 }
const background = '#8c8c8c'
/** From npm, because minimal systems have no fonts. */
const font = inProject('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf')

/**
 * @param {string} folder with screenshots named `<screen>-<width>.png`
 * @returns {Promise<{ file: string, screens: number, pictures: number }>}
 */
export async function drawContactSheet(folder) {
  const screens = listScreens(folder)
  const cards = await Promise.all(screens.map((screen) => drawCard(folder, screen)))
  /** @type {import('sharp').OverlayOptions[]} */
  const overlays = []
  let top = card.gap
  for (let first = 0; first < cards.length; first += columns) {
    const row = cards.slice(first, first + columns)
    for (const [column, { input }] of row.entries()) overlays.push({ input, left: card.gap + column * card.width, top })
    top += Math.max(...row.map(({ height }) => height)) + card.gap
  }
  const file = join(folder, 'contact-sheet.png')
  await sharp(createCanvas(columns * card.width + card.gap, top))
    .composite(overlays)
    .png({ palette: true })
    .toFile(file)
  return { file, screens: screens.length, pictures: screens.flatMap(({ files }) => files).length }
}

/**
 * Every screen with its screenshots, the widest first.
 * @param {string} folder
 * @returns {Screen[]}
 */
function listScreens(folder) {
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
  const maxHeight = card.maxHeight - card.label
  const label = await sharp({ text: { text: name, fontfile: font, font: 'DejaVu Sans 12', dpi: 96, rgba: true } })
    .png()
    .toBuffer()
  /** @type {import('sharp').OverlayOptions[]} */
  const parts = [{ input: label, left: 0, top: 4 }]
  let left = 0
  let height = card.label
  for (const file of files) {
    const picture = await drawThumbnail(join(folder, file), maxHeight)
    parts.push({ input: picture.input, left, top: card.label })
    left += picture.width + card.gap
    height = Math.max(height, card.label + picture.height)
  }
  const input = await sharp(createCanvas(card.width - card.gap, height))
    .composite(parts)
    .png()
    .toBuffer()
  return { input, height }
}

/**
 * The top of a screenshot, at most `maxHeight` pixels on the sheet.
 * @param {string} file
 * @param {number} maxHeight
 */
async function drawThumbnail(file, maxHeight) {
  const picture = sharp(file)
  const { width = 0, height = 0 } = await picture.metadata()
  const visibleHeight = Math.min(height, Math.floor(maxHeight / scale))
  const { data, info } = await picture
    .extract({ left: 0, top: 0, width, height: visibleHeight })
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
const createCanvas = (width, height) => ({ create: { width, height, channels: 3, background } })
