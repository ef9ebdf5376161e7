// What is printed for a sitting.

/** By the name of the file. */
export const sittingDocuments = {
  seats: { title: 'Seating list', says: 'who sits where, by seat' },
  sheet: { title: 'Attendance sheet', says: 'photographs and places for signatures, by seat' },
  door: { title: 'Door list', says: 'who is let in, by name' },
  labels: { title: 'Seat labels', says: '21 on a page, to be cut' },
} as const
export type SittingDocumentName = keyof typeof sittingDocuments
