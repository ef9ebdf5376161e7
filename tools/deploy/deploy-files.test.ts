// The configurations in deploy/ that need no other program to be checked.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { errors } from '#shared/messages/errors.ts'
import { serverEnvironment, serverNodeOptions } from '../run/program.mjs'

const read = (path: string) => readFileSync(path, 'utf8')
const settings = new Set([...read('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name))
const toSetting = (name: string) => (settings.has(name) ? name : name.replace(/_FILE$/, ''))

test('image and units set only what the server reads', () => {
  const names = [
    ...[...read('deploy/systemd/portal@.service').matchAll(/\b([A-Z][A-Z0-9_]+)=/g)].map(([, name]) => name),
    ...[...read('deploy/Containerfile').matchAll(/(?:^ENV | )([A-Z_]+)=/gm)].map(([, name]) => name),
  ].map((name = '') => toSetting(name))
  expect(names.length).toBeGreaterThan(10)
  // The unit's own options are not the server's.
  expect(names.filter((name) => !settings.has(name) && !/^(PATH|HOME|MALLOC_ARENA_MAX)$/.test(name))).toEqual([])
})

test("container and unit start the server with Node's options of `npm start`", () => {
  const command = ['node', ...serverNodeOptions, 'dist/server/main.js']
  expect(read('deploy/Containerfile')).toContain(`CMD [${command.map((part) => `"${part}"`).join(', ')}]`)
  expect(read('deploy/systemd/portal@.service')).toContain(` /opt/portal/bin/${command.join(' ')}\n`)
  for (const [name, value] of Object.entries(serverEnvironment))
    for (const file of ['deploy/Containerfile', 'deploy/systemd/portal@.service'])
      expect(read(file)).toContain(` ${name}=${value}`)
})

test("portal.env, which is .env.example filled in, changes nothing that the servers' unit sets", () => {
  const unit = read('deploy/systemd/portal@.service')
  expect(unit).toContain('EnvironmentFile=')
  // systemd lets the file win over Environment=; the unit's secrets are in files, and their names are not in it.
  const overridden = [...unit.matchAll(/^Environment=(.*)$/gm)]
    .flatMap(([, assignments = '']) => assignments.split(' ').map((one) => one.split('=')[0] ?? ''))
    .filter((name) => settings.has(name))
  expect(overridden).toEqual([])
  const command = /^ExecStart=((?:.*\\\n)*.*)$/m.exec(unit)?.[1] ?? ''
  for (const name of ['NODE_ENV', 'PORT', 'DATA_DIR', 'MIGRATE']) expect(command).toContain(` ${name}=`)
})

test("an export may lower its thread's priority under systemd, which would otherwise kill the server", () => {
  expect(read('src/server/load/thread-priority.ts')).toContain('setPriority(')
  const unit = read('deploy/systemd/portal@.service')
  const filters = [...unit.matchAll(/^SystemCallFilter=(.*)$/gm)].map(([, calls = '']) => calls)
  // setpriority is one of @resources; what comes later wins.
  expect(filters.indexOf('setpriority')).toBeGreaterThan(filters.findIndex((calls) => calls.includes('@resources')))
})

test("HAProxy's own replies are those of the portal: JSON with its message, and a page that says the same", () => {
  const { status, message } = errors.unavailable
  const replies = [
    ...read('deploy/haproxy.cfg').matchAll(/^ +http-error status (\d+) content-type (\S+) .*string '(.*)' hdr/gm),
  ]
  const json = replies.filter(([, , type]) => type === 'application/json')
  expect(json.map(([, code]) => code)).toEqual(['502', '503', '504'])
  for (const [, statusCode, , text = ''] of json)
    expect(JSON.parse(text)).toEqual({
      status: 'error',
      success: false,
      statusCode: Number(statusCode),
      code: 'unavailable',
      message,
    })
  const pages = replies.filter(([, , type]) => type?.includes('text/html'))
  expect(pages.map(([, code]) => code)).toEqual(['502', '503', '504'])
  for (const [, , , text] of pages) expect(text).toContain(`<p>${message}</p>`)
  expect(status).toBe(503)
})

test('Prometheus has a rule test for every alert', () => {
  const alerts = [...read('deploy/prometheus/rules.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  expect(alerts.length).toBeGreaterThan(5)
  const tested = [...read('deploy/prometheus/rules_test.yml').matchAll(/alertname: (\w+)/g)].map(([, name]) => name)
  expect(alerts.filter((alert) => !tested.includes(alert))).toEqual([])
})

test('alerts and board ask for metrics that the manual has', () => {
  const manual = read('docs/operations.md')
  const asked = ['rules.yml', 'grafana-board.json'].flatMap((file) =>
    [...read(`deploy/prometheus/${file}`).matchAll(/\bportal_[a-z_]+/g)].map(([name]) =>
      name.replace(/_(count|sum|bucket)$/, ''),
    ),
  )
  expect(asked.length).toBeGreaterThan(10)
  expect(asked.filter((name) => !manual.includes(`\`${name}`))).toEqual([])
})

test.each([
  // Whether the programs are there, and what a server says that cannot start, are no faults of their own.
  { folder: 'tests/deploy', page: 'docs/deploy.md', others: ['programs'] },
  { folder: 'tests/faults', page: 'docs/faults.md', others: ['start'] },
])('$page says what each test of $folder shows', ({ folder, page, others }) => {
  const tests = readdirSync(folder).flatMap((file) => /^([\w-]+)\.test\.ts$/.exec(file)?.[1] ?? [])
  expect(tests.length).toBeGreaterThan(5)
  expect(tests.filter((name) => !read(page).includes(`\`${name}\``))).toEqual(others)
})

test('every file of deploy/ is run by a test of deploy/', () => {
  const list = (directory: string) =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
  const sources = [...list('tests/deploy'), ...list('tests/support/deploy'), 'tools/image.mjs'].map(read).join('')
  const isRun = (file: string) =>
    sources.includes(basename(file)) || sources.includes(`readdirSync(inDeploy('${basename(dirname(file))}'))`)
  const files = list('deploy')
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => !isRun(file))).toEqual([])
})
