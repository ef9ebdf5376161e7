// Checks who may import whom (docs/architecture.md), and the names of files.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { type Import, importsOf, readSource, sourcesBelow } from '#tests/support/imports.ts'

interface ImportRule {
  /** A folder, ending in `/`, or a file; `<feature>` matches one feature's name. */
  from: string
  /** What it may import besides its own folder. */
  may: string[]
}

const ports = [
  'src/server/providers/files/inspect/inspection-result.ts',
  'src/server/providers/files/export/table-exporter.ts',
  'src/server/providers/files/store/archive.ts',
  'src/server/providers/files/store/file-store.ts',
  'src/server/providers/files/inspect/file-inspector.ts',
  'src/server/providers/files/tables/parse-csv.ts',
  'src/server/providers/files/tables/read-list.ts',
  'src/server/providers/files/tables/table-reader.ts',
  'src/server/providers/files/scan/virus-scanner.ts',
  'src/server/providers/mail/emails.ts',
  'src/server/providers/mail/emails/template.ts',
  'src/server/providers/mail/mailer.ts',
  'src/server/providers/nin/nin-register.ts',
  'src/server/providers/payment/notification.ts',
  'src/server/providers/payment/payment-gateway.ts',
]

const foundations = [
  'src/shared/forms/',
  'src/shared/reference-data/',
  'src/shared/policy/',
  'src/shared/format/',
  'src/shared/messages/',
  'src/shared/routes.ts',
]
const platform = 'src/server/platform'
const http = 'src/server/http'
const database = 'src/server/database'
const load = 'src/server/load/'
const appError = 'src/server/app-error.ts'

