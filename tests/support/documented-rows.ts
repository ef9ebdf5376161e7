// Tables of the documents that name a sentence of the product, its code and its tests.
import { existsSync, readFileSync } from 'node:fs'

export interface DocumentedRow {
  /** The cells before the code, such as section and sentence. */
  cells: string[]
  code: string[]
  tests: { file: string; title: string }[]
}

/** @param cellCount cells before those of code and test @throws Error for a row with another number of cells */
export function readDocumentedRow(line: string, cellCount: number): DocumentedRow {
  const all = line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
  if (all.length !== cellCount + 2) throw new Error(`This row has ${all.length} cells: ${line}`)
  const [code = '', tests = ''] = all.slice(cellCount)
  return {
    cells: all.slice(0, cellCount),
    code: [...code.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    tests: [...tests.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title })),
  }
}

/** The title appears in quotes, followed by the test's function. */
const isTested = (file: string, title: string) =>
  [`'${title}', `, `"${title}", `, `\`${title}\`, `].some((named) =>
    readFileSync(file, 'utf8').replace(/\s+/g, ' ').includes(named),
  )

const isMissing = (file: string) => !existsSync(file)

/** Files that do not exist. */
export const listMissingFiles = (rows: readonly DocumentedRow[]): string[] => {
  const named = rows.flatMap(({ code, tests }) => [...code, ...tests.map(({ file }) => file)])
  return [...new Set(named)].filter(isMissing)
}

/** Tests that do not stand in their file, and files that are no tests. */
export const listMissingTests = (rows: readonly DocumentedRow[]) =>
  rows
    .flatMap(({ tests }) => tests)
    .filter(({ file, title }) => !/\.(test|spec)\.tsx?$/.test(file) || isMissing(file) || !isTested(file, title))
