// `npm run bench`: measures the product's rates against a minimal baseline server, then the bytes of its pages.
// `npm run bench -- login upload` measures the named cases only, `npm run bench -- spike` simulates a load spike,
// `npm run bench -- pages` opens pages on a slow line (`-- pages dashboard`: one of them), and
// `npm run bench -- attacks` shows how long /healthz takes while somebody attacks, `npm run bench -- staff` compares the
// staff's list of applicants among a million accounts with 10,000, and `npm run bench -- growth` the applicants' calls and
// the nightly jobs with a whole exercise in the database. `npm run bench -- servers` sends the same calls through HAProxy to
// one, two and four servers, `npm run bench -- export` and `-- settlement` show what applicants notice of them, and
// `npm run bench -- start` starts the demo. BENCH_DATA=<directory> keeps those databases for the next run.
import { spawnSync } from 'node:child_process'
import { prepareCode } from '../run/prepare.mjs'
import { runCommand } from '../setup/failure.mjs'
import { inProject, root } from '../setup/project.mjs'
import { reportBytes } from './bytes.mjs'

await runCommand(async () => {
  await prepareCode()
  const [first, ...others] = process.argv.slice(2)
  const isProgram = [
    'spike',
    'pages',
    'attacks',
    'staff',
    'export',
    'settlement',
    'growth',
    'servers',
    'start',
  ].includes(first ?? '')
  const program = isProgram ? [`${first}.ts`, ...others] : ['measure.ts', ...process.argv.slice(2)]
  const measure = ['--import', 'tsx', inProject(`tools/bench/${program[0]}`), ...program.slice(1)]
  const { status } = spawnSync(process.execPath, measure, { cwd: root, stdio: 'inherit' })
  console.log()
  const isLight = await reportBytes()
  process.exit(status === 0 && isLight ? 0 : 1)
})
