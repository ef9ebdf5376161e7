// One person's whole application, as it is typed and as it is read afterwards.
import { letter, phonePhoto, type SampleFile, scan } from './sample-files.ts'
import type { GivenAnswers } from './wizard-pages.ts'

/** The place in the form: the list's title, and what one of its entries is called. */
interface Entry {
  list: string
  noun: string
  answers: GivenAnswers
}

export const placeOfBirth = 'Nnewi'
export const homeAddress = { Address: '14 Ekwulobia Road', State: 'Anambra', LGA: 'Aguata' }
export const contactAddress = { Address: 'P.O. Box 218, Awka', State: 'Enugu', Phone: '08055512345' }
export const hobbies = 'Chess, and mending old radios'
export const achievement = 'Built the first networking laboratory of the school.'

/** Made once for a journey: drawing the photo takes a while. */
export async function aCareer(): Promise<{ education: Entry[]; experience: Entry[] }> {
  const [photo, statement, reference] = await Promise.all([
    phonePhoto('certificate.jpg'),
    scan('statement.png'),
    letter('reference.pdf'),
  ])
  return { education: education([photo, statement]), experience: experience([reference]) }
}

const education = (certificates: SampleFile[]): Entry[] => [
  {
    list: 'Institutions attended',
    noun: 'Institution',
    answers: {
      Institution: 'Hilltop University',
      Course: 'Computer Engineering',
      Location: 'Nsukka',
      Grade: 'Second Class Upper',
      'Start year': '2005',
      'End year': '2010',
    },
  },
  {
    list: 'Academic qualifications',
    noun: 'Academic qualification',
    answers: {
      Certificate: 'MSc',
      Institution: 'Lakeside University',
      'Date awarded': { day: '30', month: '11', year: '2014' },
      'Certificate files': certificates,
    },
  },
]

const experience = (references: SampleFile[]): Entry[] => [
  {
    list: 'Experience',
    noun: 'Experience',
    answers: {
      Type: 'Permanent',
      Title: 'Lecturer III',
      'Administrative position': 'Others',
      'Other position': 'Timetable officer',
      Organization: 'Riverside Polytechnic',
      Rank: 'Assistant lecturer',
      'Start year': '2011',
      'End year': '2019',
      Description: 'Taught data structures and operating systems, and led the student laboratory.',
      Files: references,
    },
  },
]

export const achievements: readonly Entry[] = [
  {
    list: 'Publications',
    noun: 'Publication',
    answers: { Title: 'Queues in small registries', Type: 'Journal', Date: { year: '2017' } },
  },
  {
    list: 'Academic honors',
    noun: 'Honor',
    answers: {
      Name: 'Best graduating student',
      Organization: 'Hilltop University',
      Date: { month: '7', year: '2010' },
    },
  },
  {
    list: 'Grants',
    noun: 'Grant',
    answers: {
      Title: 'Rural networks',
      Amount: '2500000',
      Date: { year: '2016' },
      Experience: 'Led the field work in four villages.',
    },
  },
  {
    list: 'Inventions',
    noun: 'Invention',
    answers: { Title: 'Solar exam clock', Number: 'NG/P/2017/44', Date: { day: '1', month: '2', year: '2017' } },
  },
  {
    list: 'Community services',
    noun: 'Service',
    answers: { 'Name of body': 'Town library board', Role: 'Secretary', Date: { year: '2018' } },
  },
  {
    list: 'Professional memberships',
    noun: 'Membership',
    answers: { Organization: 'Society of Computing Teachers', Rank: 'Fellow' },
  },
]

export const referees: readonly Entry[] = [
  ['Ngozi Ibekwe', 'Dean of Engineering', '08012340001', 'Enugu'],
  ['Tunde Akinola', 'Head of Department', '08012340002', 'Ibadan'],
  ['Sani Garba', 'Director of Works', '08012340003', 'Zaria'],
].map(([Name = '', Portfolio = '', Phone = '', Location = '']) => ({
  list: 'Referees',
  noun: 'Referee',
  answers: {
    Name,
    Portfolio,
    Email: `${Name.replace(' ', '.').toLowerCase()}@example.org`,
    Phone,
    Organization: 'Hilltop University',
    Location,
  },
}))

/** The fifteen sections of preview and slip, in their order. */
export const titles = [
  'Personal details',
  'Home address',
  'Contact address',
  'Institutions attended',
  'Academic qualifications',
  'Experience',
  'Professional memberships',
  'Publications',
  'Academic honors',
  'Grants',
  'Inventions',
  'Community services',
  'Referees',
  'Professional achievement',
  'Hobbies',
]

/** What every reader of the application must find in it, as it is printed. */
export function wordsToFind(): string[] {
  const entries = [...education([]), ...experience([]), ...achievements, ...referees]
  const typed = [homeAddress, contactAddress, ...entries.map(({ answers }) => answers)].flatMap((answers) =>
    Object.values(answers).flatMap((given) => (typeof given === 'string' ? [printed[given] ?? given] : [])),
  )
  const dates = ['30 November 2014', 'July 2010', '1 February 2017', '2016', '2017', '2018']
  return [placeOfBirth, ...typed, ...dates, 'View File 1', 'View File 2', hobbies, achievement]
}

/** What is printed in another way than it was typed. */
const printed: Record<string, string> = { '2500000': '₦2,500,000' }
