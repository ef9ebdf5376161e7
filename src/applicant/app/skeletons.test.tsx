import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { titleAt } from './matched-routes.ts'
import { pageSkeletons, renderSkeleton } from './skeletons.tsx'

const routes = readFileSync(resolve('src/applicant/app/routes.tsx'), 'utf8')

test.each(pageSkeletons)('the outline of $path belongs to the page of that route', ({ path, sources }) => {
  for (const source of sources) {
    expect(() => readFileSync(resolve('src/applicant', source))).not.toThrow()
    expect(routes, source).toContain(`/${basename(source)}')`)
  }
  expect(titleAt(path)).not.toBe('')
  document.body.innerHTML = renderSkeleton(path)
  expect(document.querySelectorAll('h1')).toHaveLength(1)
  // Nothing listens to them yet.
  expect(document.querySelectorAll('button:not([disabled])')).toHaveLength(0)
})
