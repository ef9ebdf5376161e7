interface Named {
  surName: string
  firstName: string
  middleName: string
}

/** "Okonkwo Adaeze Chiamaka": people are greeted and listed by surname, first name and middle name. */
export const fullName = ({ surName, firstName, middleName }: Named) =>
  [surName, firstName, middleName].filter((name) => name !== '').join(' ')
