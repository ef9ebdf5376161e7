// What digits-only controls make of what is typed or pasted.

export const digitsOnly = (typed: string, most: number) => typed.replace(/\D/g, '').slice(0, most)

/** A Nigerian number in its national spelling: a pasted "+234 803 123 4567" is 08031234567. */
export function phoneDigits(typed: string, most: number) {
  const digits = typed.replace(/\D/g, '')
  return (digits.length > most ? digits.replace(/^234/, '0') : digits).slice(0, most)
}
