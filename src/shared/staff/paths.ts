// Paths of the staff's pages that emails and commands link to.

const staffBase = '/staff'

/** Where an invitation, or a link for a lost password, is accepted. */
export const getInvitationPath = (code: string) => `${staffBase}/invitation?code=${encodeURIComponent(code)}`
