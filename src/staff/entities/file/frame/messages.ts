// What the file viewer and its frame tell each other.

/** From the viewer: the file to display. */
export interface FrameRequest {
  type: string
  bytes: ArrayBuffer
}

/** From the frame. `closed` asks to close the viewer, because the keys go to the frame while it has the focus. */
export type FrameMessage =
  | { kind: 'ready' }
  | { kind: 'displayed'; pages: number }
  | { kind: 'failed' }
  | { kind: 'closed' }
