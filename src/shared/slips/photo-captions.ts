// Of the photos on slips, previews and the pages of staff.
export const photoCaptions = { nin: 'NIN photo', uploaded: 'Uploaded photo', none: 'None yet' } as const
