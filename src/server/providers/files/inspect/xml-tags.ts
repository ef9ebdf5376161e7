// Reads the tags and attributes of a small XML document in linear time. Enough for the lists inside a .docx.

export interface XmlTag {
  /** Without its namespace prefix. */
  name: string
  /** By name as written, with entities decoded. A prefix makes it a different name. */
  attributes: ReadonlyMap<string, string>
}

const tag = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/y
/** Each begins where the one before ended: what a tag has matched consists of nothing else. */
const attribute = /\s+([\w.:-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/gy

/**
 * Opening and empty tags in document order. Ends with null when this is not plain XML, for instance with a DOCTYPE, or has
 * more tags. A generator, so that the caller never holds all of them.
 */
export function* readXmlTags(text: string, maxTags: number): Generator<XmlTag | null, void> {
  let count = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const skipped = findEndOfComment(text, at)
    if (skipped === null) return yield null
    if (skipped > at) {
      at = skipped
      continue
    }
    tag.lastIndex = at
    const found = tag.exec(text)
    count += 1
    if (!found || count > maxTags) return yield null
    at += found[0].length
    if (found[1] === '') yield { name: found[2] ?? '', attributes: parseAttributes(found[3] ?? '') }
  }
}

/** The end of the comment or instruction at this position; `at` when there is none, null when it is not closed. */
function findEndOfComment(text: string, at: number): number | null {
  const close = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : null
  if (!close) return at
  const end = text.indexOf(close, at + 2)
  return end === -1 ? null : end + close.length
}

function parseAttributes(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(attribute)].map(([, name = '', double, single]) => [
      name,
      decodeEntities(double ?? single ?? ''),
    ]),
  )
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decodeEntities = (value: string) =>
  value.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name) return namedEntities[name.toLowerCase()] ?? whole
    const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return isCharacter(point) ? String.fromCodePoint(point) : whole
  })

/** No document has others, and PostgreSQL stores neither 0 nor half of a pair. */
const isCharacter = (point: number) => point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)

export type XmlPart = { kind: 'open' | 'close'; name: string; readAttributes: () => XmlTag['attributes'] } | XmlText
interface XmlText {
  kind: 'text'
  text: string
}

/** A list of 20,000 lines with 40 columns has three million; a second is enough for them. */
const maxXmlTags = 4_000_000

/**
 * Tags and the text between them, in document order; an empty tag opens and closes. Ends with null when this is not plain
 * XML, for instance with a DOCTYPE, or has more tags.
 */
export function* readXmlParts(text: string): Generator<XmlPart | null, void> {
  if (text.includes('\0')) return yield null
  let tags = 0
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('<', at)
    if (start === -1) return
    if (start > at) yield { kind: 'text', text: decodeEntities(text.slice(at, start)) }
    const skipped = findEndOfComment(text, start)
    if (skipped === null) return yield null
    if (skipped > start) {
      at = skipped
      continue
    }
    tag.lastIndex = start
    const found = tag.exec(text)
    tags += 1
    if (!found || tags > maxXmlTags) return yield null
    const [whole, slash, name = '', attributes = ''] = found
    const readAttributes = () => parseAttributes(attributes)
    yield { kind: slash ? 'close' : 'open', name, readAttributes }
    if (!slash && whole.endsWith('/>')) yield { kind: 'close', name, readAttributes }
    at = start + whole.length
  }
}
