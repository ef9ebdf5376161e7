// Finds syntax and APIs in a script that some browser lacks of those that applicants or staff may use.
import { parseSync, Visitor } from 'vite'

/** Methods and properties that at least one of them lacks, by the versions that introduced them. */
const members = new Map(
  Object.entries({
    'Chrome 92, Firefox 90, Safari 15.4': ['at'],
    'Chrome 93, Firefox 92, Safari 15.4': ['hasOwn'],
    'Chrome 97, Firefox 104, Safari 15.4': ['findLast', 'findLastIndex'],
    'Chrome 110, Firefox 115, Safari 16': ['toSorted', 'toReversed', 'toSpliced'],
    'Chrome 117, Firefox 119, Safari 17.4': ['groupBy', 'withResolvers', 'isWellFormed', 'toWellFormed'],
    'Chrome 121, Firefox 115, Safari 16.4': ['fromAsync'],
    'Chrome 122, Firefox 127, Safari 17': ['isSubsetOf', 'isSupersetOf', 'isDisjointFrom', 'symmetricDifference'],
    'Chrome 92, Firefox 95, Safari 15.4': ['randomUUID'],
    'Firefox 98, Safari 15.4': ['showModal'],
    'Chrome 102, Firefox 112, Safari 15.5': ['inert'],
    'Chrome 114, Firefox 125, Safari 17': ['showPopover', 'hidePopover', 'togglePopover'],
    'Firefox 75, Safari 16': ['requestSubmit'],
    'Safari 15.4': ['submitter', 'locks'],
    'Chrome 111, Firefox 144, Safari 18': ['startViewTransition'],
    'Chrome 120, Firefox 115, Safari 17': ['canParse'],
    'Chrome 100, Firefox 97, Safari 15.4': ['throwIfAborted'],
    'Chrome 105, Firefox 106, Safari 17.4': ['checkVisibility'],
    'Firefox 79, Safari 14.1': ['dateStyle', 'timeStyle', 'ListFormat', 'DisplayNames'],
    'Firefox 125, Safari 14.1': ['Segmenter'],
    'Chrome 90': ['userAgentData'],
    'Chrome 133, Firefox 133, Safari 18.2': [
      'fromBase64',
      'setFromBase64',
      'toBase64',
      'fromHex',
      'setFromHex',
      'toHex',
    ],
    'Chrome 145, Firefox 144, Safari 26.2': ['getOrInsert', 'getOrInsertComputed'],
    'Chrome 147, Firefox 137, Safari 26.2': ['sumPrecise'],
  }).flatMap(([since, names]) => names.map((name) => [name, since])),
)

/** Globals that at least one of them lacks. */
const globals = new Map(
  Object.entries({
    structuredClone: 'Chrome 98, Firefox 94, Safari 15.4',
    AggregateError: 'Firefox 79',
    WeakRef: 'Firefox 79, Safari 14.1',
    FinalizationRegistry: 'Firefox 79, Safari 14.1',
    reportError: 'Chrome 95, Firefox 93, Safari 15.4',
    requestIdleCallback: 'no Safari',
    OffscreenCanvas: 'Firefox 105, Safari 16.4',
    BroadcastChannel: 'Safari 15.4',
    createImageBitmap: 'Safari 15',
    CompressionStream: 'Firefox 113, Safari 16.4',
    scheduler: 'Chrome 94, Firefox 142, no Safari',
    EyeDropper: 'Chrome 95',
    URLPattern: 'Chrome 95, Firefox 142, Safari 26',
  }),
)

/** Members of one object only, because the name is common on others. */
const ownedMembers = new Map(
  Object.entries({
    'Promise.any': 'Firefox 79',
    'AbortSignal.timeout': 'Chrome 103, Firefox 100, Safari 16',
    'AbortSignal.any': 'Chrome 116, Firefox 124, Safari 17.4',
    'Response.json': 'Chrome 105, Firefox 115, Safari 17',
    'URL.parse': 'Chrome 126, Firefox 126, Safari 18',
    'Promise.try': 'Chrome 128, Firefox 134, Safari 18.2',
    'RegExp.escape': 'Chrome 136, Firefox 134, Safari 18.2',
  }),
)

const logical = new Set(['||=', '&&=', '??='])

/**
 * @param {string} file for the parser's error messages
 * @param {string} source
 * @returns {Map<string, string>} the feature and the versions that introduced it
 * @throws Error when the source cannot be parsed
 */
export function findNewScriptFeatures(file, source) {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  /** @type {Map<string, string>} */
  const found = new Map()
  let depth = 0
  const enter = () => {
    depth += 1
  }
  const leave = () => {
    depth -= 1
  }
  /** @param {string} name @param {Map<string, string>} table */
  const check = (name, table) => {
    const since = table.get(name)
    if (since) found.set(name, since)
  }

  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    AwaitExpression: () => depth === 0 && found.set('await outside of functions', 'Chrome 89, Firefox 89, Safari 15'),
    AssignmentExpression: ({ operator }) =>
      logical.has(operator) && found.set(operator, 'Chrome 85, Firefox 79, Safari 14'),
    PrivateIdentifier: () => found.set('#private', 'Firefox 90, Safari 14.1'),
    StaticBlock: () => found.set('static { }', 'Chrome 94, Firefox 93, Safari 16.4'),
    PropertyDefinition: (node) => node.static && found.set('static fields', 'Safari 14.1'),
    ExportAllDeclaration: ({ exported }) => exported && found.set('export * as', 'Firefox 80, Safari 14.1'),
    ImportDeclaration: ({ attributes }) => attributes.length > 0 && found.set('import … with', 'Chrome 123'),
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      if (/\(\?<[=!]/.test(pattern)) found.set('(?<=lookbehind)', 'Safari 16.4')
      if (/[dv]/.test(flags)) found.set(`/regex/${flags}`, 'Chrome 90, Firefox 88, Safari 15')
    },
    MemberExpression({ computed, object, property }) {
      if (computed || property.type !== 'Identifier') return
      check(property.name, members)
      if (object.type === 'Identifier') check(`${object.name}.${property.name}`, ownedMembers)
      if (isGlobalObject(object)) check(property.name, globals)
    },
    Property: ({ key, computed }) => void (!computed && key.type === 'Identifier' && check(key.name, options)),
    Identifier: ({ name }) => check(name, globals),
  }).visit(program)
  return found
}

/** Options, which are property names of object literals. */
const options = new Map([...members].filter(([name]) => name.endsWith('Style')))

/** @param {import('vite').ESTree.Expression | import('vite').ESTree.Super} node */
const isGlobalObject = (node) => node.type === 'Identifier' && /^(window|globalThis|self)$/.test(node.name)