// The first rule that matches a file applies.
const rules: ImportRule[] = [
  { from: 'src/shared/forms/', may: [] },
  { from: 'src/shared/reference-data/', may: foundations },
  { from: 'src/shared/policy/', may: foundations },
  { from: 'src/shared/format/', may: foundations },
  { from: 'src/shared/messages/', may: foundations },
  { from: 'src/shared/routes.ts', may: [] },
  { from: 'src/shared/application/', may: foundations },
  { from: 'src/shared/slips/', may: foundations },
  { from: 'src/shared/roles/', may: foundations },
  { from: 'src/shared/decisions/', may: [...foundations, 'src/shared/application/', 'src/shared/roles/'] },
  {
    from: 'src/shared/staff/',
    may: [...foundations, 'src/shared/application/', 'src/shared/decisions/', 'src/shared/roles/'],
  },
  {
    from: 'src/shared/lists/',
    may: [...foundations, 'src/shared/application/', 'src/shared/decisions/', 'src/shared/roles/', 'src/shared/staff/'],
  },
  {
    from: 'src/shared/api/',
    may: [
      ...foundations,
      'src/shared/application/',
      'src/shared/decisions/',
      'src/shared/lists/',
      'src/shared/roles/',
      'src/shared/staff/',
    ],
  },

  { from: appError, may: ['src/shared/messages/'] },
  { from: `${database}/`, may: ['src/shared/'] },
  // SQL that several features share.
  { from: 'src/server/domain/', may: ['src/shared/', appError, `${database}/`] },
  // Reads every list of the staff; a feature gives it the SQL.
  {
    from: 'src/server/lists/',
    may: ['src/shared/', appError, `${http}/`, `${database}/`, 'src/server/domain/', ...ports],
  },
  { from: `${platform}/embedded-postgres/`, may: [] },
  { from: `${platform}/encryption/`, may: ['src/shared/format/', load] },
  { from: load, may: [appError] },
  { from: `${platform}/queue/`, may: ['src/shared/', `${database}/errors.ts`] },
  {
    from: `${platform}/audit/`,
    may: ['src/shared/', `${http}/client-network.ts`, `${http}/refusal.ts`, `${database}/`, `${platform}/queue/`],
  },
  { from: `${http}/`, may: ['src/shared/', appError, load] },
  { from: `${platform}/pages/`, may: ['src/shared/', appError, `${http}/`] },
  { from: `${platform}/ops/`, may: ['src/shared/', appError, `${http}/`, load] },
  {
    from: 'src/server/providers/files/export/',
    may: [
      'src/shared/',
      `${database}/`,
      `${platform}/encryption/encryption.ts`,
      load,
      'src/server/providers/files/store/archive.ts',
    ],
  },
  { from: 'src/server/providers/', may: ['src/shared/', load] },
  { from: 'src/server/documents/', may: ['src/shared/', appError, load] },
  {
    from: 'src/server/features/<feature>/',
    may: [
      'src/shared/',
      appError,
      `${http}/`,
      `${platform}/audit/`,
      `${database}/`,
      'src/server/domain/',
      'src/server/lists/',
      `${platform}/encryption/`,
      load,
      `${platform}/pages/etag.ts`,
      `${platform}/queue/queue.ts`,
      'src/server/documents/',
      ...ports,
      'src/server/features/<other>/service.ts',
      // For its type only: features are given their settings.
      'src/server/config.ts',
    ],
  },
  // The composition of features: app, program and commands.
  { from: 'src/server/', may: ['src/server/', 'src/shared/'] },
  { from: 'src/demo/', may: ['src/demo/', 'src/server/', 'src/shared/'] },

  // The kit knows no audience: neither calls nor pages.
  { from: 'src/kit/ui/', may: [...foundations, 'src/kit/browser/', 'src/kit/http/'] },
  { from: 'src/kit/http/', may: [...foundations, 'src/kit/', 'src/shared/api/contract.ts'] },
  { from: 'src/kit/', may: [...foundations, 'src/kit/'] },

  { from: 'src/applicant/storage.ts', may: ['src/shared/'] },
  { from: 'src/applicant/http/', may: ['src/shared/', 'src/kit/', 'src/applicant/offline/'] },
  { from: 'src/applicant/offline/', may: ['src/shared/', 'src/kit/'] },
  { from: 'src/applicant/uploads/', may: ['src/shared/', 'src/kit/', 'src/applicant/http/', 'src/applicant/offline/'] },
  {
    from: 'src/applicant/entities/',
    may: [
      'src/shared/',
      'src/kit/',
      'src/applicant/storage.ts',
      'src/applicant/http/',
      'src/applicant/offline/',
      'src/applicant/uploads/',
    ],
  },
  { from: 'src/applicant/form/', may: ['src/shared/forms/', 'src/kit/ui/', 'src/kit/routing/', 'src/kit/browser/'] },
  {
    from: 'src/applicant/features/<feature>/',
    may: [
      'src/shared/',
      'src/kit/',
      'src/applicant/storage.ts',
      'src/applicant/entities/',
      'src/applicant/form/',
      'src/applicant/http/',
      'src/applicant/offline/',
      'src/applicant/uploads/',
    ],
  },
  { from: 'src/applicant/', may: ['src/applicant/', 'src/kit/', 'src/shared/'] },

  { from: 'src/staff/http/', may: ['src/shared/', 'src/kit/'] },
  { from: 'src/staff/entities/', may: ['src/shared/', 'src/kit/', 'src/staff/http/'] },
  { from: 'src/staff/list/', may: ['src/shared/', 'src/kit/', 'src/staff/http/', 'src/staff/entities/'] },
  {
    from: 'src/staff/features/<feature>/',
    may: ['src/shared/', 'src/kit/', 'src/staff/http/', 'src/staff/entities/', 'src/staff/list/'],
  },
  { from: 'src/staff/', may: ['src/staff/', 'src/kit/', 'src/shared/'] },

  { from: 'src/simulators/', may: [] },
]

const sources = sourcesBelow('src')
const program = sources.filter((file) => !/\.test\.tsx?$/.test(file))
const imports = program.flatMap((file) => importsOf(file))

/** What is wrong with an import; undefined when a rule allows it. */
function checkImport({ from, to, isPackage }: Import): string | undefined {
  const rule = rules.find((one) => toPattern(one.from).test(from))
  if (!rule) return `${from} has no rule`
  if (isPackage)
    return from.startsWith('src/shared/') && to !== 'zod' ? `${from} imports ${to}: only zod may` : undefined
  const own = toPattern(rule.from).exec(from)?.[0] ?? from
  if (to.startsWith(own)) return undefined
  return rule.may.some((place) => toPattern(place).test(to)) ? undefined : `${from} imports ${to}`
}

