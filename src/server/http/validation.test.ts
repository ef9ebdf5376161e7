import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { contracts } from '#shared/api/applicant/contracts.ts'
import type { Contract } from '#shared/api/contract.ts'
import { staffContracts } from '#shared/api/staff/contracts.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { hostileValue } from '#tests/support/fuzz/hostile-values.ts'
import { corrupt, type JsonSchema, valuesOf } from '#tests/support/fuzz/values-of-schema.ts'

type Inputs = Pick<Contract, 'params' | 'query' | 'body' | 'summary'>

const schemas = Object.entries<Inputs>({ ...contracts, ...staffContracts }).flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) => (schema ? [{ name, part, schema }] : [])),
)

const answers = createCompleteAnswers(getFileUrl('0190b1c2-0000-4000-8000-000000000001'))
const validBodies: Record<string, unknown> = {
  submitApplication: answers,
  saveDraft: { document: answers, revision: 3 },
}

function arbitraryInput(name: string, part: string, schema: z.ZodType) {
  const described = valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [])
  const valid = part === 'body' && name in validBodies ? fc.constant(validBodies[name]) : described
  return fc.oneof(valid, described, corrupt(valid), hostileValue).filter((input) => !isDeep(input, 10))
}

/** Is refused before any schema is asked. */
const isDeep = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeep(inner, levels - 1)))

test.each(schemas)('$name: the compiled schema of the $part decides as the schema itself', ({ name, part, schema }) => {
  // It throws where it cannot: that schema would be interpreted for every request.
  const compiled = z.compile(schema, { strict: true })
  fc.assert(
    fc.property(arbitraryInput(name, part, schema), (input) => {
      const expected = schema.safeParse(structuredClone(input))
      const found = compiled.safeParse(structuredClone(input))
      expect({ data: found.data, issues: found.error?.issues }).toEqual({
        data: expected.data,
        issues: expected.error?.issues,
      })
    }),
    { numRuns: 60 },
  )
})
