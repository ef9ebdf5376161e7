// The advertised posts of the first exercise; an exercise may have its own.

export interface Post {
  school: string
  /** General Studies has roles without a department. */
  department: string | null
  roles: string[]
}

const lecturers = ['Senior Lecturer', 'Lecturer I', 'Lecturer II', 'Lecturer III']
const technologists = ['Senior Instructor', 'Technologist I']

export const posts: readonly Post[] = [
  {
    school: 'Technology',
    department: 'Library and Information Science',
    roles: lecturers,
  },
  {
    school: 'Technology',
    department: 'Computer Engineering',
    roles: [...lecturers.filter((role) => role !== 'Lecturer III'), ...technologists],
  },
  {
    school: 'Technology',
    department: 'Computer Science',
    roles: [...lecturers, ...technologists],
  },
  {
    school: 'Technology',
    department: 'Electrical Engineering',
    roles: lecturers,
  },
  { school: 'Management', department: 'Accountancy', roles: lecturers },
  {
    school: 'General Studies',
    department: null,
    roles: [
      'Lecturer I Mechanical Engineering',
      'Lecturer I Education (Psychology/Sociology)',
      'Lecturer II Entrepreneurship',
      'Lecturer II Mathematics',
      'Lecturer II (Business Administration/Law)',
    ],
  },
]
