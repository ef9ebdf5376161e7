/** What the user IDs of an exercise begin with: "RE24-" in 2024. */
export const getUserIdPrefix = (year: number) => `RE${String(year).slice(-2)}-`