const toPattern = (place: string): RegExp =>
  new RegExp(`^${place.replaceAll('.', '\\.').replace(/<\w+>/, '[^/]+')}${place.endsWith('/') ? '' : '$'}`)

test('every import follows a rule', () => {
  expect(imports.map(checkImport).filter(Boolean)).toEqual([])
})

test('every imported file exists or is a style or data', () => {
  const known = new Set(sources)
  const unknown = imports.filter(
    ({ to, isPackage }) => !isPackage && !known.has(to) && !/\.(css|json|js|svg)$/.test(to),
  )
  expect(unknown).toEqual([])
})

test('no file imports itself by way of others', () => {
  expect(findCycles(imports.filter((one) => !one.isPackage))).toEqual([])
})

test('no folder imports itself by way of its neighbors', () => {
  const places = Map.groupBy(imports.filter((one) => !one.isPackage).flatMap(toFolders), ({ from }) =>
    from.slice(0, from.lastIndexOf('/')),
  )
  expect([...places.values()].flatMap(findCycles)).toEqual([])
})

/** The import as one between two folders that stand beside each other; none when they do not. */
function toFolders({ from, to }: Import): Import[] {
  const [source, target] = [from.split('/'), to.split('/')]
  const depth = source.findIndex((name, at) => name !== target[at])
  if (depth < 0 || depth >= source.length - 1 || depth >= target.length - 1) return []
  const cut = (path: string[]) => path.slice(0, depth + 1).join('/')
  return [{ from: cut(source), to: cut(target), isPackage: false }]
}

test('only the stores of a feature contain SQL', () => {
  const isServiceOrRoute = (file: string) => file.startsWith('src/server/features/') && !file.endsWith('store.ts')
  const builders = imports.filter(({ from, to }) => isServiceOrRoute(from) && /^drizzle-orm/.test(to))
  const queries = program.filter((file) => isServiceOrRoute(file) && /\.query\(|\bsql`/.test(readSource(file)))
  expect([...builders.map(({ from }) => from), ...queries]).toEqual([])
})

test('the limit of a field of the staff has a name, which the schema of its call uses', () => {
  const numbers = program.filter((file) => file.startsWith('src/staff/') && /maxLength=\{\d/.test(readSource(file)))
  expect(numbers).toEqual([])
})

test('an exported name has one owner', () => {
  const owners = Map.groupBy(
    program.flatMap((file) => findExports(readSource(file)).map((name) => ({ name, file }))),
    ({ name }) => name,
  )
  const shared = [...owners].filter(([name, places]) => places.length > 1 && !sharedNames.has(name))
  expect(shared.map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`)).toEqual([])
})

