// Finds every regular expression of a source file, literal or built.
import { type ESTree, parseSync, Visitor } from 'vite'
import { readSource } from './imports.ts'

export interface RegularExpression {
  file: string
  pattern: string
  flags: string
}

/** @throws Error for an expression that is built from more than constants, since nobody can check it */
export function findRegularExpressions(file: string, source: string = readSource(file)): RegularExpression[] {
  const found: RegularExpression[] = []
  const addBuilt = ({ callee, arguments: args }: ESTree.NewExpression | ESTree.CallExpression) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
    const [pattern, flags = ''] = args.map((argument) => readConstant(file, argument as ESTree.Expression))
    found.push({ file, pattern: pattern ?? '', flags })
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ file, ...node.regex })
    },
    NewExpression: addBuilt,
    CallExpression: addBuilt,
  }).visit(parseSync(file, source).program)
  return found
}

/** The text of a literal; what a template inserts counts as ordinary text. */
function readConstant(file: string, node: ESTree.Expression): string {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral' && node.expressions.every(({ type }) => type === 'Identifier'))
    return node.quasis.map(({ value }) => value.cooked).join('inserted')
  throw new Error(`${file} builds a regular expression that cannot be checked.`)
}
