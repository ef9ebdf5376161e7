// docs/security.md: every requirement with the tests that prove it, or the reason why none does.
import { existsSync, readFileSync } from 'node:fs'
import { inProject } from '../setup/project.mjs'
import type { NumberedTest } from './numbered-tests.ts'
import type { Requirement } from './requirements.ts'

export const securityPage = 'docs/security.md'

const chapters: Record<string, string> = {
  V1: 'Encoding and sanitization',
  V2: 'Validation and business logic',
  V3: 'Web frontend',
  V4: 'API and web service',
  V5: 'Files',
  V6: 'Authentication',
  V7: 'Sessions',
  V8: 'Authorization',
  V9: 'Signed tokens',
  V10: 'OAuth and OpenID Connect',
  V11: 'Cryptography',
  V12: 'Secure communication',
  V13: 'Configuration',
  V14: 'Data protection',
  V15: 'Coding and architecture',
  V16: 'Logging and errors',
  V17: 'WebRTC',
}

/** What keeps the page from being complete, one sentence each. */
export function findProblems(requirements: readonly Requirement[], tests: readonly NumberedTest[]): string[] {
  const byId = new Map(requirements.map((requirement) => [requirement.id as string, requirement]))
  const proved = new Set(tests.flatMap(({ ids }) => ids))
  const unknown = tests.flatMap(({ ids, file, title }) =>
    ids.filter((id) => !byId.has(id)).map((id) => `${file} “${title}” names ${id}, which is not listed.`),
  )
  const repeated = requirements.filter(({ id }, index) => requirements.findIndex((row) => row.id === id) !== index)
  return [
    ...unknown,
    ...repeated.map(({ id }) => `${id} is listed twice.`),
    ...requirements.flatMap((requirement) => findProblem(requirement, proved.has(requirement.id)) ?? []),
  ]
}

function findProblem({ id, status }: Requirement, isProved: boolean): string | undefined {
  if (status.kind === 'met') return isProved ? undefined : `${id} is met, but no title of a test has its number.`
  if (isProved) return `${id} is ${status.kind}, but the title of a test has its number.`
  if (status.kind === 'documented') return hasHeading(status.where) ? undefined : `${id}: ${status.where} is missing.`
  return status.reason.trim().length > 10 ? undefined : `${id} is ${status.kind} without a reason.`
}

function hasHeading(where: string): boolean {
  const [file = '', anchor] = where.split('#')
  if (!existsSync(inProject(file))) return false
  const headings = readFileSync(inProject(file), 'utf8').matchAll(/^#+ (.*)$/gm)
  return anchor === undefined || [...headings].some(([, heading = '']) => toAnchor(heading) === anchor)
}

/** As GitHub links to a heading. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

export function createSecurityPage(requirements: readonly Requirement[], tests: readonly NumberedTest[]): string {
  const sections = Object.entries(chapters).map(([chapter, title]) => {
    const rows = requirements.filter(({ id }) => id.startsWith(`${chapter}.`)).map((row) => createRow(row, tests))
    return [
      `## ${chapter} ${title}`,
      '',
      '| row | level | what | status | test or reason |',
      '|---|---|---|---|---|',
      ...rows,
    ]
  })
  return [
    '# Security requirements',
    '',
    'OWASP ASVS 5.0.0, levels 1 and 2, and the rows of level 3 that tests prove: what each row asks for in our words, and',
    'which test would fail without it. `npm run security-table` writes this page from `tools/security/requirements.ts` and',
    'the numbers in the titles of tests; a test fails when it is out of date. Documents that rows ask for stand in',
    '[security-design.md](security-design.md) and [operations.md](operations.md).',
    '',
    ...createSummary(requirements),
    ...sections.flatMap((lines) => ['', ...lines]),
    '',
  ].join('\n')
}

function createSummary(requirements: readonly Requirement[]): string[] {
  const kinds = ['met', 'documented', 'not applicable', 'not met'] as const
  const levels = [1, 2, 3] as const
  return [
    '| level | met by tests | met by a document | not applicable | not met |',
    '|---|---|---|---|---|',
    ...levels.map((level) => {
      const counts = kinds.map(
        (kind) => requirements.filter((row) => row.level === level && row.status.kind === kind).length,
      )
      return `| ${level} | ${counts.join(' | ')} |`
    }),
  ]
}

function createRow({ id, level, summary, status }: Requirement, tests: readonly NumberedTest[]): string {
  return `| ${id} | ${level} | ${summary} | ${createStatus(status)} | ${createEvidence(id, status, tests)} |`
}

const createStatus = ({ kind }: Requirement['status']) => (kind === 'documented' ? 'met' : kind)

function createEvidence(id: string, status: Requirement['status'], tests: readonly NumberedTest[]): string {
  if (status.kind === 'documented') {
    const path = status.where.replace('docs/', '')
    return `[${path.replace('#', ', ').replaceAll('-', ' ').replace('security design', 'security-design')}](${path})`
  }
  if (status.kind !== 'met') return status.reason
  const files = tests.filter(({ ids }) => ids.includes(id)).map(({ file }) => `\`${file}\``)
  return [...new Set(files)].join('<br>')
}
