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

test('the manual of the staff shows the way from the seats to the offers in pictures of at most 300 kB together', () => {
  const used = listUsed('docs/back-office.md')
  expect(used).toEqual(['staff-seating', 'staff-door', 'staff-results', 'staff-interview', 'staff-offers'])
  expect(used.map(readSize).reduce((sum, size) => sum + size)).toBeLessThanOrEqual(300_000)
})

test('each picture comes from a screenshot and is in README, guide or manual', () => {
  const names = Object.keys(pictures).sort()
  expect(readdirSync(inProject('docs/pictures')).sort()).toEqual(names.map((name) => `${name}.webp`))
  const used = ['README.md', 'docs/registry-guide.md', 'docs/back-office.md'].flatMap(listUsed)
  expect([...new Set(used)].sort()).toEqual(names)
})
