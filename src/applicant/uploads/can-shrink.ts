// Apart from shrink-image.ts, so that a file's size can be checked before that code is loaded.

/** Larger files (bytes) would need more memory than phones have. */
const maxFileSize = 30 * 1024 * 1024

/** Whether shrinking will most likely make the photo small enough for the upload limit. */
export const canShrink = (file: File) =>
  isPhoto(file) && file.size <= maxFileSize && typeof createImageBitmap === 'function'

// A PNG is mostly a screenshot, whose text JPEG would blur.
const isPhoto = (file: File) => file.type === 'image/jpeg'
