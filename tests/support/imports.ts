// Reads from the sources which file imports what: values and types, static and dynamic, and what is passed on.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync, Visitor } from 'vite'

export interface Import {
  /** From the project's root, with `/`. */
  from: string
  /** A file from the root, or a package's name as written. */
  to: string
  isPackage: boolean
}

const root = join(import.meta.dirname, '../..')

/** Every TypeScript source below the folder, from the project's root. */
export function sourcesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort()
}

export const readSource = (file: string): string => readFileSync(join(root, file), 'utf8')

/** @throws Error when the source cannot be parsed, or imports what only its running could tell */
export function importsOf(file: string, source: string = readSource(file)): Import[] {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const found: string[] = []
  const take = (node: { source: { value: unknown } | null }) => {
    if (node.source) found.push(String(node.source.value))
  }
  new Visitor({
    ImportDeclaration: take,
    ExportAllDeclaration: take,
    ExportNamedDeclaration: take,
    TSImportType: take,
    ImportExpression({ source: expression }) {
      if (expression.type !== 'Literal') throw new Error(`${file} imports something that only its running could tell.`)
      found.push(String(expression.value))
    },
    TSExternalModuleReference({ expression }) {
      found.push(expression.value)
    },
  }).visit(program)
  return found.map((wanted) => ({ from: file, ...target(file, wanted) }))
}

function target(file: string, wanted: string): Pick<Import, 'to' | 'isPackage'> {
  const [path] = wanted.split('?')
  const world = /^#(\w+)\/(.*)$/.exec(path ?? wanted)
  if (world) return { to: world[1] === 'tests' ? `tests/${world[2]}` : `src/${world[1]}/${world[2]}`, isPackage: false }
  if (!wanted.startsWith('.')) return { to: wanted, isPackage: true }
  const absolute = resolve(root, dirname(file), path ?? wanted)
  return { to: relative(root, absolute).replaceAll('\\', '/'), isPackage: false }
}
