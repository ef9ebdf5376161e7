// `npm run bench`: what the product does in a second, against what this machine could do with the same work by hand, in
// the same minute; then the bytes of its pages. `npm run bench -- login upload` measures the named parts only.
import { spawnSync } from 'node:child_process'
import { prepareCode } from '../scripts/run/prepare.mjs'
import { runCommand } from '../scripts/setup/failure.mjs'
import { inProject, root } from '../scripts/setup/project.mjs'
import { reportBytes } from './bytes.mjs'

await runCommand(async () => {
  await prepareCode()
  const measure = ['--import', 'tsx', inProject('bench/measure.ts'), ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, measure, { cwd: root, stdio: 'inherit' })
  console.log()
  const isLight = await reportBytes()
  process.exit(status === 0 && isLight ? 0 : 1)
})
