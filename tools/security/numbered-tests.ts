// Finds the tests whose titles name requirements of ASVS, such as `V6.2.4 the most common passwords are refused`.
import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'
import { inProject, root } from '../setup/project.mjs'

export interface NumberedTest {
  /** The numbers at the beginning of the title. */
  ids: string[]
  /** The rest of the title. What `test.each` and templates insert is `…`. */
  title: string
  /** Path from the project's root, with `/`. */
  file: string
}

const testFiles = ['src/**/*.test.{ts,tsx}', 'tests/**/*.{test,spec}.ts', 'tools/**/*.test.ts']

/** Of all test files, in the order of their paths. */
export const findAllNumberedTests = (): NumberedTest[] =>
  globSync(testFiles, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .flatMap((file) => findNumberedTests(file, readFileSync(inProject(file), 'utf8')))

/** Titles of `test`, `describe` and their variants such as `test.each`; a skipped test proves nothing. */
export function findNumberedTests(file: string, source: string): NumberedTest[] {
  const found: NumberedTest[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!title || !isTest(callee)) return
      const { ids, rest } = splitTitle(readText(title))
      if (ids.length > 0) found.push({ ids, title: rest, file })
    },
  }).visit(parseSync(file, source).program)
  return found
}

function isTest(callee: ESTree.Expression): boolean {
  if (callee.type === 'Identifier') return callee.name === 'test' || callee.name === 'describe'
  if (callee.type === 'CallExpression') return isTest(callee.callee)
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  return !['skip', 'todo'].includes(callee.property.name) && isTest(callee.object)
}

function readText(node: ESTree.Argument): string {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('…')
  return ''
}

const number = /^V\d+\.\d+\.\d+$/

function splitTitle(title: string) {
  const parts = title.split(' ')
  const count = parts.findIndex((part) => !number.test(part))
  const ids = count < 0 ? parts : parts.slice(0, count)
  return {
    ids,
    rest: parts
      .slice(ids.length)
      .join(' ')
      .replace(/%[sijdof]/g, '…'),
  }
}
