import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** What a program prints that runs without some of what browsers have. */
const runWithout = (missing: string, program: string) =>
  JSON.parse(
    execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', `${missing}; ${program}`], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    }),
  )

test('older browsers get what they lack, and keep what they have', () => {
  const printed = runWithout(
    'delete String.prototype.at; delete Object.hasOwn; const own = Array.prototype.at',
    `const lacks = [!String.prototype.at, !Object.hasOwn]
    await import('./older-browsers.ts')
    console.log(JSON.stringify({
      lacks,
      at: [-3, -1, 0, 1.9, 3].map((index) => 'abc'.at(index) ?? null),
      hasOwn: ['own', 'toString'].map((key) => Object.hasOwn({ own: undefined }, key)),
      ofNoPrototype: Object.hasOwn(Object.create(null), 'own'),
      isOwnUsed: Array.prototype.at === own,
      listed: [...Object.keys(Object), ...Object.keys(String.prototype)],
    }))`,
  )
  expect(printed).toEqual({
    lacks: [true, true],
    at: ['a', 'c', 'a', 'b', null],
    hasOwn: [true, false],
    ofNoPrototype: false,
    isOwnUsed: true,
    // Nothing that goes through all keys meets them.
    listed: [],
  })
})
