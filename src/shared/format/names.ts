export interface PersonName {
  surName: string
  firstName: string
  middleName: string
}

/** "Okonkwo Adaeze Chiamaka": surname, first name, middle name. */
export const formatFullName = ({ surName, firstName, middleName }: PersonName) =>
  [surName, firstName, middleName].filter((name) => name !== '').join(' ')

/** "Welcome, Okonkwo Adaeze Chiamaka" */
export const formatGreeting = (person: PersonName) => `Welcome, ${formatFullName(person)}`

/** "Lecturer II, Computer Science, School of Technology": what somebody applies for. */
export const formatAppliedPost = (post: { role: string; department: string | null; faculty: string }) =>
  `${post.role}${post.department ? `, ${post.department}` : ''}, School of ${post.faculty}`

/** "Recruitment 2024", the title of slips. */
export const formatRecruitmentTitle = ({ year }: { year: number }) => `Recruitment ${year}`
