/** The code as it is stored, however it was typed: in groups, in lower case, or with O for 0 and I or L for 1. */
export const normalizeSlipCode = (typed: string): string =>
  typed
    .replace(/[^0-9a-z]/gi, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

export const isSlipCode = (code: string): boolean => /^[0-9A-F]{12}$/.test(code)

export const invalidSlipCode = 'A code has 12 characters, 0 to 9 and A to F.'
