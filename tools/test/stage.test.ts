import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { inProject } from '../setup/project.mjs'

const stageModule = inProject('tools/test/stage.mjs')

/** Runs made-up parts in a process of its own. Each is a script that writes at `writesAtMs` and exits with `code`. */
function runParts(...parts: { name: string; writesAtMs: number[]; code?: number }[]) {
  const described = parts.map(({ name, writesAtMs, code = 0 }) => {
    const writes = writesAtMs.map((ms) => `setTimeout(() => console.log('${name} at ${ms}'), ${ms})`)
    return { name, script: [...writes, `process.exitCode = ${code}`].join('\n') }
  })
  const program = `
    import { runStage } from ${JSON.stringify(stageModule)}
    const parts = ${JSON.stringify(described)}
    const count = (_, exitCode) => ({ passed: 0, failed: exitCode, skipped: 0 })
    const results = await runStage(parts.map(({ name, script }) => ({ name, command: ['--eval', script], count })), 60_000)
    console.log(results.map(({ name, counts }) => name + ' failed ' + counts.failed).join(', '))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean)
}

test('parts that run at the same time print one after the other, and each has its own result', () => {
  expect(
    runParts(
      { name: 'made-up-1', writesAtMs: [0, 400] },
      { name: 'made-up-2', writesAtMs: [0, 600], code: 3 },
      { name: 'made-up-3', writesAtMs: [200] },
    ),
  ).toEqual([
    '=== made-up-1',
    'made-up-1 at 0',
    'made-up-1 at 400',
    '=== made-up-2',
    'made-up-2 at 0',
    'made-up-2 at 600',
    '=== made-up-3',
    'made-up-3 at 200',
    'made-up-1 failed 0, made-up-2 failed 3, made-up-3 failed 0',
  ])
})
