// The tags of a small XML document with their attributes: enough to read the lists inside a docx, in linear time.

export interface XmlTag {
  /** Without its namespace prefix. */
  name: string
  /** By name as written, entities resolved. A name with a prefix is another name. */
  attributes: ReadonlyMap<string, string>
}

const tag = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/y
const attribute = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Opening and empty tags in their order, or null when this is not plain XML: with a DOCTYPE, for instance. */
export function xmlTags(text: string): XmlTag[] | null {
  const tags: XmlTag[] = []
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const skipped = endOfRemark(text, at)
    if (skipped === null) return null
    if (skipped > at) {
      at = skipped
      continue
    }
    tag.lastIndex = at
    const found = tag.exec(text)
    if (!found) return null
    at = tag.lastIndex
    if (found[1] === '') tags.push({ name: found[2] ?? '', attributes: attributesIn(found[3] ?? '') })
  }
  return tags
}

/** Where a comment or an instruction that begins here ends; `at` itself when none does, null when it is not closed. */
function endOfRemark(text: string, at: number): number | null {
  const close = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : null
  if (!close) return at
  const end = text.indexOf(close, at + 2)
  return end === -1 ? null : end + close.length
}

function attributesIn(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(attribute)].map(([, name = '', double, single]) => [name, resolved(double ?? single ?? '')]),
  )
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const resolved = (value: string) =>
  value.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name) return named[name.toLowerCase()] ?? whole
    const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
