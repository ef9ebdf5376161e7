// Option lists: stored value → label.
import type { ChoiceOptions } from '../forms/field.ts'

const createOptions = (...values: string[]): ChoiceOptions => Object.fromEntries(values.map((value) => [value, value]))

export const grades = createOptions(
  'Distinction',
  'First Class',
  'Second Class Upper',
  'Second Class Lower',
  'Upper Credit',
  'Lower Credit',
  'Merit',
)

export const certificates: ChoiceOptions = {
  primary: 'Primary school certificate',
  secondary: 'Secondary school certificate',
  nd: 'ND',
  hnd: 'HND',
  bsc: 'BSc',
  ba: 'BA',
  beng: 'BEng',
  msc: 'MSc',
  mba: 'MBA',
  mphil: 'MPhil',
  phd: 'PhD',
}

export const publicationTypes: ChoiceOptions = {
  conference: 'Conference',
  journal: 'Journal',
  book_chapter: 'Book chapter',
  seminar: 'Seminar',
  workshop: 'Workshop',
}

export const experienceTypes: ChoiceOptions = {
  permanent: 'Permanent',
  temporary: 'Temporary',
  volunteer: 'Volunteer',
}

/** The exercise is open to Nigerians only, so the form does not ask for the country. */
export const country = { value: 'nigeria', label: 'Nigeria' } as const

export const genders = { m: 'Male', f: 'Female' } as const satisfies ChoiceOptions

export const experienceTitles = createOptions(
  'Adjunct',
  'Graduate Assistant',
  'Assistant Lecturer',
  'Lecturer III',
  'Lecturer II',
  'Lecturer I',
  'Senior Lecturer',
  'Principal Lecturer',
  'Chief Lecturer',
  'Reader / Associate Professor',
  'Professor',
  'Technologist / Instructor',
  'Rector',
)

export const administrativePositions: ChoiceOptions = {
  ...createOptions(
    'Deputy Rector',
    'Registrar',
    'Deputy Registrar',
    'Bursar',
    'Institute Librarian',
    'Dean of School',
    'Deputy Dean',
    'Dean of Student Affairs',
    'Head of Department',
    'Director of Academic Planning',
    'Director of Works and Services',
    'Director of Physical Planning',
    'Director of Medical Services',
    'Director of ICT',
    'Director of SIWES and Industrial Liaison',
    'Director of Entrepreneurship Development',
    'Director of Research and Consultancy',
    'Examination Officer',
  ),
  others: 'Others',
}