test('a source file that a document names exists', () => {
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
  const documents = tracked.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md')
  const named = documents.flatMap((document) =>
    [...readSource(document).matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql|css))`/g)].map(([, name = '']) => ({
      document,
      name,
    })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !tracked.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([])
})

test('file names say what the file contains', () => {
  const empty = /(^|[/-])(utils?|helpers?|misc)([./-]|$)|(^|\/)(common|index)([./]|$)/
  expect([...sources, ...sourcesBelow('tests')].filter((file) => empty.test(file))).toEqual([])
})

test('these tests found sources, imports and a file for every rule', () => {
  expect(program.length).toBeGreaterThan(200)
  expect(imports.length).toBeGreaterThan(1000)
  for (const { from } of rules)
    expect(
      program.some((file) => toPattern(from).test(file)),
      from,
    ).toBe(true)
})

test('every syntax of an import is found', () => {
  const source = `
    import a from '#server/a.ts'
    import type { B } from '#server/b.ts'
    import '#server/c.ts'
    export * from '#server/d.ts'
    export { e } from '#server/e.ts'
    export type { F } from '#server/f.ts'
    const g = await import('#server/g.ts')
    type H = import('#server/h.ts').H
    import i = require('#server/i.ts')
    import json from '../j.json' with { type: 'json' }
    import raw from './k.css?inline'
  `
  expect(importsOf('src/kit/ui/made-up.tsx', source).map(({ to }) => to)).toEqual([
    ...[...'abcdefghi'].map((name) => `src/server/${name}.ts`),
    'src/kit/j.json',
    'src/kit/ui/k.css',
  ])
  expect(() => importsOf('src/kit/ui/made-up.ts', 'import(place)')).toThrow('whose path is not a literal')
})

test.each([
  ['src/kit/ui/actions/button.tsx', 'src/applicant/http/call.ts'],
  ['src/kit/http/client.ts', 'src/shared/api/applicant/calls.ts'],
  ['src/kit/query/use-action.ts', 'src/staff/http/staff-call.ts'],
  ['src/staff/features/publications/publication-page.tsx', 'src/staff/features/reviews/case-view.tsx'],
  ['src/staff/features/applicants/files.tsx', 'src/staff/app/navigation.ts'],
  ['src/staff/http/staff-call.ts', 'src/staff/entities/session/passkeys.ts'],
  ['src/staff/entities/file/file-viewer.tsx', 'src/staff/list/staff-list.tsx'],
  ['src/staff/list/staff-list.tsx', 'src/staff/features/emails/emails-page.tsx'],
  ['src/staff/main.tsx', 'src/applicant/app/app.tsx'],
  ['src/applicant/features/auth/login-page.tsx', 'src/applicant/features/payments/request-rrr/payment-page.tsx'],
  ['src/applicant/http/credentials.ts', 'src/applicant/entities/session/session.ts'],
  ['src/applicant/http/call.ts', 'src/server/config.ts'],
  ['src/server/features/payments/service.ts', 'src/server/features/auth/store.ts'],
  ['src/server/features/payments/service.ts', 'src/server/providers/payment/remita.ts'],
  ['src/server/database/schema/payments.ts', 'src/server/http/serve.ts'],
  ['src/server/start-server.ts', 'src/demo/seed.ts'],
  ['src/shared/forms/field.ts', 'src/shared/policy/limits.ts'],
  ['src/shared/application/sections.ts', 'src/shared/api/applicant/contracts.ts'],
  ['src/simulators/remita/simulator.ts', 'src/shared/policy/money.ts'],
])('%s may not import %s', (from, to) => {
  expect(checkImport({ from, to, isPackage: false })).toBe(`${from} imports ${to}`)
})

test('shared may import no package but zod', () => {
  expect(checkImport({ from: 'src/shared/policy/money.ts', to: 'node:fs', isPackage: true })).toContain('only zod may')
})

const createImport = (from: string, to: string): Import => ({ from, to, isPackage: false })

test('imports between folders are those of their nearest neighboring folders', () => {
  expect(toFolders(createImport('a/b/c/d.ts', 'a/e/f.ts'))).toEqual([createImport('a/b', 'a/e')])
  expect(toFolders(createImport('a/b/c.ts', 'a/d.ts'))).toEqual([])
})

test('a cycle is found', () => {
  expect(
    findCycles([createImport('a', 'b'), createImport('b', 'c'), createImport('c', 'b'), createImport('c', 'd')]),
  ).toEqual(['b → c → b'])
})

/** Every cycle in the graph of imports. */
function findCycles(imports: Import[]): string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  const byFile = Map.groupBy(imports, ({ from }) => from)
  const walk = (file: string, path: string[]): void => {
    const seen = path.indexOf(file)
    if (seen >= 0) cycles.push([...path.slice(seen), file].join(' → '))
    if (seen >= 0 || done.has(file)) return
    for (const { to } of byFile.get(file) ?? []) walk(to, [...path, file])
    done.add(file)
  }
  for (const { from } of imports) walk(from, [])
  return cycles
}

/** Every page exports its `Component`, which the router loads by that name. */
const sharedNames = new Set(['Component'])

const findExports = (source: string): string[] =>
  [...source.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm)].map(
    ([, name = '']) => name,
  )
