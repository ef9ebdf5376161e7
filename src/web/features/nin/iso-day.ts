/** yyyy-MM-dd of a dd-MM-yyyy (specification, section 4); anything else as it is. */
export const isoDay = (day: string) => day.replace(/^(\d\d)-(\d\d)-(\d{4})$/, '$3-$2-$1')
