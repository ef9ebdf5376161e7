// What each call takes and what it may cost, and the numbers that the rules name: a change of any is seen in docs/calls.md.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { allCalls } from './applicant/all-calls.ts'
import { contracts } from './applicant/contracts.ts'
import type { CallTable } from './calls.ts'
import type { CallLimits, Contract, ContractTable, Rate } from './contract.ts'
import { staffCalls } from './staff/calls.ts'
import { staffContracts } from './staff/contracts.ts'

interface Described {
  type?: string
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Described[]
  oneOf?: Described[]
  allOf?: Described[]
  items?: Described
  properties?: Record<string, Described>
  required?: string[]
  additionalProperties?: unknown
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
}

const range = (min: number | undefined, max: number | undefined) => {
  const highest = max === Number.MAX_SAFE_INTEGER ? undefined : max
  const lowest = min === Number.MIN_SAFE_INTEGER ? undefined : min
  return lowest === undefined && highest === undefined ? '' : ` ${lowest ?? ''}…${highest ?? ''}`
}

function describe(of: Described): string {
  const either = of.anyOf ?? of.oneOf
  if (either) return either.map(describe).join(' or ')
  if (of.const !== undefined) return JSON.stringify(of.const)
  if (of.enum)
    return of.enum.length > 6 ? `one of ${of.enum.length}` : of.enum.map((one) => JSON.stringify(one)).join(' or ')
  if (of.type === 'array') return `list${range(of.minItems, of.maxItems)} of (${describe(of.items ?? {})})`
  if (of.type === 'object' && of.properties) return `{ ${describeFields(of)} }`
  if (of.type === 'string') {
    const patterns = [of, ...(of.allOf ?? [])].flatMap(({ pattern }) => (pattern ? [`/${pattern}/`] : []))
    return `${of.format ?? (patterns.join(' and ') || 'text')}${range(of.minLength, of.maxLength)}`
  }
  if (of.allOf) return of.allOf.map(describe).join(' and ')
  return `${of.type ?? 'anything'}${range(of.minimum ?? of.exclusiveMinimum, of.maximum)}`
}

const describeFields = ({ properties = {}, required = [], additionalProperties }: Described) => {
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${describe(field)}`,
  )
  return [...fields, ...(additionalProperties === false ? ['nothing else'] : [])].join(', ')
}

const withoutClosing = (described = '') => described.replaceAll(/(, )?nothing else/g, '')

const describeRate = (rate: Rate | undefined, of: string) =>
  rate ? [`${rate.count} in ${rate.seconds} s for each ${of}${rate.isShared ? ', of all servers together' : ''}`] : []

const describeLimits = ({ bodyBytes, perAccount, perNetwork, concurrent }: CallLimits) =>
  [
    `${bodyBytes} bytes`,
    ...describeRate(perAccount, 'person'),
    ...describeRate(perNetwork, 'network'),
    ...(concurrent ? [`${concurrent} at once`] : []),
  ].join('; ')

function printCall(name: string, call: string | undefined, contract: Contract & { scope?: string }): string[] {
  const { access, fresh, limits, scope } = contract
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = contract[part]
    if (!schema) return []
    const [sent, read] = (['input', 'output'] as const).map((io) =>
      describe(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Described),
    )
    // What is read never has more than it names.
    const isSame = withoutClosing(read) === withoutClosing(sent)
    return [`  - ${part}: \`${sent}\``, ...(isSame ? [] : [`    - read as \`${withoutClosing(read)}\``])]
  })
  const who = [access, ...(scope ? [`reaches: ${scope}`] : []), ...(fresh ? ['fresh sign-in'] : [])].join(', ')
  return [`- **${name}** \`${call}\`: ${who}; ${describeLimits(limits)}`, ...parts]
}

const printCalls = (table: ContractTable, calls: CallTable) =>
  Object.entries(table).flatMap(([name, contract]) => printCall(name, calls[name], contract))

/** Exported numbers, also within objects of nothing else. */
const listNumbers = (name: string, value: unknown): string[] => {
  if (typeof value === 'number') return [`${name} ${value}`]
  // The bounds of schemas stand in the calls.
  if (typeof value !== 'object' || value === null || Array.isArray(value) || '_zod' in value) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'number' || typeof inner === 'object' ? listNumbers(`${name}.${key}`, inner) : [],
  )
}

const rules = ['policy', 'staff', 'decisions', 'forms', 'application', 'lists']

async function printNumbers(): Promise<string[]> {
  const shared = join(import.meta.dirname, '..')
  const files = rules.flatMap((folder) =>
    readdirSync(join(shared, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
      .map((entry) => `${folder}/${entry.name}`)
      .sort(),
  )
  const lines: string[] = []
  for (const file of files) {
    const module: Record<string, unknown> = await import(join(shared, file))
    const numbers = Object.keys(module)
      // What is searched for in a list is a field of its call.
      .filter((name) => /^[a-z]/.test(name) && !/List$|^staffLists$|^listsWithStages$/.test(name))
      .sort()
      .flatMap((name) => listNumbers(name, module[name]))
    if (numbers.length > 0 && numbers.length < 40) lines.push(`- \`src/shared/${file}\`: ${numbers.join(', ')}`)
  }
  return lines
}

test('docs/calls.md says what each call takes and may cost, and the numbers of the rules', async () => {
  const numbers = await printNumbers()
  expect(numbers.length).toBeGreaterThan(10)
  const text = [
    '# What the calls take',
    '',
    'The contracts in `src/shared/api`, call by call: who may call, the largest body, how often, and what may be sent. `?` marks',
    'what may be left out; "read as" is what it becomes. A test writes it; run `npx vitest run src/shared/api -u` after a change, and read the difference.',
    '',
    '## Applicants',
    '',
    ...printCalls(contracts, allCalls),
    '',
    '## Staff',
    '',
    ...printCalls(staffContracts, staffCalls),
    '',
    '## Numbers of the rules',
    '',
    ...numbers,
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot('../../../docs/calls.md')
})
