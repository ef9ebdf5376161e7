/** Specification, section 2. */
export const paymentPurpose = 'Recruitment Application Fee'
