// A regular expression that backtracks lets one long text stop the whole server.
import { check } from 'recheck'
import { expect, test } from 'vitest'
import { sourcesBelow } from './support/imports.ts'
import { findRegularExpressions, type RegularExpression } from './support/regular-expressions.ts'

const isProgram = (file: string) => !/\.test\.tsx?$/.test(file)

/** Steps are counted, which a busy machine does not change. By time it would find attacks that only had to wait. */
const limits = { timeout: 60_000, incubationTimeout: null, attackTimeout: null, randomSeed: 1 }

/** Those that take more than linear time on some text, or cannot be checked in a minute. */
async function findVulnerable(expressions: RegularExpression[]): Promise<string[]> {
  const distinct = new Map(expressions.map((one) => [`/${one.pattern}/${one.flags}`, one]))
  const vulnerable: string[] = []
  // One after the other: all at once take ten times as long.
  for (const [text, { file, pattern, flags }] of distinct) {
    const result = await check(pattern, flags, limits)
    if (result.status === 'safe') continue
    vulnerable.push(`${file}: ${text} ${result.status === 'vulnerable' ? result.complexity.summary : result.status}`)
  }
  return vulnerable
}

test('V1.3.12 V15.2.2 no regular expression takes more than linear time on any text', async () => {
  const expressions = ['src/shared', 'src/server', 'src/demo', 'src/kit', 'src/applicant', 'src/staff']
    .flatMap(sourcesBelow)
    .filter(isProgram)
    .flatMap((file) => findRegularExpressions(file))
  expect(expressions.length).toBeGreaterThan(100)
  expect(await findVulnerable(expressions)).toEqual([])
}, 300_000)

test('V1.2.9 the check finds literals, built expressions, and those that it cannot read', async () => {
  const source = `text.replace(/\\/+$/, ''); new RegExp('(a+)+$', 'i'); RegExp(\`^\${base}x*x*$\`)`
  const found = findRegularExpressions('src/a.ts', source)
  expect(found.map(({ pattern }) => pattern)).toEqual(['\\/+$', '(a+)+$', '^insertedx*x*$'])
  expect(await findVulnerable(found)).toHaveLength(3)
  expect(() => findRegularExpressions('src/a.ts', 'new RegExp(request.query.filter)')).toThrow('cannot be checked')
})
