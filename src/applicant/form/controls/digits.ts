// Cleans what is typed or pasted into digits-only controls.

export const toDigits = (text: string, maxLength: number) => text.replace(/\D/g, '').slice(0, maxLength)

/** Nigerian numbers are stored in national format: a pasted "+234 803 123 4567" becomes 08031234567. */
export function toPhoneDigits(text: string, maxLength: number) {
  const digits = text.replace(/\D/g, '')
  return (digits.length > maxLength ? digits.replace(/^234/, '0') : digits).slice(0, maxLength)
}
