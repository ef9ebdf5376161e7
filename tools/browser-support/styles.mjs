// Finds features in a style sheet that some browser lacks of those that applicants or staff may use.

/** @type {[name: string, since: string, pattern: RegExp][]} */
const features = [
  ['@layer', 'Chrome 99, Firefox 97, Safari 15.4', /@layer\b/],
  ['@property', 'Chrome 85, Firefox 128, Safari 16.4', /@property\b/],
  ['@scope', 'Chrome 118, Firefox 146, Safari 17.4', /@scope\b/],
  ['@starting-style', 'Chrome 117, Firefox 129, Safari 17.5', /@starting-style\b/],
  ['nesting', 'Chrome 112, Firefox 117, Safari 16.5', /[{;}]\s*&/],
  [':has()', 'Chrome 105, Firefox 121, Safari 15.4', /:has\(/],
  [':is()', 'Chrome 88', /:(is|where)\(/],
  [':not() of several', 'Chrome 88, Firefox 84', /:not\([^)]*,/],
  [':user-invalid', 'Chrome 119, Firefox 88, Safari 16.5', /:user-(in)?valid/],
  ['media ranges', 'Chrome 104, Firefox 63, Safari 16.4', /@media[^{]*[<>]/],
  [
    'gap in flex rows',
    'Safari 14.1',
    /[{;]display:(inline-)?flex\b[^}]*[;]((row|column)-)?gap:|[{;]gap:[^}]*;display:(inline-)?flex\b/,
  ],
  ['inset', 'Firefox 66, Safari 14.1', /[{;]inset(-\w+)*:/],
  ['padding-inline and the like', 'Safari 14.1', /[{;](padding|margin|border)-(inline|block):/],
  ['aspect-ratio', 'Chrome 88, Firefox 89, Safari 15', /[{;]aspect-ratio:/],
  ['content-visibility', 'Firefox 125, Safari 18', /[{;]content-visibility:/],
  ['scrollbar-gutter', 'Chrome 94, Firefox 97, Safari 18.2', /[{;]scrollbar-gutter:/],
  ['accent-color', 'Chrome 93, Firefox 92, Safari 15.4', /[{;]accent-color:/],
  ['text-wrap', 'Chrome 114, Firefox 121, Safari 17.5', /[{;]text-wrap(-\w+)?:/],
  ['translate, rotate, scale', 'Chrome 104, Firefox 72, Safari 14.1', /[{;](translate|rotate|scale):/],
  ['overflow: clip', 'Chrome 90, Firefox 81, Safari 16', /[{;]overflow(-[xy])?:[^;}]*\bclip/],
  ['overflow-wrap: anywhere', 'Safari 15.4', /[{;]overflow-wrap:anywhere/],
  ['dvh, svh, lvh', 'Chrome 108, Firefox 101, Safari 15.4', /\d[dsl]v[hw]\b/],
  ['color-mix()', 'Chrome 111, Firefox 113, Safari 16.2', /color-mix\(/],
  ['lab() and oklch()', 'Chrome 111, Firefox 113, Safari 15', /\b(ok)?(lab|lch)\(/],
  ['light-dark()', 'Chrome 123, Firefox 120, Safari 17.5', /light-dark\(/],
]

/**
 * @param {string} source a minified style sheet
 * @returns {Map<string, string>} the feature and the versions that introduced it
 */
export function findNewStyleFeatures(source) {
  const stripped = stripContainerQueries(stripTexts(source))
  const found = new Map(
    features.filter(([, , pattern]) => pattern.test(stripped)).map(([name, since]) => [name, since]),
  )
  // A browser drops the whole rule when it does not know one selector of the list.
  for (const [, selectors = ''] of stripped.matchAll(/([^{};]+)\{/g)) {
    const [first, ...others] = selectors.split(',')
    if (others.length > 0 && [first, ...others].some((one) => one?.includes(':focus-visible')))
      found.set(':focus-visible in a list', 'Firefox 85, Safari 15.4')
  }
  return found
}

/**
 * Removes container queries, which older browsers drop whole: what stands in them can only be an extra (Chrome 105, Firefox
 * 110, Safari 16).
 * @param {string} source
 */
const stripContainerQueries = (source) => source.replace(/@container[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')

/**
 * Removes comments, strings and URLs.
 * @param {string} source
 */
const stripTexts = (source) =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '""')
    .replace(/url\([^)]*\)/g, 'url()')
