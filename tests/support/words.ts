// Finds terms that this project does not use, in identifiers, strings, comments and file names (CONTRIBUTING.md).
import { parseSync } from 'vite'
import { allowances, everywhere, fixedTexts, foreignNames, inNames } from './words-list.ts'

export interface Finding {
  file: string
  line: number
  term: string
  instead: string
  /** The name, comment or string that contains the term, cut short. */
  where: string
}

interface Node {
  type: string
  start: number
  name?: unknown
  value?: unknown
  [key: string]: unknown
}

const anywhereInNames = { ...everywhere, ...inNames }
const verb = 'a verb in the imperative'

/** @throws Error when a source cannot be parsed */
export function findForbiddenTerms(file: string, source: string): Finding[] {
  const findings = new Map<string, Finding>()
  const add = (offset: number, text: string, term: string, instead: string) => {
    if (allowances.some((allowance) => allowance.term === term && allowance.in.test(file))) return
    const line = source.slice(0, offset).split('\n').length
    const where = text.trim().slice(0, 90)
    findings.set(`${line} ${term} ${where}`, { file, line, term, instead, where })
  }
  const checkText = (offset: number, text: string) => {
    for (const term of findInText(text)) add(offset, text, term, everywhere[term] ?? '')
  }
  const checkName = (offset: number, name: string) => {
    for (const term of findInName(name)) add(offset, name, term, anywhereInNames[term] ?? '')
  }

  checkName(0, file.split('/').slice(1).join('/'))
  if (/\.(tsx?|mjs|js)$/.test(file)) {
    checkSource(file, source, {
      checkText,
      checkName,
      addFunction: (offset, name, word) => add(offset, name, word, verb),
    })
  } else {
    let offset = 0
    for (const line of source.split('\n')) {
      checkText(offset, line)
      offset += line.length + 1
    }
  }
  return [...findings.values()]
}

interface Checks {
  checkText(offset: number, text: string): void
  checkName(offset: number, name: string): void
  addFunction(offset: number, name: string, word: string): void
}

function checkSource(file: string, source: string, { checkText, checkName, addFunction }: Checks): void {
  const { program, comments, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  for (const { start, value } of comments) checkText(start, value)
  walk(program, undefined, (node, parent) => {
    const text = readText(node, parent)
    if (text) checkText(node.start, text)
    const name = readOwnName(node, parent)
    if (name === undefined) return
    checkName(node.start, name)
    const [first = ''] = wordsOf(name)
    if (isParticiple(first) && !/^[A-Z]/.test(name) && isFunctionName(node, parent))
      addFunction(node.start, name, first)
  })
}

/** The text of a literal, a template or JSX; paths of imports are no texts. */
function readText(node: Node, parent: Node | undefined): string | undefined {
  if (node.type === 'JSXText') return String(node.value)
  if (node.type === 'TemplateElement') return (node.value as { raw: string }).raw
  const isPath = /Import|Export/.test(parent?.type ?? '')
  return node.type === 'Literal' && typeof node.value === 'string' && !isPath ? node.value : undefined
}

/** The name of an identifier, unless a package or another object gave it. */
function readOwnName(node: Node, parent: Node | undefined): string | undefined {
  if (!/^(JSX)?Identifier$|^PrivateIdentifier$/.test(node.type) || typeof node.name !== 'string') return undefined
  const isDeclaredElsewhere =
    (parent?.type === 'MemberExpression' && parent.property === node && parent.computed !== true) ||
    (parent?.type === 'ImportSpecifier' && parent.imported === node) ||
    parent?.type === 'JSXAttribute' ||
    parent?.type === 'JSXMemberExpression'
  return isDeclaredElsewhere || foreignNames.has(node.name) ? undefined : node.name
}

function isFunctionName(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'FunctionDeclaration') return parent.id === node
  const value = parent?.type === 'VariableDeclarator' ? (parent.init as Node | null) : undefined
  return parent?.id === node && /^(ArrowFunctionExpression|FunctionExpression)$/.test(value?.type ?? '')
}

function walk(node: unknown, parent: Node | undefined, visit: (node: Node, parent: Node | undefined) => void): void {
  if (Array.isArray(node)) for (const one of node) walk(one, parent, visit)
  if (!isNode(node)) return
  visit(node, parent)
  for (const child of Object.values(node)) if (child && typeof child === 'object') walk(child, node, visit)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)

const irregularParticiples = new Set(
  'begun built chosen done drawn driven found given gone held hidden known lost made met paid seen sent shown spent taken told thought won written kept left brought'.split(
    ' ',
  ),
)
const otherWordsInEd = new Set(
  'embed exceed feed need proceed succeed speed seed indeed embedded signed unread red bed'.split(' '),
)
const isParticiple = (word: string) =>
  irregularParticiples.has(word) || (/[a-z]{2}ed$/.test(word) && !otherWordsInEd.has(word))

const findInText = (text: string) => findTerms(text, findTermOfText)
const findInName = memoize((name: string) => findTerms(name, findTermOfName))
const findTermOfText = memoize((word: string) => findTerm(word, everywhere))
const findTermOfName = memoize((word: string) => findTerm(word, anywhereInNames))

function findTerms(text: string, find: (word: string) => string | undefined): string[] {
  const words = wordsOf(fixedTexts.reduce((left, fixed) => left.replace(fixed.text, ' '), text))
  return words.flatMap((word, i) => {
    const term = find(word)
    return term && !isPlain(term, words, i) ? [term] : []
  })
}

/** The term of which the word is a form: the plural, or a verb's ending. */
function findTerm(word: string, terms: Record<string, string>): string | undefined {
  const forms = [
    word,
    word.replace(/s$/, ''),
    word.replace(/e[sd]$/, ''),
    word.replace(/d$/, ''),
    word.replace(/ing$/, ''),
    word.replace(/(ed|ing)$/, 'e'),
  ]
  return forms.find((form) => Object.hasOwn(terms, form))
}

/** A look-up is a term of the field, `isShown` a claim, and only `laterX` names a part that loads lazily. */
const isPlain = (term: string, words: string[], i: number) =>
  (term === 'look' && /^ups?$/.test(words[i + 1] ?? '')) ||
  (term === 'shown' && words[i - 1] === 'is') ||
  (term === 'later' && (i > 0 || words.length === 1))

function memoize<T>(compute: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>()
  return (text) => {
    if (!results.has(text)) results.set(text, compute(text))
    return results.get(text) as T
  }
}
