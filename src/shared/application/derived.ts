// Facts that follow from the answers, for the staff's lists, checks and exports. Described like columns; a new list section
// has its count without a line here.
import { type EntryValues, isEmpty } from '../forms/field.ts'
import { isEmptyEntry, type ListSection, type Sections } from '../forms/section.ts'
import { certificates, grades } from '../reference-data/option-lists.ts'
import { type Answers, sections } from './sections.ts'

type Value = string | number | null

interface DerivedFact {
  readonly label: string
  readonly kind: 'choice' | 'number'
  /** Values with their labels. */
  readonly options?: Readonly<Record<string, string>>
  /** Null when the answers do not say it. */
  compute(answers: Answers): Value
}

/** From the lowest; certificates in one row count alike. */
const certificateOrder: readonly (readonly string[])[] = [
  ['primary'],
  ['secondary'],
  ['nd'],
  ['hnd'],
  ['bsc', 'ba', 'beng'],
  ['msc', 'mba'],
  ['mphil'],
  ['phd'],
]
/** From the lowest; degrees, diplomas and certificates name the same class differently. */
const gradeOrder: readonly (readonly string[])[] = [
  ['Merit'],
  ['Lower Credit', 'Second Class Lower'],
  ['Upper Credit', 'Second Class Upper'],
  ['Distinction', 'First Class'],
]

const createRank = (order: readonly (readonly string[])[]) => (value: string) =>
  order.findIndex((alike) => alike.includes(value))
/** A higher certificate has a higher number; -1 for an unknown one. */
export const getCertificateRank = createRank(certificateOrder)
/** A better grade has a higher number; -1 for an unknown one. */
export const getGradeRank = createRank(gradeOrder)

const findHighest = (values: readonly string[], getRank: (value: string) => number): string | null =>
  values.reduce<string | null>(
    (highest, value) => (getRank(value) > (highest === null ? -1 : getRank(highest)) ? value : highest),
    null,
  )

const isYear = (text: string) => /^\d{4}$/.test(text)

/** Years in which at least one post was held: those of two posts at the same time count once. */
function countYears(entries: Answers['experience']): number {
  const periods = entries
    .filter(({ startYear, endYear }) => isYear(startYear) && isYear(endYear))
    .map(({ startYear, endYear }) => [Number(startYear), Number(endYear)] as const)
    .sort(([a], [b]) => a - b)
  let years = 0
  let until = 0
  for (const [from, to] of periods) {
    years += Math.max(0, to - Math.max(from, until))
    until = Math.max(until, to)
  }
  return years
}

const namedFacts = {
  highestCertificate: {
    label: 'Highest certificate',
    kind: 'choice',
    options: certificates,
    compute: ({ academicQualification = [] }) =>
      findHighest(
        academicQualification.map(({ certificate }) => certificate),
        getCertificateRank,
      ),
  },
  bestGrade: {
    label: 'Best grade',
    kind: 'choice',
    options: grades,
    compute: ({ institutions = [] }) =>
      findHighest(
        institutions.map(({ grade }) => grade),
        getGradeRank,
      ),
  },
  experienceYears: {
    label: 'Years of experience',
    kind: 'number',
    compute: ({ experience = [] }) => countYears(experience),
  },
} as const satisfies Record<string, DerivedFact>

const listNames = Object.entries(sections).flatMap(([name, { shape }]) => (shape === 'list' ? [name] : []))

function createCount(name: string): DerivedFact {
  const section = (sections as Sections)[name] as ListSection
  return {
    label: section.title,
    kind: 'number',
    compute: (answers) => {
      // Answers from before the section was added do not have it.
      const entries = (answers[name as keyof Answers] ?? []) as EntryValues[]
      return entries.filter((entry) => !isEmptyEntry(section.fields, entry)).length
    },
  }
}

/** Every fact by its key, in the order of tables. The count of a list is named like its section. */
export const derivedFacts: Readonly<Record<string, DerivedFact>> = {
  ...namedFacts,
  ...Object.fromEntries(listNames.map((name) => [name, createCount(name)])),
}

export type DerivedFacts = Readonly<Record<string, Value>>

export const deriveFacts = (answers: Answers): DerivedFacts =>
  Object.fromEntries(Object.entries(derivedFacts).map(([key, { compute }]) => [key, compute(answers)]))

/** As people read it; empty when it is unknown. */
export function formatDerivedFact(key: string, value: Value | undefined): string {
  if (value === undefined || isEmpty(value)) return ''
  return derivedFacts[key]?.options?.[String(value)] ?? String(value)
}
