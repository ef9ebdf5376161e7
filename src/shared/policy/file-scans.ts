/** What the virus scanner says of a file; `none` where there is no scanner. */
export const fileScans = ['none', 'waiting', 'clean', 'infected'] as const
