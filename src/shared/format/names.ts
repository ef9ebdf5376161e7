interface PersonName {
  surName: string
  firstName: string
  middleName: string
}

/** "Okonkwo Adaeze Chiamaka": people are greeted and listed by surname, first name and middle name. */
export const formatFullName = ({ surName, firstName, middleName }: PersonName) =>
  [surName, firstName, middleName].filter((name) => name !== '').join(' ')
