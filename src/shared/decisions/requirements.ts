// What a post asks of its holder, and what an application's facts say to it. A suggestion for the reviewers, never a decision.

import { z } from 'zod'
import { listNames } from '#shared/format/labels.ts'
import {
  type DerivedFacts,
  derivedFacts,
  formatDerivedFact,
  getCertificateRank,
  getGradeRank,
} from '../application/derived.ts'
import { certificates, grades } from '../reference-data/option-lists.ts'

const oneOf = (options: Readonly<Record<string, string>>, message: string) =>
  z.enum(Object.keys(options) as [string, ...string[]], message)
const count = z
  .number('Enter a whole number.')
  .int('Enter a whole number.')
  .min(0, 'Enter a whole number.')
  .max(60, 'Enter 60 at most.')

/** `posts.requirements`; what is absent is not asked. */
export const postRequirements = z.strictObject({
  minCertificate: oneOf(certificates, 'There is no such certificate.').optional(),
  minGrade: oneOf(grades, 'There is no such grade.').optional(),
  minYears: count.optional().describe('Years of experience.'),
  minPublications: count.optional(),
})
export type PostRequirements = z.infer<typeof postRequirements>
export type RequirementName = keyof PostRequirements

type Value = DerivedFacts[string]

interface Requirement {
  readonly label: string
  /** The derived fact that answers it. */
  readonly fact: string
  isMet(asked: never, found: NonNullable<Value>): boolean
}

/** In the order of the form of a post and of the check. */
export const requirements = {
  minCertificate: {
    label: 'Lowest certificate',
    fact: 'highestCertificate',
    isMet: (asked: string, found) => getCertificateRank(String(found)) >= getCertificateRank(asked),
  },
  minGrade: {
    label: 'Lowest grade',
    fact: 'bestGrade',
    isMet: (asked: string, found) => getGradeRank(String(found)) >= getGradeRank(asked),
  },
  minYears: {
    label: 'Years of experience',
    fact: 'experienceYears',
    isMet: (asked: number, found) => Number(found) >= asked,
  },
  minPublications: {
    label: 'Publications',
    fact: 'publication',
    isMet: (asked: number, found) => Number(found) >= asked,
  },
} as const satisfies Record<RequirementName, Requirement>

export const requirementNames = listNames(requirements)

export interface RequirementCheck {
  name: RequirementName
  label: string
  /** As people read it. */
  asked: string
  /** Empty when the answers do not say it. */
  found: string
  /** Null when the answers do not say it. */
  isMet: boolean | null
}

/** `none`: the post asks nothing. */
export const suggestions = ['none', 'meets', 'falls_short', 'unclear'] as const

export interface RequirementSuggestion {
  suggestion: (typeof suggestions)[number]
  /** What is missing, in a sentence. */
  summary: string
  checks: RequirementCheck[]
}

function check(name: RequirementName, asked: string | number, facts: DerivedFacts): RequirementCheck {
  const { label, fact, isMet }: Requirement = requirements[name]
  const found = facts[fact] ?? null
  return {
    name,
    label,
    asked: formatDerivedFact(fact, asked),
    found: formatDerivedFact(fact, found),
    isMet: found === null ? null : isMet(asked as never, found),
  }
}

export function checkRequirements(asked: PostRequirements, facts: DerivedFacts): RequirementSuggestion {
  const checks = requirementNames.flatMap((name) => {
    const value = asked[name]
    return value === undefined ? [] : [check(name, value, facts)]
  })
  const short = checks.filter(({ isMet }) => isMet === false)
  const unclear = checks.filter(({ isMet }) => isMet === null)
  if (checks.length === 0) return { suggestion: 'none', summary: 'No requirements are set for this post.', checks }
  if (short.length > 0) return { suggestion: 'falls_short', summary: short.map(describeShortfall).join(' '), checks }
  if (unclear.length > 0)
    return { suggestion: 'unclear', summary: unclear.map(({ label }) => `${label}: not stated.`).join(' '), checks }
  return { suggestion: 'meets', summary: 'The answers meet what the post asks for.', checks }
}

const describeShortfall = ({ name, asked, found }: RequirementCheck): string =>
  `${derivedFacts[requirements[name].fact]?.label ?? name}: ${found}; the post asks for ${asked}.`

/** "lowest certificate MSc" for each that is asked. */
export const formatRequirements = (asked: PostRequirements): string[] =>
  requirementNames.flatMap((name) => {
    const { label, fact } = requirements[name]
    const value = asked[name]
    return value === undefined ? [] : [`${label.toLowerCase()} ${formatDerivedFact(fact, value)}`]
  })
