// Moves a picture below the frame of a passport photo, by dragging, pinching, keys or buttons.
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { IconButton } from '#kit/ui/actions/icon-button.tsx'
import { VisuallyHidden } from '#kit/ui/layout/visually-hidden.tsx'
import { drawCrop } from './crop-picture.ts'
import { type CropView, initialView, maxZoom, movePicture, zoomPicture } from './crop-view.ts'
import styles from './photo-cropper.module.css'

interface Props {
  picture: ImageBitmap
  busy: boolean
  onUse(view: CropView): void
  onClose(): void
}

/** Steps of keys and buttons: fractions of the frame, and a factor. */
const step = 0.05
const zoomStep = 1.1

export function PhotoCropper({ picture, busy, onUse, onClose }: Props) {
  const [view, setView] = useState(initialView)
  const help = useId()
  const move: Move = (right, down) => setView((current) => movePicture(picture, current, right, down))
  const zoomBy = (factor: number) => setView((current) => zoomPicture(picture, current, current.zoom * factor))
  return (
    <fieldset className={styles.cropper}>
      <legend className={styles.title}>Is your face in the frame?</legend>
      <p id={help} className={styles.help}>
        The photo is printed as the frame shows it. Drag it, pinch it, or use the arrow keys and + and −.
      </p>
      <Frame picture={picture} view={view} helpId={help} onMove={move} onZoom={zoomBy} onClose={onClose} />
      <div className={styles.tools}>
        <label className={styles.zoom}>
          Zoom
          <input
            type="range"
            min={1}
            max={maxZoom}
            step={0.05}
            value={view.zoom}
            aria-valuetext={formatZoom(view)}
            onChange={(event) => setView(zoomPicture(picture, view, Number(event.target.value)))}
          />
        </label>
        <div className={styles.arrows}>
          <IconButton icon={ArrowLeft} label="Move the photo left" onClick={() => move(-step, 0)} />
          <IconButton icon={ArrowUp} label="Move the photo up" onClick={() => move(0, -step)} />
          <IconButton icon={ArrowDown} label="Move the photo down" onClick={() => move(0, step)} />
          <IconButton icon={ArrowRight} label="Move the photo right" onClick={() => move(step, 0)} />
        </div>
      </div>
      <VisuallyHidden>
        <span role="status">{describeView(view)}</span>
      </VisuallyHidden>
      <div className={styles.buttons}>
        <Button busy={busy} onClick={() => onUse(view)}>
          Save photo
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Leave it as it is
        </Button>
      </div>
    </fieldset>
  )
}

/** Fractions of the frame. */
type Move = (right: number, down: number) => void

interface FrameProps {
  picture: ImageBitmap
  view: CropView
  helpId: string
  onMove: Move
  onZoom(factor: number): void
  onClose(): void
}

/** The picture as it will be printed. It takes the focus when it appears. */
function Frame({ picture, view, helpId, onMove, onZoom, onClose }: FrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const gestures = usePointerGestures(onMove, onZoom)
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, view)
  }, [picture, view])
  useEffect(() => frame.current?.focus(), [])

  const actions: Record<string, () => void> = {
    ArrowLeft: () => onMove(-step, 0),
    ArrowRight: () => onMove(step, 0),
    ArrowUp: () => onMove(0, -step),
    ArrowDown: () => onMove(0, step),
    '+': () => onZoom(zoomStep),
    '=': () => onZoom(zoomStep),
    '-': () => onZoom(1 / zoomStep),
    Escape: onClose,
  }
  function onKeyDown(event: KeyboardEvent) {
    const action = actions[event.key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }

  return (
    <div
      ref={frame}
      className={styles.frame}
      // A screen reader hands the arrow keys over only to an application.
      role="application"
      aria-label="Photo in its frame"
      aria-describedby={helpId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move the picture.
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...gestures}
    >
      <canvas ref={canvas} width={360} height={480} className={styles.picture} />
      <svg className={styles.guide} viewBox="0 0 30 40" aria-hidden="true">
        <ellipse cx="15" cy="17.5" rx="8.5" ry="11.5" />
      </svg>
    </div>
  )
}

const formatZoom = ({ zoom }: CropView) => `${Math.round(zoom * 100)} %`

/** Nothing before the first change: the opening is announced by the focus. */
const describeView = (view: CropView) =>
  view === initialView
    ? ''
    : `Zoom ${formatZoom(view)}. The middle of the frame is ${Math.round(view.x * 100)} % from the left and ${Math.round(view.y * 100)} % from the top of the photo.`

/** One finger or the mouse drags; two fingers also zoom. */
function usePointerGestures(move: Move, zoomBy: (factor: number) => void) {
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const release = (event: PointerEvent) => void pointers.current.delete(event.pointerId)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const after = { x: event.clientX, y: event.clientY }
      const { width, height } = event.currentTarget.getBoundingClientRect()
      // With two fingers each carries half of the movement.
      const share = 1 / pointers.current.size
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      if (other) zoomBy(distance(after, other) / Math.max(1, distance(before, other)))
      move(((after.x - before.x) / width) * share, ((after.y - before.y) / height) * share)
      pointers.current.set(event.pointerId, after)
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y)
