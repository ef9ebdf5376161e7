// Finds terms that this project does not use, in identifiers, strings, comments and file names (docs/naming.md).
import { parseSync } from 'vite'

export interface Finding {
  file: string
  line: number
  term: string
  instead: string
  /** The name, comment or string that holds the term, cut short. */
  where: string
}

/** Not in names, comments, strings or documents, in any form of the word. */
const everywhere: Record<string, string> = {
  letter: 'email',
  seal: 'encrypt; verification code',
  unseal: 'decrypt',
  press: 'request, click, submit',
  happening: 'event',
  deed: 'audit event',
  patience: 'timeout, retry',
  patiently: 'with retry',
  farewell: 'graceful shutdown',
  goodbye: 'graceful shutdown',
  pulse: 'watchdog',
  door: 'listening socket',
  gate: 'concurrency limiter',
  keeper: 'draft sync',
  crowd: 'users, load',
  rush: 'spike',
  ledger: 'expected state',
  shelf: 'directory',
  mend: 'fix',
  bones: 'skeleton lines',
  whoever: 'the user, the caller',
  office: 'institution, staff, registry',
  complaint: 'error, issue',
  fault: 'error',
}

/** Plain English in a sentence, but misleading as a name. */
const inNames: Record<string, string> = {
  words: 'messages, labels, formatX',
  means: 'dependencies',
  outside: 'adapters',
  asking: 'lease',
  room: 'limit, capacity',
  turns: 'semaphore',
  patient: 'with retry',
  most: 'max, limit',
  longest: 'max, timeout',
  blank: 'empty',
  look: 'variant',
  become: 'setState',
  tell: 'notify',
  keep: 'save',
  later: 'lazy',
  opening: 'initialState',
  paper: 'pdfDocument',
  notices: 'messages, notifications',
  standing: 'status',
  cast: 'users',
  remembered: 'memoized, cached',
  sound: 'safe',
  caller: 'principal',
  shown: 'visible; renderedTables, snapshot',
}

/** Names of libraries, of the platform and of providers that hold such a word. */
const foreignNames = new Set(
  'keepAlive keepAliveTimeout keepAliveMsecs keepalive keepNames keepCount keepProps keepPreviousData lookbehind shelfLife'.split(
    ' ',
  ),
)

/** Where a term is the right one. */
const allowed: { term: string; in: RegExp }[] = [
  { term: 'complaint', in: /contact|complaint|complain|specification|prune|demo|schema|permissions|canaries|fuzz/ },
  { term: 'fault', in: /fault|simulators|tests\/support\/simulators|provider|web-messages/ },
]

const irregular = new Set(
  'begun built chosen done drawn driven found given gone held hidden known lost made met paid seen sent shown spent taken told thought won written kept left brought'.split(
    ' ',
  ),
)
const adjectives = new Set('embed exceed feed need proceed speed seed indeed embedded signed unread red bed'.split(' '))
const isParticiple = (word: string) => irregular.has(word) || (/[a-z]{2}ed$/.test(word) && !adjectives.has(word))

export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)

/** A form of the word: plural, or a verb's endings. */
function stem(word: string, terms: Record<string, string>): string | undefined {
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

const isAllowed = (file: string, term: string) =>
  allowed.some((allowance) => allowance.term === term && allowance.in.test(file))

/** A look-up is a term of the field, `isShown` a claim, and only `laterX` names a part that loads lazily. */
const isPlain = (term: string, words: string[], i: number) =>
  (term === 'look' && words[i + 1] === 'up') ||
  (term === 'shown' && words[i - 1] === 'is') ||
  (term === 'later' && (i > 0 || words.length === 1))

function termsIn(file: string, words: string[], terms: Record<string, string>): string[] {
  return words.flatMap((word, i) => {
    const term = stem(word, terms)
    return term && !isPlain(term, words, i) && !isAllowed(file, term) ? [term] : []
  })
}

/** @throws Error when a source cannot be parsed */
export function findForbiddenTerms(file: string, source: string): Finding[] {
  const findings: Finding[] = []
  const add = (offset: number, text: string, term: string, instead: string) =>
    findings.push({
      file,
      line: source.slice(0, offset).split('\n').length,
      term,
      instead,
      where: text.trim().slice(0, 90),
    })
  const sentence = (offset: number, text: string) => {
    for (const term of termsIn(file, wordsOf(text), everywhere)) add(offset, text, term, everywhere[term] ?? '')
  }
  for (const term of termsIn(file, wordsOf(file.split('/').slice(1).join('/')), { ...everywhere, ...inNames }))
    add(0, file, term, everywhere[term] ?? inNames[term] ?? '')
  if (!/\.(tsx?|mjs|js)$/.test(file)) {
    let offset = 0
    for (const line of source.split('\n')) {
      sentence(offset, line)
      offset += line.length + 1
    }
    return findings
  }
  const { program, comments, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  for (const { start, value } of comments) sentence(start, value)
  walk(program, undefined, (node, parent) => {
    if (typeof node.value === 'string' && node.type === 'Literal' && !/Import|Export|TSImport/.test(parent?.type ?? ''))
      sentence(node.start, node.value)
    if (node.type === 'JSXText' || node.type === 'TemplateElement') sentence(node.start, textOf(node))
    const name = node.name
    if (!/^(JSX)?Identifier$|^PrivateIdentifier$/.test(node.type) || typeof name !== 'string') return
    if (isForeign(node, parent) || foreignNames.has(name)) return
    for (const term of termsIn(file, wordsOf(name), { ...everywhere, ...inNames }))
      add(node.start, name, term, everywhere[term] ?? inNames[term] ?? '')
    if (namesFunction(node, parent)) {
      const words = wordsOf(name)
      const participle = [words[0], words.at(-1)].find((word) => word && isParticiple(word))
      if (
        participle &&
        !/^(is|has|was|are|can|may|on|when|with|without|after|before)$/.test(words[0] ?? '') &&
        !/^[A-Z]/.test(name)
      )
        add(node.start, name, participle, 'a verb in the imperative')
    }
  })
  return unique(findings)
}

interface Node {
  type: string
  start: number
  name?: unknown
  value?: unknown
  [key: string]: unknown
}

const textOf = (node: Node) =>
  typeof node.value === 'string' ? node.value : String((node.value as { raw?: string } | undefined)?.raw ?? '')

/** A name that is declared elsewhere: `a.name`, and what an import takes from a package. */
function isForeign(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'MemberExpression') return parent.property === node && parent.computed !== true
  if (parent?.type === 'ImportSpecifier') return parent.imported === node
  return parent?.type === 'JSXAttribute' || parent?.type === 'JSXMemberExpression'
}

function namesFunction(node: Node, parent: Node | undefined): boolean {
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

const unique = (findings: Finding[]): Finding[] => [
  ...new Map(findings.map((one) => [`${one.line} ${one.term} ${one.where}`, one])).values(),
]
