// Lists that staff upload.

/** In place of a heading: the file has no such column. */
export const noHeading = '-'

export const importKinds = ['accounts', 'cbt', 'interview', 'attendance', 'seats', 'settlement'] as const

export const importStates = ['checking', 'checked', 'applying', 'applied', 'failed', 'discarded'] as const

export const importLineStates = ['good', 'same', 'failed', 'applied'] as const
