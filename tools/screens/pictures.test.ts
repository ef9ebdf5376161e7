import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../setup/project.mjs'
import { pictures } from './pictures.mjs'

const readSize = (name: string) => statSync(inProject(`docs/pictures/${name}.webp`)).size
const listUsed = (file: string) =>
  [...readFileSync(inProject(file), 'utf8').matchAll(/pictures\/([\w-]+)\.webp/g)].map(([, name = '']) => name)

test('the README shows the product in six pictures of at most 400 kB together', () => {
  const used = listUsed('README.md')
  expect(new Set(used).size).toBe(6)
  expect(used.map(readSize).reduce((sum, size) => sum + size)).toBeLessThanOrEqual(400_000)
})

test('each picture comes from a screenshot and is in README or guide', () => {
  const names = Object.keys(pictures).sort()
  expect(readdirSync(inProject('docs/pictures')).sort()).toEqual(names.map((name) => `${name}.webp`))
  expect([...new Set([...listUsed('README.md'), ...listUsed('docs/registry-guide.md')])].sort()).toEqual(names)
})
