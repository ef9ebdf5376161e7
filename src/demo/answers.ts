import { submittedDocumentSchema } from '#shared/application/document.ts'

/** A complete form. Parsed, so that the demo contains only what an applicant can submit. */
export const createDemoAnswers = (certificateUrl: string) =>
  submittedDocumentSchema.parse({
    placeOfBirth: 'Ibadan',
    homeAddress: { address: '5 Garden Avenue', state: 'osun', city: 'Osogbo' },
    contactAddress: { address: 'P.O. Box 114', state: 'osun', phone: '08030001122' },
    institutions: [
      {
        name: 'Riverbank University',
        course: 'Information Science',
        location: 'Ibadan',
        grade: 'Second Class Upper',
        startYear: '2006',
        endYear: '2010',
      },
    ],
    academicQualification: [
      { certificate: 'msc', institution: 'Riverbank University', dateAwarded: '2013-11-30', fileUrl: certificateUrl },
    ],
    experience: [
      {
        type: 'permanent',
        name: 'Assistant Lecturer',
        organization: 'Hillside Polytechnic',
        role: 'Assistant Lecturer',
        startYear: '2014',
        endYear: '2019',
        description: 'Taught cataloguing and research methods to second-year students.',
      },
      {
        type: 'permanent',
        name: 'Lecturer III',
        position: 'others',
        otherPosition: 'Timetable Officer',
        organization: 'Hillside Polytechnic',
        role: 'Lecturer III',
        startYear: '2019',
        endYear: '2024',
        description: 'Coordinates the project defence and keeps the departmental timetable.',
      },
    ],
    professionalMemberships: [{ organizationName: 'Association of Campus Librarians', rank: 'Member' }],
    publication: [{ title: 'Lending without queues', type: 'journal', date: '2021-06', fileUrl: certificateUrl }],
    honors: [{ name: 'Best graduating student', organization: 'Riverbank University', date: '2010' }],
    referees: [
      {
        name: 'Prof. Kehinde Alabede',
        portfolio: 'Dean of School',
        email: 'alabede@example.org',
        phone: '08050001111',
        organization: 'Hillside Polytechnic',
        location: 'Osogbo',
      },
      {
        name: 'Dr. Blessing Ugbede',
        portfolio: 'Head of Department',
        email: 'ugbede@example.org',
        phone: '08050002222',
        organization: 'Riverbank University',
        location: 'Ibadan',
      },
      {
        name: 'Engr. Sule Tarfa',
        portfolio: 'Director of ICT',
        email: 'tarfa@example.org',
        phone: '08050003333',
        organization: '',
        location: 'Lafia',
      },
    ],
    hobby: 'Chess and gardening',
    professionalAchievement: 'Set up the first open-access digital archive of the department.',
  })
