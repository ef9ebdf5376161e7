/** The parts that are filled, in reading order. */
export const titled = (...parts: string[]) => parts.filter((part) => part.trim() !== '').join(', ')

export const yearsOf = (start: string, end: string) => [start, end].filter((year) => year !== '').join('–')
