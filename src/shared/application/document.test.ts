// The names that other programs read.
import { expect, test } from 'vitest'
import type { Section } from '../forms/section.ts'
import { sections } from './sections.ts'
import { steps } from './steps.ts'

const listFields = (section: Section) => (section.shape === 'single' ? null : Object.keys(section.fields).join(', '))

test('the form data has the names of the specification, list by list', () => {
  const names = Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, listFields(section)]))
  expect(names).toEqual({
    placeOfBirth: null,
    hobby: null,
    professionalAchievement: null,
    homeAddress: 'address, state, city, country',
    contactAddress: 'address, state, phone',
    experience: 'type, name, position, otherPosition, organization, role, startYear, endYear, description, fileUrl',
    institutions: 'name, course, location, grade, startYear, endYear',
    academicQualification: 'certificate, institution, dateAwarded, fileUrl',
    professionalMemberships: 'organizationName, rank, fileUrl',
    honors: 'name, organization, date, fileUrl',
    grants: 'title, amount, date, experience, fileUrl',
    inventions: 'title, number, date, fileUrl',
    publication: 'title, type, date, fileUrl',
    service: 'bodyName, role, date, fileUrl',
    referees: 'name, portfolio, email, phone, organization, location',
  })
})

test('the seven steps have the sections in the order of the specification, and the fifth leads to the preview', () => {
  expect(steps.map(({ sections: names, nextButton }) => [nextButton, names.join(', ')])).toEqual([
    ['Next', 'placeOfBirth, homeAddress, contactAddress'],
    ['Next', 'institutions, academicQualification'],
    ['Next', 'experience'],
    ['Next', 'publication, honors, grants, inventions, service, professionalMemberships'],
    ['Preview', 'referees, hobby, professionalAchievement'],
    ['Submit', ''],
    [null, ''],
  ])
})
