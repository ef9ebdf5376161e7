// Whether a photo can be sent, before the code that makes it smaller is loaded.

/** Larger ones (bytes) would need more memory than phones have. */
const drawable = 30 * 1024 * 1024

/** Whether a photo of this size will most likely come out small enough to be taken. */
export const canBecomeSmaller = (file: File) =>
  isPhoto(file) && file.size <= drawable && typeof createImageBitmap === 'function'

// A PNG is mostly a screenshot, whose letters JPEG would blur.
const isPhoto = (file: File) => file.type === 'image/jpeg'
