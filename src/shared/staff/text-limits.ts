// How long texts of the staff can be, in characters: of a call and of its field.

export const describeMaxLength = (max: number): string => `Use at most ${max.toLocaleString('en-NG')} characters.`

/** Of a batch, a panel, a passkey or a saved view. */
export const maxShortName = 60
/** Of a member of the staff. */
export const maxStaffName = 200
/** For colleagues. */
export const maxNote = 5_000
/** Of an answer to a complaint, or of a note about it. */
export const maxComplaintMessage = 10_000
/** For the applicant, of what must be corrected. */
export const maxReturnReason = 2_000
/** The heading of a reason, the name of a prepared reply or of a category of complaints. */
export const maxTextTitle = 100
/** The sentence of a reason, or a prepared reply. */
export const maxExerciseText = 5_000
export const maxVenueName = 120
export const maxVenueAddress = 300
/** Of an authenticator app or for recovery, with spaces and dashes. */
export const maxTypedCode = 40
