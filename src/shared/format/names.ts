export interface PersonName {
  surName: string
  firstName: string
  middleName: string
}

/** "Okonkwo Adaeze Chiamaka": surname, first name, middle name. */
export const formatFullName = ({ surName, firstName, middleName }: PersonName) =>
  [surName, firstName, middleName].filter((name) => name !== '').join(' ')

/** "Recruitment 2024", the title of slips. */
export const formatRecruitmentTitle = ({ year }: { year: number }) => `Recruitment ${year}`
