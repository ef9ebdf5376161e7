// `npm run bench`: what the product does in a second, against what this machine could do with the same work by hand, in
// the same minute; then the bytes of its pages. `npm run bench -- login upload` measures the named parts only, and
// `npm run bench -- rush` lets a crowd in.
import { spawnSync } from 'node:child_process'
import { prepareCode } from '../scripts/run/prepare.mjs'
import { runCommand } from '../scripts/setup/failure.mjs'
import { inProject, root } from '../scripts/setup/project.mjs'
import { reportBytes } from './bytes.mjs'

await runCommand(async () => {
  await prepareCode()
  const [first, ...others] = process.argv.slice(2)
  const program = first === 'rush' ? ['rush.ts', ...others] : ['measure.ts', ...process.argv.slice(2)]
  const measure = ['--import', 'tsx', inProject(`bench/${program[0]}`), ...program.slice(1)]
  const { status } = spawnSync(process.execPath, measure, { cwd: root, stdio: 'inherit' })
  console.log()
  const isLight = await reportBytes()
  process.exit(status === 0 && isLight ? 0 : 1)
})
