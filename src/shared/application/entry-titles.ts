/** The parts that are filled, in reading order. */
export const joinParts = (...parts: string[]) => parts.filter((part) => part.trim() !== '').join(', ')

export const formatYears = (start: string, end: string) => [start, end].filter((year) => year !== '').join('–')
