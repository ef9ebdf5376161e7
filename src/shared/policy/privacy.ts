/** The version of the privacy notice and of the consent to the NIN look-up: the date of its text, yyyy-MM-dd. */
export const privacyVersion = '2026-11-23'

/** How long an applicant can download the archive of the own data. */
export const dataExportLifetimeHours = 24

/** After the recruitment was archived. */
export const retentionMonths = { unsubmittedForm: 6, unsuccessfulApplication: 12 } as const

/** After which an upload that no form uses is deleted. */
export const abandonedUploadDays = 30

/** Of the archive of the own data. */
export const dataExportStatuses = ['preparing', 'ready', 'failed'] as const
