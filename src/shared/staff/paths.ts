// Paths of the staff's pages that emails and commands link to.

/** The start of every address of the staff's pages. */
export const staffBase = '/staff'

/** Where an invitation, or a link for a lost password, is accepted. */
export const getInvitationPath = (code: string) => `${staffBase}/invitation?code=${encodeURIComponent(code)}`

/** The page that displays files, in a frame without an origin of its own. */
export const fileFramePath = `${staffBase}/file-frame`
