// The demo's applicants: fictional people, one per stage. The NIN simulator has the same data.

export type DemoStage = 'new' | 'unpaid' | 'paid' | 'identified' | 'submitted' | 'verified' | 'rejected'

export interface DemoApplicant {
  userId: string
  stage: DemoStage
  /** Printed at start-up. */
  description: string
  nin: string
  firstName: string
  middleName: string
  surname: string
  gender: 'm' | 'f'
  dateOfBirth: string
  phone: string
  email: string
  state: string
  lga: string
  school: string
  department: string | null
  role: string
}

export const demoPassword = 'Welcome-2024!'

export const demoApplicants: readonly DemoApplicant[] = [
  {
    userId: 'RE24-00001',
    stage: 'new',
    description: 'new: must change its password; unpaid; NIN not verified',
    nin: '10000000001',
    firstName: 'Adaeze',
    middleName: 'Chiamaka',
    surname: 'Okonkwo',
    gender: 'f',
    dateOfBirth: '1988-04-12',
    phone: '08031110001',
    email: 'adaeze.okonkwo@example.org',
    state: 'anambra',
    lga: 'Aguata',
    school: 'Technology',
    department: 'Computer Science',
    role: 'Lecturer II',
  },
  {
    userId: 'RE24-00002',
    stage: 'unpaid',
    description: 'password changed, unpaid',
    nin: '10000000002',
    firstName: 'Babatunde',
    middleName: 'Ayodele',
    surname: 'Fasanya',
    gender: 'm',
    dateOfBirth: '1979-11-03',
    phone: '08031110002',
    email: 'babatunde.fasanya@example.org',
    state: 'ogun',
    lga: 'Ijebu Ode',
    school: 'Management',
    department: 'Accountancy',
    role: 'Senior Lecturer',
  },
  {
    userId: 'RE24-00003',
    stage: 'paid',
    description: 'paid, NIN not verified',
    nin: '10000000003',
    firstName: 'Halima',
    middleName: 'Sadiq',
    surname: 'Danjuma-Bello',
    gender: 'f',
    dateOfBirth: '1985-01-21',
    phone: '08031110003',
    email: 'halima.danjuma-bello@example.org',
    state: 'kaduna',
    lga: 'Zaria',
    school: 'Technology',
    department: 'Electrical Engineering',
    role: 'Lecturer I',
  },
  {
    userId: 'RE24-00004',
    stage: 'identified',
    description: 'paid, NIN verified, form not submitted',
    nin: '10000000004',
    firstName: 'Emeka',
    middleName: 'Obinna',
    surname: 'Nwachukwu-Eze',
    gender: 'm',
    dateOfBirth: '1982-07-30',
    phone: '08031110004',
    email: 'emeka.nwachukwu-eze@example.org',
    state: 'imo',
    lga: 'Owerri Municipal',
    school: 'Technology',
    department: 'Computer Engineering',
    role: 'Technologist I',
  },
  {
    userId: 'RE24-00005',
    stage: 'submitted',
    description: 'submitted',
    nin: '10000000005',
    firstName: 'Funmilayo',
    middleName: 'Abike',
    surname: 'Oládípò',
    gender: 'f',
    dateOfBirth: '1990-09-15',
    phone: '08031110005',
    email: 'funmilayo.oladipo@example.org',
    state: 'osun',
    lga: 'Ilesa East',
    school: 'Technology',
    department: 'Library and Information Science',
    role: 'Lecturer III',
  },
  {
    userId: 'RE24-00006',
    stage: 'verified',
    description: 'verified, with CBT and interview results and an exam date, time and venue',
    nin: '10000000006',
    firstName: 'Ibrahim',
    middleName: 'Musa',
    surname: 'Garkuwa',
    gender: 'm',
    dateOfBirth: '1976-02-28',
    phone: '08031110006',
    email: 'ibrahim.garkuwa@example.org',
    state: 'sokoto',
    lga: 'Wurno',
    school: 'General Studies',
    department: null,
    role: 'Lecturer II Mathematics',
  },
  {
    userId: 'RE24-00007',
    stage: 'rejected',
    description: 'rejected with two reasons',
    nin: '10000000007',
    firstName: 'Oghenetega',
    middleName: 'Efe',
    surname: 'Umukoro',
    gender: 'm',
    dateOfBirth: '1987-12-09',
    phone: '08031110007',
    email: 'oghenetega.umukoro@example.org',
    state: 'delta',
    lga: 'Ughelli North',
    school: 'General Studies',
    department: null,
    role: 'Lecturer II Entrepreneurship',
  },
]

/** The demo accounts as `npm start` prints them. */
export function formatDemoTable(): string {
  const rows = demoApplicants.map(({ userId, nin, description }) => `  ${userId}  ${nin}  ${description}`)
  return [`Demo accounts (password ${demoPassword})`, '  User ID     NIN          Stage', ...rows].join('\n')
}
