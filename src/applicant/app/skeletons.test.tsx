import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { paths } from '#shared/routes.ts'
import { titleAt } from './matched-routes.ts'
import { prerenderedPages } from './prerendered.tsx'
import { pageSkeletons, renderSkeleton } from './skeletons.tsx'

const routes = readFileSync(resolve('src/applicant/app/routes.tsx'), 'utf8')

/** Short pages in the layout of the login. */
const withoutOutline = [paths.updatePassword, paths.verifyNin, paths.paymentResult]

test('every other page has an outline, or is drawn when the app is built', () => {
  const drawn = [...pageSkeletons, ...prerenderedPages].map(({ path }) => path)
  expect(Object.values(paths).filter((path) => !drawn.includes(path))).toEqual(withoutOutline)
})

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
