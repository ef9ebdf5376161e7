import { addQuery, staffPaths } from '#shared/staff/paths.ts'

/** All complaints of the sender of this one. The address of the page names no email address. */
export const getSenderPath = (number: string): string => addQuery(staffPaths.complaints, { sender: number })
