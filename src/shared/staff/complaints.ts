/** `in`: from the sender; `out`: an answer; `note`: for colleagues. */
export const messageDirections = ['in', 'out', 'note'] as const
