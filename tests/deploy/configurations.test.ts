// The files in deploy/, checked by the programs that read them.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { deployDirectory } from '#tests/support/deploy/haproxy.ts'
import { explainMissing, findProgram, getProgram } from '#tests/support/deploy/programs.ts'
import { startEnvironment } from '#tests/support/faults/environment.ts'

const directory = mkdtempSync(join(tmpdir(), 'portal-configurations-'))
cpSync(deployDirectory, directory, { recursive: true })
afterAll(() => rmSync(directory, { recursive: true }))

const inDeploy = (path: string) => join(directory, path)
const run = (program: string, args: string[], input?: string) =>
  execFileSync(getProgram(program), args, { encoding: 'utf8', stdio: 'pipe', input })

const addresses = Object.fromEntries(
  ['PORTAL', 'POSTGRES'].flatMap((kind) => [1, 2, 3].map((n) => [`${kind}_${n}`, `127.0.0.1:300${n}`])),
)

test.for([['haproxy.cfg'], ['haproxy-postgres.cfg'], ['haproxy.cfg', 'haproxy-postgres.cfg']])(
  'HAProxy accepts %s without a warning',
  (files, { skip }) => {
    skip(!findProgram('haproxy'), explainMissing('haproxy'))
    const args = ['-c', ...files.flatMap((file) => ['-f', inDeploy(file)])]
    const { status, stderr } = spawnSync(getProgram('haproxy'), args, {
      env: { ...process.env, ...addresses },
      encoding: 'utf8',
    })
    expect({ status, warnings: stderr.split('\n').filter((line) => /WARNING|ALERT/.test(line)) }).toEqual({
      status: 0,
      warnings: [],
    })
  },
)

test('Alertmanager accepts its configuration', ({ skip }) => {
  skip(!findProgram('amtool'), explainMissing('amtool'))
  expect(run('amtool', ['check-config', inDeploy('prometheus/alertmanager.yml')])).toContain('SUCCESS')
})

test('Prometheus accepts its configuration and its rules, and they fire as their tests say', ({ skip }) => {
  skip(!findProgram('promtool'), explainMissing('promtool'))
  run('promtool', ['check', 'config', '--syntax-only', inDeploy('prometheus/prometheus.yml')])
  run('promtool', ['check', 'rules', inDeploy('prometheus/rules.yml')])
  expect(run('promtool', ['test', 'rules', inDeploy('prometheus/rules_test.yml')])).toContain('SUCCESS')
})

test("Prometheus accepts a server's metrics, and they have every metric of the rules and the board", async ({
  skip,
}) => {
  skip(!findProgram('promtool'), explainMissing('promtool'))
  const environment = await startEnvironment()
  const token = 'token-of-the-deployment-tests'
  const server = await environment.start({ METRICS_TOKEN: token })
  const response = await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const metrics = await response.text()
  await environment.close()
  run('promtool', ['check', 'metrics'], metrics)
  const used = ['prometheus/rules.yml', 'prometheus/grafana-board.json'].flatMap((file) => [
    ...readFileSync(inDeploy(file), 'utf8').matchAll(/\b(?:portal|nodejs|process)_[a-z0-9_]+/g),
  ])
  const known = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const unknown = used.map(([name]) => name.replace(/_(count|sum|bucket)$/, '')).filter((name) => !known.has(name))
  expect(new Set(unknown)).toEqual(new Set())
}, 120_000)

test('systemd accepts the units', ({ skip }) => {
  skip(!findProgram('systemd-analyze'), explainMissing('systemd-analyze'))
  const units = readdirSync(inDeploy('systemd')).map((unit) => inDeploy(`systemd/${unit}`))
  // systemd looks for the program, which stands elsewhere here.
  for (const unit of units)
    writeFileSync(unit, readFileSync(unit, 'utf8').replaceAll('/opt/portal/bin/node', process.execPath))
  const { status, stderr } = spawnSync(getProgram('systemd-analyze'), ['verify', ...units], { encoding: 'utf8' })
  const own = stderr.split('\n').filter((line) => line.includes('portal') && !line.includes('Failed to connect'))
  expect({ status, own }).toEqual({ status: 0, own: [] })
})

test('a certificate that ends within 30 days is named, also a file that is none, and one that lasts longer is not', ({
  skip,
}) => {
  skip(!findProgram('openssl'), explainMissing('openssl'))
  const certificates = mkdtempSync(join(tmpdir(), 'portal-certificates-'))
  onTestFinished(() => rmSync(certificates, { recursive: true }))
  const make = (name: string, days: number) =>
    run('openssl', [
      ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=db-1'.split(' '),
      ...[
        '-days',
        String(days),
        '-keyout',
        join(certificates, `${name}.key`),
        '-out',
        join(certificates, `${name}.crt`),
      ],
    ])
  const check = () =>
    spawnSync('bash', [inDeploy('certificates.sh'), certificates, join(certificates, 'absent')], { encoding: 'utf8' })
  make('new', 31)
  expect(check()).toMatchObject({ status: 0, stderr: '' })
  make('old', 29)
  writeFileSync(join(certificates, 'empty.crt'), '')
  const { status, stderr } = check()
  expect(status).toBe(1)
  expect(stderr.trim().split('\n').toSorted()).toEqual([
    expect.stringMatching(/empty\.crt: not a certificate$/),
    expect.stringMatching(/old\.crt: notAfter=/),
  ])
})
