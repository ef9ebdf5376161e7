/** Why an export failed, as the person who made it reads it. */
export const exportFailures = {
  not_permitted: 'Your roles do not allow this export any more.',
  too_large: 'The file would be larger than 2 GB. Filter the list, or choose fewer columns.',
  too_long: 'It took longer than 50 minutes. Filter the list, and export it in parts.',
  too_many_slips: 'The list has more than 20,000 slips. Filter it, and export it in parts.',
  selection_expired: 'The selection had expired. Make it again from the list.',
  interrupted: 'The server was stopped three times meanwhile. Make the export again.',
  error: 'Something went wrong on our side. Make the export again.',
} as const

export type ExportFailure = keyof typeof exportFailures
