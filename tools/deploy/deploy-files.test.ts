// The configurations in deploy/ that need no other program to be checked.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { errors } from '#shared/messages/errors.ts'
import { serverEnvironment, serverNodeOptions } from '../run/program.mjs'
import { manifests } from './manifests.ts'
import { renderManifests } from './render-manifests.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const settings = new Set([...read('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name))
const toSetting = (name: string) => (settings.has(name) ? name : name.replace(/_FILE$/, ''))

test('deploy/kubernetes is what `npm run manifests` writes', () => {
  const written = readdirSync('deploy/kubernetes').map((file) => [file, read(`deploy/kubernetes/${file}`)])
  expect(Object.fromEntries(written)).toEqual(renderManifests())
})

test('each manifest is one kind of resource of the portal', () => {
  const kinds = Object.values(renderManifests()).flatMap((text) =>
    parseAllDocuments(text).map((one) => one.toJS().kind),
  )
  expect(kinds).toEqual(
    expect.arrayContaining([
      'Deployment',
      'Job',
      'Service',
      'Ingress',
      'HorizontalPodAutoscaler',
      'PodDisruptionBudget',
      'Secret',
      'ConfigMap',
      'Cluster',
    ]),
  )
})

test('settings and annotations in the manifests are texts for kubectl, which reads YAML 1.1', () => {
  const written = Object.entries(renderManifests()).map(([file, text]) => [
    file,
    parseAllDocuments(text, { version: '1.1' }).map((one) => one.toJS()),
  ])
  // Undefined fields are not written.
  expect(Object.fromEntries(written)).toEqual(JSON.parse(JSON.stringify(manifests)))
})

const readManifests = () =>
  Object.values(renderManifests()).flatMap((text) => parseAllDocuments(text).map((one) => one.toJS()))

test('every secret and setting that a manifest names is among the examples', () => {
  const manifests = readManifests()
  const examples = manifests
    .filter(({ kind }) => kind === 'Secret' || kind === 'ConfigMap')
    .map(({ metadata }) => metadata.name)
  const text = JSON.stringify(manifests)
  const inPods = [...text.matchAll(/"(?:secretName|configMapRef":\{"name)":"([\w-]+)"/g)]
  const inCluster = [...text.matchAll(/"(?:secret|passwordSecret|accessKeyId|secretAccessKey)":\{"name":"([\w-]+)"/g)]
  const named = [...inPods, ...inCluster].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(6)
  // The certificate comes from the cluster's issuer.
  expect(named.filter((name) => name !== 'portal-tls' && !examples.includes(name))).toEqual([])
})

test('the pods fit the connections of their database', () => {
  const byKind = Object.fromEntries(readManifests().map((one) => [one.kind, one.spec]))
  const [, perServer] = /(\d+) with the default/.exec(read('docs/operations.md')) ?? []
  const pods = byKind.HorizontalPodAutoscaler.maxReplicas + byKind.Deployment.strategy.rollingUpdate.maxSurge
  const available = Number(byKind.Cluster.postgresql.parameters.max_connections)
  expect(pods * Number(perServer)).toBeLessThan(available)
})

test('containers, units and manifests set only what the server reads', () => {
  const compose = parse(read('deploy/compose.yaml'), { merge: true })
  const [deployment] = parseAllDocuments(renderManifests()['deployment.yaml'] ?? '').map((one) => one.toJS())
  const [configMap] = parseAllDocuments(renderManifests()['settings.example.yaml'] ?? '').map((one) => one.toJS())
  const names = [
    ...Object.keys(compose['x-portal'].environment),
    ...Object.keys(compose.services.migrate.environment),
    ...Object.keys(configMap.data),
    ...deployment.spec.template.spec.containers[0].env.map(({ name }: { name: string }) => name),
    ...[...read('deploy/systemd/portal@.service').matchAll(/\b([A-Z][A-Z0-9_]+)=/g)].map(([, name]) => name),
    ...[...read('deploy/Containerfile').matchAll(/(?:^ENV | )([A-Z_]+)=/gm)].map(([, name]) => name),
  ].map(toSetting)
  expect(names.length).toBeGreaterThan(30)
  // The unit's own options are not the server's.
  expect(names.filter((name) => !settings.has(name) && !/^(PATH|HOME|MALLOC_ARENA_MAX)$/.test(name))).toEqual([])
})

test("container and unit start the server with Node's options of `npm start`", () => {
  const command = ['node', ...serverNodeOptions, 'dist/server/main.js']
  expect(read('deploy/Containerfile')).toContain(`CMD [${command.map((part) => `"${part}"`).join(', ')}]`)
  expect(read('deploy/systemd/portal@.service')).toContain(` ${command.join(' ')}\n`)
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
  for (const alert of alerts) expect(read('deploy/prometheus/rules_test.yml')).toContain(`alertname: ${alert}`)
})
