// Lists that staff upload.

/** So far only accounts can be imported. */
export const importKinds = ['accounts', 'cbt', 'interview', 'attendance', 'seats', 'settlement'] as const

export const importStates = ['checking', 'checked', 'applying', 'applied', 'failed', 'discarded'] as const

export const importLineStates = ['good', 'same', 'failed', 'applied'] as const
