import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { markShapes } from './mark.ts'

test('the logo of documents has the shapes and colours of the web app', () => {
  const source = readFileSync('src/kit/ui/layout/mark.tsx', 'utf8')
  const paths = [...source.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path)
  expect(markShapes.map(({ path }) => path)).toEqual(paths)
  for (const { fill, stroke } of markShapes) expect(source).toContain((fill ?? stroke ?? '').replace('#ffffff', '#fff'))
})
