// Measures the functions of a source: how many lines they have, and how many ways lead through them.
import { parseSync } from 'vite'

export interface FunctionSize {
  file: string
  line: number
  lines: number
  /** Cyclomatic complexity: 1 and the number of branches, without those of inner functions. */
  complexity: number
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const branches = new Set([
  'IfStatement',
  'ConditionalExpression',
  'LogicalExpression',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'DoWhileStatement',
  'CatchClause',
])

/** @throws Error when the source cannot be parsed */
export function measureFunctions(file: string, source: string): FunctionSize[] {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const sizes: FunctionSize[] = []
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length

  function visit(value: unknown, enclosing: FunctionSize | undefined): void {
    if (Array.isArray(value)) for (const one of value) visit(one, enclosing)
    if (!isNode(value)) return
    let current = enclosing
    if (isFunction(value)) {
      const line = lineAt(value.start)
      current = { file, line, lines: lineAt(value.end) - line + 1, complexity: 1 }
      sizes.push(current)
    } else if (current && isBranch(value)) current.complexity += 1
    for (const child of Object.values(value)) if (child && typeof child === 'object') visit(child, current)
  }

  visit(program, undefined)
  return sizes
}

const isFunction = (node: Node) => node.type.includes('Function') && Boolean(node.body)
const isBranch = (node: Node) => branches.has(node.type) || (node.type === 'SwitchCase' && Boolean(node.test))

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
