// Cleans what is typed or pasted into digits-only controls.

export const toDigits = (text: string, maxLength: number) => text.replace(/\D/g, '').slice(0, maxLength)

/**
 * What a box has after something was typed into it, with the caret where it was. A digit for which there is no room is not
 * taken, as with maxLength: it would push out the last one.
 */
export function takeDigits(box: HTMLInputElement, before: string, maxLength: number, clean = toDigits) {
  const { value, selectionStart } = box
  const digits = value.replace(/\D/g, '')
  const left = value.slice(0, selectionStart ?? value.length)
  const at = left.replace(/\D/g, '').length
  const isFull = digits.length === maxLength + 1 && digits.slice(0, at - 1) + digits.slice(at) === before
  const cleaned = isFull ? before : clean(value, maxLength)
  if (cleaned === value) return cleaned
  const caret = isFull ? at - 1 : clean(left, maxLength).length
  box.value = cleaned
  box.setSelectionRange(caret, caret)
  return cleaned
}

/** Nigerian numbers are stored in national format: a pasted "+234 803 123 4567" becomes 08031234567. */
export function toPhoneDigits(text: string, maxLength: number) {
  const digits = text.replace(/\D/g, '')
  return (digits.length > maxLength ? digits.replace(/^234/, '0') : digits).slice(0, maxLength)
}
