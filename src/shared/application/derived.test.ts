import { expect, test } from 'vitest'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { derivedFacts, deriveFacts, formatDerivedFact, getCertificateRank, getGradeRank } from './derived.ts'
import { sections } from './sections.ts'

const answers = createCompleteAnswers('/api/v1/files/1')
const entry = answers.experience[0]!
const experience = (...years: [string, string][]) =>
  deriveFacts({ ...answers, experience: years.map(([startYear, endYear]) => ({ ...entry, startYear, endYear })) })
    .experienceYears

test('the highest certificate and the best grade are found in any order', () => {
  const qualification = answers.academicQualification[0]!
  const institution = answers.institutions[0]!
  const facts = deriveFacts({
    ...answers,
    academicQualification: ['nd', 'phd', 'msc'].map((certificate) => ({ ...qualification, certificate })),
    institutions: ['Merit', 'First Class', 'Second Class Lower', 'Distinction'].map((grade) => ({
      ...institution,
      grade,
    })),
  })
  expect(facts).toMatchObject({ highestCertificate: 'phd', bestGrade: 'First Class' })
  expect(formatDerivedFact('highestCertificate', 'phd')).toBe('PhD')
})

test.each<[string, [string, string][], number]>([
  ['one post', [['2014', '2019']], 5],
  [
    'posts one after the other',
    [
      ['2014', '2019'],
      ['2019', '2024'],
    ],
    10,
  ],
  [
    'posts at the same time',
    [
      ['2014', '2019'],
      ['2015', '2018'],
      ['2017', '2020'],
    ],
    6,
  ],
  [
    'the present post first',
    [
      ['2016', '2024'],
      ['2010', '2018'],
    ],
    14,
  ],
  [
    'a pause',
    [
      ['2014', '2016'],
      ['2020', '2021'],
    ],
    3,
  ],
  [
    'years that are not known',
    [
      ['2014', ''],
      ['2019', '2014'],
      ['2014', '20190'],
      ['x2014', '2019'],
    ],
    0,
  ],
])('years of experience count once: %s', (_, years, expected) => {
  expect(experience(...years)).toBe(expected)
})

test('every list of the form has its count, without empty entries', () => {
  for (const [name, { shape, title }] of Object.entries(sections))
    expect(derivedFacts[name]?.label).toBe(shape === 'list' ? title : undefined)
  const publication = answers.publication[0]!
  const empty = { title: '', type: '', date: '', fileUrl: [] }
  expect(deriveFacts({ ...answers, publication: [publication, empty, publication] }).publication).toBe(2)
})

test('answers from before a list was added have none of it', () => {
  const { grants: _, ...earlier } = answers
  expect(deriveFacts(earlier as typeof answers).grants).toBe(0)
})

test('nothing is made up where the answers say nothing', () => {
  const unknown = [{ ...answers.academicQualification[0]!, certificate: 'unknown' }]
  for (const academicQualification of [[], unknown])
    expect(deriveFacts({ ...answers, academicQualification, institutions: [] })).toMatchObject({
      highestCertificate: null,
      bestGrade: null,
    })
  expect(formatDerivedFact('bestGrade', null)).toBe('')
})

test('certificates and grades of the form have their place in the order', () => {
  for (const certificate of Object.keys(derivedFacts.highestCertificate?.options ?? {}))
    expect(getCertificateRank(certificate), certificate).toBeGreaterThanOrEqual(0)
  for (const grade of Object.keys(derivedFacts.bestGrade?.options ?? {}))
    expect(getGradeRank(grade), grade).toBeGreaterThanOrEqual(0)
  expect(getCertificateRank('hnd')).toBeLessThan(getCertificateRank('bsc'))
  expect(getCertificateRank('unknown')).toBe(-1)
})
