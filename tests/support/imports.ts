// Finds the imports and re-exports of a source file: values and types, static and dynamic.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync, Visitor } from 'vite'

export interface Import {
  /** Path from the project's root, with `/`. */
  from: string
  /** Path from the root, or a package's name. */
  to: string
  isPackage: boolean
}

const root = join(import.meta.dirname, '../..')

/** Paths of every TypeScript source in the folder, from the project's root. */
export function sourcesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort()
}

export const readSource = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The renderer that the server imports is made by the build: there is no source at that path. */
const importsWhatIsBuilt = new Set(['src/server/platform/pages/rendered-pages.ts'])

/** @throws Error when the source cannot be parsed, or when the path of an import is not a literal */
export function importsOf(file: string, source: string = readSource(file)): Import[] {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const found: string[] = []
  const addSource = (node: { source: { value: unknown } | null }) => {
    if (node.source) found.push(String(node.source.value))
  }
  new Visitor({
    ImportDeclaration: addSource,
    ExportAllDeclaration: addSource,
    ExportNamedDeclaration: addSource,
    TSImportType: addSource,
    ImportExpression({ source: expression }) {
      if (importsWhatIsBuilt.has(file)) return
      if (expression.type !== 'Literal') throw new Error(`${file} has an import whose path is not a literal.`)
      found.push(String(expression.value))
    },
    TSExternalModuleReference({ expression }) {
      found.push(expression.value)
    },
  }).visit(program)
  return found.map((specifier) => ({ from: file, ...resolveImport(file, specifier) }))
}

function resolveImport(file: string, specifier: string): Pick<Import, 'to' | 'isPackage'> {
  const [path] = specifier.split('?')
  const alias = /^#(\w+)\/(.*)$/.exec(path ?? specifier)
  if (alias) return { to: alias[1] === 'tests' ? `tests/${alias[2]}` : `src/${alias[1]}/${alias[2]}`, isPackage: false }
  if (!specifier.startsWith('.')) return { to: specifier, isPackage: true }
  const absolute = resolve(root, dirname(file), path ?? specifier)
  return { to: relative(root, absolute).replaceAll('\\', '/'), isPackage: false }
}
