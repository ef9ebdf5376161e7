// A complete set of answers for tests; every list has an entry, every name is invented.
import type { Answers } from '#shared/application/sections.ts'

/** Answers that may be submitted; `fileUrl` names an upload of the same applicant. */
export function completeAnswers(fileUrl: string): Answers {
  const files = [fileUrl]
  const referee = (name: string, n: number) => ({
    name,
    portfolio: 'Dean of School',
    email: `referee${n}@example.org`,
    phone: `0801234567${n}`,
    organization: 'Example Polytechnic',
    location: 'Abeokuta',
  })
  return {
    placeOfBirth: 'Ijebu-Ode',
    homeAddress: { address: '12 Palm Avenue', state: 'ogun', city: 'Ijebu Ode', country: 'nigeria' },
    contactAddress: { address: 'P.O. Box 77, Yaba', state: 'lagos', phone: '08098765432' },
    institutions: [
      {
        name: 'Example University',
        course: 'Computer Science',
        location: 'Ibadan',
        grade: 'Second Class Upper',
        startYear: '2001',
        endYear: '2005',
      },
    ],
    academicQualification: [
      { certificate: 'msc', institution: 'Example University', dateAwarded: '2008-11-30', fileUrl: files },
    ],
    experience: [
      {
        type: 'permanent',
        name: 'Lecturer II',
        position: 'others',
        otherPosition: 'Timetable Officer',
        organization: 'Example Polytechnic',
        role: 'Lecturer II',
        startYear: '2009',
        endYear: '2016',
        description: 'Taught data structures and supervised projects.',
        fileUrl: [],
      },
    ],
    professionalMemberships: [{ organizationName: 'Example Computing Society', rank: 'Fellow', fileUrl: [] }],
    publication: [{ title: 'On queues in small registries', type: 'journal', date: '2014', fileUrl: files }],
    honors: [{ name: 'Best teacher', organization: 'Example Polytechnic', date: '2015-06', fileUrl: [] }],
    grants: [
      { title: 'Rural networks', amount: '2500000', date: '2016', experience: 'Led the field work.', fileUrl: [] },
    ],
    inventions: [{ title: 'Solar exam clock', number: 'NG/P/2017/44', date: '2017-02-01', fileUrl: [] }],
    service: [{ bodyName: 'Town library board', role: 'Secretary', date: '2018', fileUrl: [] }],
    referees: [referee('Prof. Ngozi Example', 1), referee('Dr. Tunde Example', 2), referee('Engr. Sani Example', 3)],
    professionalAchievement: 'Set up a teaching laboratory.',
    hobby: 'Chess and gardening',
  }
}
