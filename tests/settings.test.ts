// .env.example and the manual have every setting of the server, and the manual what it logs.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const findNames = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

test('.env.example has every setting that the server reads, each with an explanation, as has docs/operations.md', () => {
  const example = readFileSync('.env.example', 'utf8')
  const settings = findNames(readFileSync('src/server/config.ts', 'utf8'), /^ {2}([A-Z][A-Z0-9_]+):/gm)
  const names = findNames(example, /^([A-Z0-9_]+)=/gm)
  expect(settings.length).toBeGreaterThan(25)
  // The log's level is read before the configuration.
  expect(names.filter((name) => name !== 'LOG_LEVEL').sort()).toEqual(settings.sort())
  const manual = readFileSync('docs/operations.md', 'utf8')
  expect(settings.filter((name) => !manual.includes(`\`${name}\``))).toEqual([])
  for (const paragraph of example.split('\n\n').slice(1)) expect(paragraph).toMatch(/^# /)
})

const logged = globSync('src/server/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/\blog\.(?:warn|error|fatal)\(([^'`]*?)\s*['`]([^'`$]+)/g),
  ])
  .map(([, detail = '', message = '']) => ({ detail, message }))

test('the manual says what to do about every line that the server logs as a warning or an error', () => {
  const manual = readFileSync('docs/operations.md', 'utf8')
  expect(logged.length).toBeGreaterThan(20)
  const isStated = (message: string) => manual.includes(`\`${message.split(';')[0]?.trim()}`)
  expect(logged.map(({ message }) => message).filter((message) => !isStated(message))).toEqual([])
})

test('no line of the log has a whole error, whose message repeats what a statement was given', () => {
  expect(logged.filter(({ detail }) => /\berr\b|\berror\b(?![.)])/.test(detail))).toEqual([])
})
