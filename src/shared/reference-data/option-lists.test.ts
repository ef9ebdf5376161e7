// The option lists, as they are fixed.
import { expect, test } from 'vitest'
import {
  administrativePositions,
  certificates,
  experienceTitles,
  experienceTypes,
  genders,
  grades,
  publicationTypes,
} from './option-lists.ts'
import { posts } from './posts.ts'
import { getLgaOptions, states } from './states.ts'

const findRoles = (school: string, department: string | null) =>
  posts.find((post) => post.school === school && post.department === department)?.roles

test('grades, certificates, publication types, experience types and genders match the specification', () => {
  expect(Object.keys(grades)).toEqual([
    'Distinction',
    'First Class',
    'Second Class Upper',
    'Second Class Lower',
    'Upper Credit',
    'Lower Credit',
    'Merit',
  ])
  expect(Object.keys(certificates).join(', ')).toBe('primary, secondary, nd, hnd, bsc, ba, beng, msc, mba, mphil, phd')
  expect(Object.keys(publicationTypes)).toEqual(['conference', 'journal', 'book_chapter', 'seminar', 'workshop'])
  expect(Object.keys(experienceTypes)).toEqual(['permanent', 'temporary', 'volunteer'])
  expect(Object.keys(genders)).toEqual(['m', 'f'])
})

test('there are 13 titles, with adjunct, professor and rector, and 19 positions, with others', () => {
  expect(Object.keys(experienceTitles)).toHaveLength(13)
  for (const title of ['Adjunct', 'Professor', 'Rector']) expect(experienceTitles).toHaveProperty(title)
  expect(Object.keys(administrativePositions)).toHaveLength(19)
  expect(administrativePositions).toHaveProperty('others')
})

test('there are three schools, and Management has only Accountancy', () => {
  expect(new Set(posts.map(({ school }) => school))).toEqual(new Set(['Technology', 'Management', 'General Studies']))
  expect(posts.filter(({ school }) => school === 'Management').map(({ department }) => department)).toEqual([
    'Accountancy',
  ])
  expect(posts.flatMap(({ department }) => department ?? []).sort()).toEqual([
    'Accountancy',
    'Computer Engineering',
    'Computer Science',
    'Electrical Engineering',
    'Library and Information Science',
  ])
})

test('which roles are open depends on school and department', () => {
  const lecturers = ['Senior Lecturer', 'Lecturer I', 'Lecturer II', 'Lecturer III']
  expect(findRoles('Management', 'Accountancy')).toEqual(lecturers)
  expect(findRoles('Technology', 'Library and Information Science')).toEqual(lecturers)
  expect(findRoles('Technology', 'Electrical Engineering')).toEqual(lecturers)
  expect(findRoles('Technology', 'Computer Science')).toEqual([...lecturers, 'Senior Instructor', 'Technologist I'])
  expect(findRoles('Technology', 'Computer Engineering')).toEqual([
    'Senior Lecturer',
    'Lecturer I',
    'Lecturer II',
    'Senior Instructor',
    'Technologist I',
  ])
  expect(findRoles('General Studies', null)).toEqual([
    'Lecturer I Mechanical Engineering',
    'Lecturer I Education (Psychology/Sociology)',
    'Lecturer II Entrepreneurship',
    'Lecturer II Mathematics',
    'Lecturer II (Business Administration/Law)',
  ])
})

test('there are 36 states and the Federal Capital Territory, each with an alias and its areas', () => {
  expect(states).toHaveLength(37)
  expect(new Set(states.map(({ alias }) => alias)).size).toBe(37)
  for (const { alias, lgas } of states) expect(Object.keys(getLgaOptions(alias))).toEqual(lgas)
})
