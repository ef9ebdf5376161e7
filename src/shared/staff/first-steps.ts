// The way from a server that was just started to published outcomes.

/** In the order in which they are taken. */
export const firstStepNames = ['people', 'exercise', 'posts', 'list', 'reviews', 'publication'] as const
export type FirstStepName = (typeof firstStepNames)[number]

/** Of each of these roles: nobody approves what they have made. */
export const neededPeople = 2
