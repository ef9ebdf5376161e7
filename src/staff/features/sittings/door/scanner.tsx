// The camera of the device, held over the QR code of a slip.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import styles from './door.module.css'

interface QrDetector {
  detect(image: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): QrDetector
  getSupportedFormats(): Promise<string[]>
}
type ReadCode = (video: HTMLVideoElement) => Promise<string | null>

/** Whether the browser offers its camera. */
export const canScan = (): boolean => navigator.mediaDevices !== undefined

/** The reader of the browser, or ours: not every browser has one, and not each of these knows QR codes. */
async function loadReader(): Promise<ReadCode> {
  const Detector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const formats = (await Detector?.getSupportedFormats().catch(() => [])) ?? []
  if (Detector && formats.includes('qr_code')) {
    const detector = new Detector({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? null
  }
  const { createFrameReader } = await import('./read-qr.ts')
  const read = createFrameReader()
  return async (video) => read(video)
}

let loaded: Promise<ReadCode> | undefined

/** Loads the reader, so that the device has it when the connection is gone. Tries again after a failure. */
export function prepareScanner(): Promise<ReadCode> {
  loaded ??= loadReader().catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

const scanIntervalMs = 250
/** The same slip stays before the camera for a while. */
const repeatMs = 4_000

export function Scanner({ onCode }: { onCode: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const report = useEffectEvent(onCode)
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    let stream: MediaStream | null = null
    let isLeft = false
    let last = { text: '', at: 0 }

    async function open() {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        if (isLeft || !element) return close()
        element.srcObject = stream
        await element.play()
        void watch(element, await prepareScanner())
      } catch (error) {
        if (!isLeft) setProblem(describeCameraProblem(error))
      }
    }
    const close = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    /** Looks again some time after it has looked: a slow phone gets no second picture to read meanwhile. */
    async function watch(camera: HTMLVideoElement, read: ReadCode) {
      if (isLeft) return
      const code = camera.readyState < HTMLMediaElement.HAVE_CURRENT_DATA ? null : await read(camera)
      if (code !== null && !isLeft && (code !== last.text || Date.now() - last.at >= repeatMs)) {
        last = { text: code, at: Date.now() }
        report(code)
      }
      setTimeout(() => void watch(camera, read), scanIntervalMs)
    }
    void open()
    return () => {
      isLeft = true
      close()
    }
  }, [])
  if (problem)
    return (
      <Banner tone="warning" role="alert">
        {problem}
      </Banner>
    )
  return <video ref={video} className={styles.camera} muted playsInline aria-label="What the camera sees" />
}

const describeCameraProblem = (error: unknown): string =>
  error instanceof Error && error.name === 'NotAllowedError'
    ? 'The browser may not use the camera. Allow it in the settings of the browser, or find applicants by number or name.'
    : 'The camera cannot be opened. Find applicants by number or name.'
