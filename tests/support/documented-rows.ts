// Tables of the documents that name a sentence of the product, its code and its tests.
import { existsSync } from 'node:fs'

export interface DocumentedRow {
  /** The cells before the code, such as section and sentence. */
  cells: string[]
  code: string[]
  /** Files of tests. */
  tests: string[]
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
    code: listPaths(code),
    tests: listPaths(tests),
  }
}

const listPaths = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)

const isMissing = (file: string) => !existsSync(file)

/** Files that do not exist. */
export const listMissingFiles = (rows: readonly DocumentedRow[]): string[] => {
  const named = rows.flatMap(({ code, tests }) => [...code, ...tests])
  return [...new Set(named)].filter(isMissing)
}

/** Files in the column of tests that are no tests. */
export const listWrongTests = (rows: readonly DocumentedRow[]): string[] =>
  rows.flatMap(({ tests }) => tests).filter((file) => !/\.(test|spec)\.tsx?$/.test(file))
