// Finds code whose safety depends on what is put into it: SQL and program calls built from text, and the like.
import { parseSync, Visitor } from 'vite'
import { readSource, sourcesBelow } from './imports.ts'

export const programFiles = (...folders: string[]): string[] =>
  folders.flatMap(sourcesBelow).filter((file) => !/\.test\.tsx?$/.test(file))

const statement =
  /^\s*(select|insert|update|delete|with|create|alter|drop|grant|revoke|declare|set|truncate|lock|listen|copy|fetch)\b/i

/** What is inserted into the text of SQL statements; a tag such as drizzle's `sql` makes parameters of it, so it is left out. */
export function findInsertionsIntoSql(file: string, source: string = readSource(file)): string[] {
  const tagged = new Set<unknown>()
  const found: string[] = []
  const add = (node: { start: number; end: number }) => found.push(`${file}: ${source.slice(node.start, node.end)}`)
  new Visitor({
    TaggedTemplateExpression({ quasi }) {
      tagged.add(quasi)
    },
    TemplateLiteral(node) {
      if (!tagged.has(node) && statement.test(node.quasis[0]?.value.cooked ?? '')) node.expressions.forEach(add)
    },
    BinaryExpression({ operator, left, right }) {
      if (operator === '+' && left.type === 'Literal' && statement.test(String(left.value))) add(right)
    },
    MemberExpression(node) {
      const { object, property } = node
      if (object.type === 'Identifier' && object.name === 'sql' && 'name' in property && property.name === 'raw')
        add(node)
    },
  }).visit(parseSync(file, source).program)
  return found
}

/** `file: text` of each match; comments count too. */
export const findText = (pattern: RegExp, files: readonly string[]): string[] =>
  files.flatMap((file) => [...readSource(file).matchAll(pattern)].map(([text]) => `${file}: ${text}`))
