/** What a file is: the first two belong to an applicant, the others to the staff. */
export const fileKinds = ['upload', 'nin_photo', 'import', 'export', 'pack'] as const

/** What the virus scanner says of a file; `none` where there is no scanner. */
export const fileScans = ['none', 'waiting', 'clean', 'infected'] as const
